"""Histories and records made wrong, to measure what the history's checker finds.

A fake returns copies of calls and record with one fault, which its docstring names.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from tools.endorsement.history.calls import LOOK, REPORT, Call
from tools.endorsement.history.check import check

Fake = Callable[[list[Call], bytes, Random], tuple[list[Call], bytes]]


def accepted_twice(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """A second client was told that its sheet was the first, too."""
    call = rng.choice([call for call in calls if call.accepted])
    return [*calls, replace(call, account="somebody else", key="another")], record


def lost(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """An acknowledged sheet is not in the record."""
    call = rng.choice([call for call in calls if call.accepted])
    return calls, _record_without(record, call)


def phantom(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """The record has a sheet that no answer confirmed."""
    call = rng.choice([call for call in calls if call.accepted])
    return [one for one in calls if one is not call], record


def changed(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """The record has other cards than were sent."""
    call = rng.choice([call for call in calls if call.accepted and call.what == REPORT])
    return [replace(one, said=f"{one.said} x:1") if one is call else one for one in calls], record


def under_another_key(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """The record says another call made the sheet."""
    call = rng.choice([call for call in calls if call.accepted and call.what == REPORT])
    return [replace(one, key="another") if one is call else one for one in calls], record


def answered_differently(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """The same key got another answer the second time."""
    call = rng.choice([call for call in calls if call.accepted])
    return [*calls, replace(call, replayed=True, body="another")], record


def done_twice(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """The same key had an effect again, and no answer says that it was a repetition."""
    call = rng.choice([call for call in calls if call.accepted])
    return [*calls, replace(call, repeated=True)], record


def refused_though_equal(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """The same content was refused as if it were another."""
    call = rng.choice([call for call in calls if call.accepted and call.what == REPORT and call.version == 1])
    return [*calls, replace(call, status=409, key="another")], record


def failed(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """A call was answered with 500."""
    call = rng.choice(calls)
    return [*calls, replace(call, status=500, key=None, version=None, seq=None)], record


def shown_otherwise(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """A reader saw a sheet that was never recorded."""
    call = rng.choice([call for call in calls if call.shown])
    return [*calls, replace(call, what=LOOK, status=200, key=None, shown=f"{call.shown} x:1")], record


def gone_back(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """After everything a reader was shown the beginning."""
    last = max(calls, key=lambda call: call.end)
    late = replace(last, what=LOOK, status=304, key=None, replayed=False, seq=0, version=None)
    return [*calls, replace(late, begin=last.end + 1, end=last.end + 2)], record


def not_seen(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """After a sheet was acknowledged a reader was shown the match without it."""
    call = rng.choice([call for call in calls if call.accepted])
    late = replace(call, what=LOOK, status=200, key=None, seq=None, version=None, shown=None)
    return [*calls, replace(late, begin=call.end + 1, end=call.end + 2)], record


def seen_too_early(calls: list[Call], record: bytes, rng: Random) -> tuple[list[Call], bytes]:
    """A reader was shown a sheet before any client had sent it."""
    call = rng.choice([call for call in calls if call.accepted])
    early = replace(call, what=LOOK, status=200, key=None, seq=None)
    return [*calls, replace(early, begin=call.begin - 2, end=call.begin - 1)], record


FAKES: tuple[Fake, ...] = (
    accepted_twice, lost, phantom, changed, under_another_key, answered_differently, done_twice,
    refused_though_equal, failed, shown_otherwise, gone_back, not_seen, seen_too_early,
)  # fmt: skip


def _record_without(record: bytes, call: Call) -> bytes:
    """Return the record without the sheet that a call made."""
    lines = record.splitlines(keepends=True)
    return b"".join(line for line in lines if not _is_sheet_of(json.loads(line), call))


def _is_sheet_of(line: dict[str, object], call: Call) -> bool:
    """Return whether a line of the record is the sheet that a call made."""
    data = line["data"]
    mine = isinstance(data, dict) and (data.get("match"), data.get("version")) == (call.match, call.version)
    return mine and line["type"] == "sheet.recorded"


def survivors(calls: Sequence[Call], record: bytes, seed: int) -> list[str]:
    """Return the names of fakes of this sound history that the checker does not find."""
    found = []
    for fake in FAKES:
        worse, other = fake(list(calls), record, Random(f"{seed} {fake.__name__}"))
        if not check(worse, other):
            found.append(fake.__name__)
    return found
