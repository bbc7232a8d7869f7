"""A client that does not give up: the same call under the same key until there is an answer."""

import http.client
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tools.endorsement.play.client import Answer, Client, Refusal

PAUSE = 0.05
LONGEST = 120.0


@dataclass
class Weather:
    """What calls met before they were answered, by error or status; `faults`: answers that may never be."""

    met: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note_lost(self, problem: Exception) -> None:
        """Count a call without an answer."""
        self.met[type(problem).__name__] += 1

    def note_failed(self, verb: str, path: str, answer: Answer) -> None:
        """Count an answer of 5xx; add a fault unless it is a 503 that says when to retry."""
        self.met[str(answer.status)] += 1
        if answer.status != 503 or "retry-after" not in answer.headers:
            self.faults.append(f"{verb} {path}: {answer.status} {answer.raw[:200]!r}")


@dataclass
class Insisting(Client):
    """A client that repeats a call after every lost connection and every 5xx, for two minutes."""

    weather: Weather = field(default_factory=Weather)

    def call(
        self, verb: str, path: str, body: Any = None, key: str | None = None, **conditions: str
    ) -> Answer:
        """Repeat a call until it has an answer below 500, and return that.

        After `LONGEST` seconds it raises the last error, or `Refusal` with the last answer.
        """
        deadline = time.monotonic() + LONGEST
        while True:
            try:
                answer = self.exchange(verb, path, body, key, **conditions)
            except (http.client.HTTPException, OSError) as problem:
                self.close()
                self.weather.note_lost(problem)
                if time.monotonic() > deadline:
                    raise
            else:
                if answer.status < 500:
                    return answer
                self.weather.note_failed(verb, path, answer)
                if time.monotonic() > deadline:
                    raise Refusal(f"{verb} {path}, for {LONGEST:.0f} s", answer)
            time.sleep(PAUSE)
