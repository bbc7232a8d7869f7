"""Judges who play a tournament on and on, and note every answer that acknowledged a result."""

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from random import Random
from threading import Event, Lock
from typing import Any

from tools.endorsement.history.check import versions
from tools.endorsement.play.arena import Arena, content, random_sheet
from tools.endorsement.play.client import Answer, Client
from tools.endorsement.play.day import Match

IDLE = 0.1
STUCK = 90.0
OPEN = ("waiting", "ready", "called", "playing")


@dataclass(frozen=True)
class AcknowledgedResult:
    """A result that the server confirmed."""

    match: str
    version: int
    key: str
    said: str


@dataclass
class Crowd:
    """Judges with a share of the matches each. `states` are those of matches that they play.

    `pause`: seconds after each match. `acknowledged`: the results that the server confirmed. `asked`: the
    keys of all sheets that were sent. `faults`: sheets that were refused or answered with another content.
    """

    arena: Arena
    judges: Sequence[Client]
    seed: int
    states: Sequence[str] = ("called", "playing")
    pause: float = 0
    stop: Event = field(default_factory=Event)
    acknowledged: list[AcknowledgedResult] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def start_playing(self, pool: ThreadPoolExecutor) -> list[Future[None]]:
        """Start a thread of the pool for every judge, which plays until `stop` is set; return the futures."""
        return [pool.submit(self._work, number) for number in range(len(self.judges))]

    def _work(self, number: int) -> None:
        """Play this judge's share of the open matches, each once, until `stop` is set."""
        done: set[str] = set()
        while not self.stop.is_set():
            found = {
                match["code"]: match for match in self._open_matches(number)
            }  # some change their state during the calls
            mine = [match for code, match in found.items() if code not in done]
            for match in mine:
                if self.stop.is_set():
                    return
                self._play_match(self.judges[number], match)
                done.add(match["code"])
                time.sleep(self.pause)
            if not mine:
                time.sleep(IDLE)

    def _open_matches(self, number: int) -> list[Match]:
        """Return this judge's share of the matches in the crowd's states."""
        judge, found = self.judges[number], []
        for state in self.states:
            answer = judge.get(self.arena.url(f"matches/?state={state}&page_size=500"))
            found += [match for match in answer["results"] if self._is_mine(match, number)]
        return found

    def _is_mine(self, match: Match, number: int) -> bool:
        """Whether the match is in the share of the judge of this number."""
        return bool(match["number"] % len(self.judges) == number)

    def _play_match(self, judge: Client, match: Match) -> None:
        """Start the match if needed, and send a random sheet that depends on seed and match alone."""
        code = match["code"]
        if match["state"] != "playing":
            judge.post(self.arena.url(f"matches/{code}/start/"), None, f"start-{code}")
        self._send_sheet(judge, match, random_sheet(match, Random(f"{self.seed} {code}")))

    def _send_sheet(self, judge: Client, match: Match, body: dict[str, Any]) -> None:
        """Send a sheet under the match's key, and note key and answer."""
        code, key = match["code"], f"sheet-{match['code']}"
        with self._lock:
            self.asked.add(key)
        answer = judge.call("POST", self.arena.url(f"matches/{code}/sheet/"), body, key)
        self._note_answer(code, key, body, answer)

    def _note_answer(self, code: str, key: str, body: dict[str, Any], answer: Answer) -> None:
        """Note an acknowledged result; add a fault if it is refused or answered with another content."""
        with self._lock:
            if not answer.ok:
                self.faults.append(f"{code} {key}: {answer.status} {answer.raw[:300]!r}")
                return
            shown, said = answer.body["sheet"], content(body["lines"])
            self.acknowledged.append(AcknowledgedResult(code, shown["version"], key, said))
            if content(shown["lines"]) != said or answer.body["repeated"]:
                self.faults.append(f"{code} {key}: sent {said}, answered {answer.raw[:300]!r}")

    # --- what came of it ---------------------------------------------------------------------------------

    def record_faults(self, record: bytes, acknowledged: Sequence[AcknowledgedResult]) -> list[str]:
        """Return a line for each acknowledged result that the record lacks, and each that no client sent."""
        there = versions(record)
        lost = [
            f"lost: {result}"
            for result in acknowledged
            if (found := there.get((result.match, result.version))) is None
            or (found.content, found.key) != (result.said, result.key)
        ]
        phantoms = [f"phantom: {at} {x}" for at, x in there.items() if x.key not in self.asked]
        return lost + phantoms

    def wait_until_over(self) -> bool:
        """Wait until every match is over, and return True.

        If no match ends for `STUCK` seconds, add a fault and return False.
        """
        left, moved = -1, time.monotonic()
        while (now := self.count_left()) > 0:
            if now != left:
                left, moved = now, time.monotonic()
            if time.monotonic() - moved > STUCK:
                self.faults.append(f"{self.arena.path} is stuck: {self.describe_left()}")
                return False
            time.sleep(IDLE * 3)
        return True

    def count_left(self) -> int:
        """Return how many matches are not over."""
        return sum(
            self.arena.boss.get(self.arena.url(f"matches/?state={state}&page_size=1"))["count"]
            for state in OPEN
        )

    def describe_left(self) -> str:
        """Describe the matches that are left."""
        return ", ".join(
            f"{x['round']}.{x['number']} {x['state']}" for x in self.arena.matches() if not x["ended_at"]
        )
