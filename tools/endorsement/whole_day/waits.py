"""How long the hall waited: from what made a call possible until the call, by the record and the logs.

A match can be called once its seats are filled and a table is free. Both follow from lines of the record, so
the later of the two is what the call waited for. `moments` says when each line was committed, as the logs
have it. If a process was killed before it could write that, the line's own `at` is used.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from math import ceil
from typing import Any, Literal

COMMITTED = re.compile(
    r"(?P<at>\d{4}-\d\d-\d\dT[\d:.]+\+00:00) INFO record[^:]*: recorded "
    r"ledger=(?P<ledger>\d+) from=(?P<first>\d+) to=(?P<last>\d+) "
)


def commits(logs: Iterable[str]) -> dict[str, dict[int, float]]:
    """Return when each line was committed, in seconds since the epoch, as the logs say.

    By the key of the ledger, then by the number of the line.
    """
    found: dict[str, dict[int, float]] = {}
    for said in (said for log in logs for said in COMMITTED.finditer(log)):
        at = datetime.fromisoformat(said["at"]).timestamp()
        for seq in range(int(said["first"]), int(said["last"]) + 1):
            found.setdefault(said["ledger"], {})[seq] = at
    return found


Kind = Literal["draw", "result", "break", "time"]
Span = tuple[float, float]
Moments = Mapping[int, float]


@dataclass(frozen=True)
class Wait:
    """A wait for an act that was possible or due `since`, and done `until`, in seconds since the epoch.

    `draw`, `result`, `break`: a call to a table after one of these; `time`: the end of a match's time.
    """

    kind: Kind
    match: str
    since: float
    until: float

    @property
    def seconds(self) -> float:
        """Return how long, at least 0: by the logs of two processes a call may seem to precede its result."""
        return max(0.0, self.until - self.since)


@dataclass
class _Reader:
    """The record read line by line. `ready`, `free`: since when a match, a table is, and after what."""

    moments: Moments
    limit: float
    ready: dict[str, tuple[float, Kind]] = field(default_factory=dict)
    free: dict[str, float] = field(default_factory=dict)
    tables: dict[str, str] = field(default_factory=dict)
    begun: dict[str, float] = field(default_factory=dict)
    breaks: dict[int, Span] = field(default_factory=dict)
    drawn: float = 0

    def read(self, line: dict[str, Any]) -> Iterator[Wait]:
        """Note what the line makes possible, and yield the wait that it ends, if any."""
        data, at = line["data"], moment(line["at"])
        done = self.moments.get(line["seq"], at)
        match line["type"]:
            case "draw.published" | "round.drawn":
                self.drawn = done
            case "seat.filled":
                self.ready[data["match"]] = done, "result"
            case "break.planned":
                self.breaks[data["break"]] = moment(data["begins"]), moment(data["ends"])
            case "sheet.recorded":
                self.free[self.tables.get(data["match"], "")] = done
            case "match.started":
                self.begun[data["match"]] = at
            case "match.placed":
                self.tables[data["match"]] = data["place"]
                yield self._wait_of_call(data["match"], data["place"], done)
            case "match.time_called":
                due = end_of_span(self.begun[data["match"]], self.limit, sorted(self.breaks.values()))
                yield Wait("time", data["match"], due, done)

    def _wait_of_call(self, match: str, table: str, done: float) -> Wait:
        """Return the wait for a call to a table: since match and table were ready, or a break ended."""
        since, kind = self.ready.get(match, (self.drawn, "draw"))
        if self.free.get(table, 0) > since:
            since, kind = self.free[table], "result"
        for begins, ends in self.breaks.values():
            if begins <= since < ends:
                since, kind = ends, "break"
        return Wait(kind, match, since, done)


def waits(record: bytes, moments: Moments, limit: float) -> list[Wait]:
    """Return the wait for every call to a table and every end of time; `limit` of a match is in seconds."""
    reader = _Reader(moments, limit)
    return [wait for line in map(json.loads, record.splitlines()) for wait in reader.read(line)]


def moment(text: str) -> float:
    """Return a moment of the record in seconds since the epoch."""
    return datetime.fromisoformat(text).timestamp()


def end_of_span(begins: float, seconds: float, breaks: Sequence[Span]) -> float:
    """Return when `seconds` have run since `begins`, without the breaks, which are in order."""
    for first, last in breaks:
        if last > begins and begins + seconds > first:
            seconds -= max(0.0, first - begins)
            begins = last
    return begins + seconds


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share (0 to 1) of the values does not exceed; there must be a value."""
    return sorted(values)[ceil(share * len(values)) - 1]
