"""Random calls as a part of the endorsement: no server error, no undescribed answer, sound records."""

import http.client
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from tools.endorsement.description import description
from tools.endorsement.fuzz.calls import Call, Fuzz
from tools.endorsement.fuzz.described import undescribed
from tools.endorsement.fuzz.scenery import Scenery, build_scenery
from tools.endorsement.play.client import JSON, TIMEOUT, Answer
from tools.endorsement.section import Section


class RawWire:
    """One connection that stays open. Raises `TimeoutError` if an answer takes more than a minute."""

    def __init__(self, base: str) -> None:
        self._connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=TIMEOUT)

    def send(self, method: str, path: str, content: bytes | None, headers: Mapping[str, str]) -> Answer:
        """Send and return the answer; retry once if the server had closed the connection."""
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
    """Make `calls` random calls in every role, check every record, and add what is found to the section."""
    counted: Counter[int] = Counter()
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, calls, ROUND):
        there = build_scenery(base, seed)
        senders = {who: make_sender(RawWire(base).send, token) for who, token in there.tokens.items()}
        fuzz = Fuzz(description(), there.places, [*senders, *MORE_OF], seed, ENDS_KEYS)
        tried = fuzz.calls(first, min(ROUND, calls - first))
        section.faults += send_all(tried, senders, counted)
        _judge_records(section, there, folder, f"{where}.{first}")
    statuses = ", ".join(f"{times} × {status}" for status, times in sorted(counted.items()))
    section.counts.append(f"{where}: {calls} calls by chance ({statuses})")


def send_all(
    calls: Iterable[Call], senders: Mapping[str, Callable[[Call], Answer]], counted: Counter[int]
) -> list[str]:
    """Send the calls, count the statuses in `counted`, and return what is wrong with the answers."""
    faults: list[str] = []
    for call in calls:
        try:
            answer = senders[call.who](call)
            counted[answer.status] += 1
            faults += (f"{call}: {what}" for what in undescribed(call, answer))
        except Exception as problem:  # noqa: BLE001 - any error is a fault, and the next call is made
            faults.append(f"{call}: {type(problem).__name__} {problem}"[:1500])
    return faults


def make_sender(send: Send, token: str | None) -> Callable[[Call], Answer]:
    """Return a function that sends calls with this key, or without one."""
    own = {"Authorization": f"Token {token}"} if token else {}

    def send_call(call: Call) -> Answer:
        headers = {"Content-Type": "application/json", **call.headers, **own}
        return send(call.operation.method, call.path, call.content, headers)

    return send_call


def _judge_records(section: Section, there: Scenery, folder: Path, name: str) -> None:
    """Check the record of every tournament that can be read; a call may have put it into the bin."""
    for number, arena in enumerate(there.arenas):
        if arena.boss.call("GET", arena.path).ok:
            section.judge(arena.fetch_record(), arena.fetch_head(), folder / f"{name}.{number}.fuzz.jsonl")
