"""What must be so of a history and the record that came of it.

- Each version of a sheet is accepted exactly once, and stands in the record as it was sent, under its key.
- What was answered is there: every answer with a sheet shows a version of the record.
- Nothing else is: every version of the record was asked for by a call that was accepted.
- The same key gives the same answer.
- Who is refused because of another content had sent another content.
- Time goes one way: no answer shows less than what had been answered before it was asked for.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tools.endorsement.history.calls import CORRECT, LOOK, REPORT, Call
from tools.endorsement.play.arena import content

CONFLICT, CHANGED = 409, 412
REFUSED = (CONFLICT, CHANGED)
Versions = dict[tuple[str, int], "Version"]


@dataclass(frozen=True, order=True)
class Anomaly:
    """Something that must not be."""

    rule: str
    match: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}\t{self.match}\t{self.what}"


@dataclass(frozen=True)
class Version:
    """A sheet in the record."""

    content: str
    key: str | None
    seq: int


def versions(record: bytes) -> Versions:
    """Return the sheets of a record that people sent, by match and version."""
    found: Versions = {}
    for line in map(json.loads, record.splitlines()):
        if line["type"] == "sheet.recorded" and line["data"]["ended_by"] != "bye":
            data: dict[str, Any] = line["data"]
            version = Version(content(data["lines"]), data["report"], line["seq"])
            found[data["match"], data["version"]] = version
    return found


def check(calls: Sequence[Call], record: bytes) -> list[Anomaly]:
    """Return every anomaly of one tournament's history, sorted."""
    there = versions(record)
    return sorted(
        {
            *_check_accepted(calls, there),
            *_check_no_phantoms(calls, there),
            *_check_answers(calls, there),
            *_check_keys(calls),
            *_check_refusals(calls, there),
            *_check_versions_rise(calls),
            *_check_looks(calls),
        }
    )


def _check_accepted(calls: Iterable[Call], there: Versions) -> Iterator[Anomaly]:
    """Yield versions that two calls made, and what an accepted call made that is not in the record."""
    accepted = Counter((call.match, call.version) for call in calls if call.accepted)
    for (match, version), times in accepted.items():
        if times > 1:
            yield Anomaly("accepted twice", match, f"version {version}: {times} times")
    for call in calls:
        if call.accepted:
            yield from _check_recorded(call, there.get((call.match, call.version or 0)))


def _check_recorded(call: Call, version: Version | None) -> Iterator[Anomaly]:
    """Yield an anomaly if an accepted call's version is missing, or has another content or key."""
    if version is None:
        yield Anomaly("lost", call.match, f"version {call.version}, key {call.key}")
    elif version.content != call.said:
        yield Anomaly("changed", call.match, f"sent {call.said}, recorded {version.content}")
    elif call.what == REPORT and version.key != call.key:
        yield Anomaly("another key", call.match, f"sent {call.key}, recorded {version.key}")


def _check_no_phantoms(calls: Iterable[Call], there: Versions) -> Iterator[Anomaly]:
    """Yield versions of the record that no accepted call made."""
    accepted = {(call.match, call.version) for call in calls if call.accepted}
    for (match, version), found in there.items():
        if (match, version) not in accepted:
            yield Anomaly("phantom", match, f"version {version}, key {found.key}")


def _check_answers(calls: Iterable[Call], there: Versions) -> Iterator[Anomaly]:
    """Yield answers with a sheet that the record does not have, or that call another content a repetition."""
    for call in calls:
        if call.version is not None:
            found = there.get((call.match, call.version))
            if found is None or (call.shown is not None and call.shown != found.content):
                yield Anomaly("shown and not recorded", call.match, f"version {call.version}: {call.shown}")
            elif call.repeated and call.said != found.content:
                yield Anomaly("called the same", call.match, f"{call.said} is not {found.content}")


def _check_keys(calls: Iterable[Call]) -> Iterator[Anomaly]:
    """Yield keys of an account that got two different answers."""
    by_key: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        if call.key is not None and call.status < 300:
            by_key.setdefault((call.account, call.key), []).append(call)
    for (account, key), mine in by_key.items():
        if len({(call.body, call.status) for call in mine}) > 1:
            yield Anomaly("two answers for a key", mine[0].match, f"{account}: {key}")
        if sum(not call.replayed for call in mine) > 1:
            yield Anomaly("two effects of a key", mine[0].match, f"{account}: {key}")


def _check_refusals(calls: Iterable[Call], there: Versions) -> Iterator[Anomaly]:
    """Yield calls that failed, or were refused although they had sent what was recorded."""
    for call in calls:
        first = there.get((call.match, 1))
        if call.what == REPORT and call.status == CONFLICT and first and call.said == first.content:
            yield Anomaly("refused the same", call.match, f"key {call.key}")
        if call.what in (REPORT, CORRECT) and call.status not in (200, 201, *REFUSED):
            yield Anomaly("neither taken nor refused", call.match, f"{call.what}: {call.status}")
        if call.what == LOOK and call.status not in (200, 304) and not call.put_off:
            yield Anomaly("not shown", call.match, str(call.status))


def _check_versions_rise(calls: Sequence[Call]) -> Iterator[Anomaly]:
    """Yield calls whose answer has an older version than an answer that had ended before they began."""
    ended = sorted((call for call in calls if call.seq is not None), key=lambda call: call.end)
    newest, place = -1, 0
    for call in sorted((call for call in ended if not call.replayed), key=lambda call: call.begin):
        while place < len(ended) and ended[place].end < call.begin:
            newest = max(newest, ended[place].seq or 0)
            place += 1
        if (call.seq or 0) < newest:
            yield Anomaly("old version", call.match, f"{call.seq} after {newest}")


def _check_looks(calls: Sequence[Call]) -> Iterator[Anomaly]:
    """Yield looks that miss a sheet acknowledged before them, or show one that was sent only after them."""
    by_match: dict[str, list[Call]] = {}
    for call in calls:
        by_match.setdefault(call.match, []).append(call)
    for match, mine in by_match.items():
        made = [call for call in mine if call.accepted]
        for look in (call for call in mine if call.what == LOOK and call.status == 200):
            least = max((call.version or 0 for call in made if call.end < look.begin), default=0)
            most = max((call.version or 0 for call in made if call.begin < look.end), default=0)
            if not least <= (look.version or 0) <= most:
                yield Anomaly("seen at the wrong time", match, f"{look.version} of {least} to {most}")
