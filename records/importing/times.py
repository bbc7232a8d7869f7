"""When matches were called, started and ended, read from a record's lines."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from core.errors import Impossible
from records.checker.format.reading import Raw
from records.checker.replay.state import State
from tournaments.pauses import Pause, after


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of one match; None where it did not happen, or was made void.

    `more`: minutes beyond the limit, and when they were given; `before`: the games that nobody won.
    """

    place: str | None = None
    called: datetime | None = None
    started: datetime | None = None
    time_called: datetime | None = None
    ended: datetime | None = None
    more: tuple[tuple[datetime, int], ...] = ()
    before: "tuple[Times, ...]" = ()

    @property
    def extra(self) -> int:
        """All the minutes beyond the limit."""
        return sum(minutes for _, minutes in self.more)

    def due(self, limit: int | None, pauses: Sequence[Pause]) -> datetime | None:
        """When time was to be called: more minutes count from its end, or from when they were given."""
        if self.started is None or limit is None:
            return None
        due = after(self.started, timedelta(minutes=limit), pauses)
        for given, minutes in self.more:
            due = after(max(due, given), timedelta(minutes=minutes), pauses)
        return due


def moment(raw: Raw) -> datetime:
    """When a line was written; `Impossible` for a line that no checker would pass."""
    found = parse_datetime(raw.value["at"])
    if found is None:
        raise Impossible(f"line {raw.seq} has no time")
    return found


def times_of(
    lines: Sequence[Raw], state: State, watch: Callable[[Raw, Times], None] | None = None
) -> Mapping[str, Times]:
    """The times of every match; a replay forgets them, undoing it brings them back.

    `watch` is told of every such line and of the match's times before it.
    """
    times: dict[str, Times] = defaultdict(Times)
    forgotten: dict[int, dict[str, Times]] = {}
    for raw in lines:
        data, kind = raw.value["data"], raw.value["type"]
        if watch is not None and kind in ("correction.applied", *_CHANGES):
            watch(raw, times[data["match"]])
        if kind == "correction.applied":
            _void(times, forgotten, raw, state)
        elif kind in _CHANGES:
            times[data["match"]] = _CHANGES[kind](times[data["match"]], raw)
    return times


def _void(times: dict[str, Times], forgotten: dict[int, dict[str, Times]], raw: Raw, state: State) -> None:
    correction = state.corrections.get(raw.seq)
    forgotten[raw.seq] = {
        name: times.pop(name, Times()) for name in (correction.voided if correction else ())
    }
    for effect in raw.value["data"]["effects"]:
        times.update(forgotten.get(effect.get("of") or -1, {}))


def _placed(times: Times, raw: Raw) -> Times:
    return replace(times, place=raw.value["data"]["place"], called=moment(raw))


def _started(times: Times, raw: Raw) -> Times:
    return replace(times, started=moment(raw))


def _time_called(times: Times, raw: Raw) -> Times:
    return replace(times, time_called=moment(raw))


def _extended(times: Times, raw: Raw) -> Times:
    return replace(times, time_called=None, more=(*times.more, (moment(raw), raw.value["data"]["minutes"])))


def _drawn(times: Times, raw: Raw) -> Times:
    """The match begins anew."""
    return replace(times, started=moment(raw), time_called=None, more=(), before=(*times.before, times))


def _resumed(times: Times, raw: Raw) -> Times:
    return replace(times.before[-1], place=times.place, called=times.called)


def _ended(times: Times, raw: Raw) -> Times:
    return replace(times, ended=times.ended or moment(raw))


_CHANGES = {
    "match.placed": _placed,
    "match.started": _started,
    "match.time_called": _time_called,
    "match.extended": _extended,
    "game.drawn": _drawn,
    "game.resumed": _resumed,
    "sheet.recorded": _ended,
}
