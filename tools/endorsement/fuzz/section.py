"""Random calls as a part of the endorsement: no server error, no undescribed answer, sound records."""

import http.client
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from tools.endorsement.description import description
from tools.endorsement.fuzz.calls import Call, Fuzz
from tools.endorsement.fuzz.described import wrong
from tools.endorsement.fuzz.scenery import Scenery, scenery
from tools.endorsement.play.client import JSON, TIMEOUT, Answer
from tools.endorsement.section import Section


class RawWire:
    """One kept connection. An answer that does not come in a minute is a fault (`TimeoutError`)."""

    def __init__(self, base: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=TIMEOUT)

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send, once more if the server had closed the connection, and wait for the answer."""
        try:
            return self._exchange(method, path, content, headers)
        except (http.client.HTTPException, ConnectionError):
            self._connection.close()
            return self._exchange(method, path, content, headers)

    def _exchange(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        self._connection.request(method, path, content, dict(headers))
        given = self._connection.getresponse()
        raw = given.read()
        lower = {name.lower(): value for name, value in given.getheaders()}
        is_json = lower.get("content-type", "").partition(";")[0] in JSON
        return Answer(given.status, json.loads(raw) if is_json and raw else None, raw, lower)


Send = Callable[[str, str, bytes | None, Mapping[str, str]], Answer]
"""Method, path, body and headers, and the answer."""
ENDS_KEYS = frozenset({"revoke_token", "revoke_tokens", "revoke_one_token"})
"""Not called: they would end the keys of those who call."""
MORE_OF = ("organizer", "organizer", "judge")
"""Who may do most calls more often."""
ROUND = 1500
"""Calls until the scenery is replaced: by then most of its tournaments are over."""


def any_call(section: Section, base: str, calls: int, seed: int, folder: Path, where: str) -> None:
    """Make so many calls of every route in every role, then check every record."""
    counted: Counter[int] = Counter()
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, calls, ROUND):
        there = scenery(base, seed)
        senders = {who: sender(RawWire(base).send, token) for who, token in there.tokens.items()}
        fuzz = Fuzz(description(), there.places, [*senders, *MORE_OF], seed, ENDS_KEYS)
        tried = fuzz.calls(first, min(ROUND, calls - first))
        section.faults += sent(tried, senders, counted)
        _judge(section, there, folder, f"{where}.{first}")
    statuses = ", ".join(f"{times} × {status}" for status, times in sorted(counted.items()))
    section.counts.append(f"{where}: {calls} calls by chance ({statuses})")


def sent(
    calls: Iterable[Call], senders: Mapping[str, Callable[[Call], Answer]], counted: Counter[int]
) -> list[str]:
    """What was wrong with any answer; statuses are counted."""
    faults: list[str] = []
    for call in calls:
        try:
            answer = senders[call.who](call)
            counted[answer.status] += 1
            faults += (f"{call}: {what}" for what in wrong(call, answer))
        except Exception as problem:  # noqa: BLE001 - any error is a fault, and the next call is made
            faults.append(f"{call}: {type(problem).__name__} {problem}"[:1500])
    return faults


def sender(send: Send, token: str | None) -> Callable[[Call], Answer]:
    """Sends calls of one caller."""
    own = {"Authorization": f"Token {token}"} if token else {}

    def told(call: Call) -> Answer:
        headers = {"Content-Type": "application/json", **call.headers, **own}
        return send(call.operation.method, call.path, call.content, headers)

    return told


def _judge(section: Section, there: Scenery, folder: Path, name: str) -> None:
    """Every record that is still there; who organizes may have put one into the bin."""
    for number, arena in enumerate(there.arenas):
        if arena.boss.call("GET", arena.path).ok:
            section.judge(arena.record(), arena.head(), folder / f"{name}.{number}.fuzz.jsonl")
