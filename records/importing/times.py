"""When matches were called, started and ended, from a record's lines."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from checker.reading.lines import Line
from core.errors import Impossible
from records.importing.replay.state import State
from tournaments.pauses import Pause, add_running_time


@dataclass(frozen=True, slots=True)
class Times:
    """The times of one match; None if it did not happen, or became void.

    `more`: extensions in minutes, with their times; `before`: the drawn games.
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
        """Return the sum of all extensions in minutes."""
        return sum(minutes for _, minutes in self.more)

    def due(self, limit: int | None, pauses: Sequence[Pause]) -> datetime | None:
        """Return when time was to be called; an extension counts from that time or from its own, the later
        one.
        """
        if self.started is None or limit is None:
            return None
        due = add_running_time(self.started, timedelta(minutes=limit), pauses)
        for given, minutes in self.more:
            due = add_running_time(max(due, given), timedelta(minutes=minutes), pauses)
        return due


def moment(line: Line) -> datetime:
    """Return when a line was written. Raise `Impossible` for a line that no checker would accept."""
    found = parse_datetime(line.at)
    if found is None:
        raise Impossible(f"line {line.seq} has no time")
    return found


def times_of(
    lines: Sequence[Line], state: State, watch: Callable[[Line, Times], None] | None = None
) -> Mapping[str, Times]:
    """Return the times of every match; a replay clears them, and undoing it restores them.

    `watch` is called with every such line and the match's times before it.
    """
    times: dict[str, Times] = defaultdict(Times)
    forgotten: dict[int, dict[str, Times]] = {}
    for line in lines:
        data, kind = line.data, line.type
        if watch is not None and kind in ("correction.applied", *_CHANGES):
            watch(line, times[data["match"]])
        if kind == "correction.applied":
            _void(times, forgotten, line, state)
        elif kind in _CHANGES:
            times[data["match"]] = _CHANGES[kind](times[data["match"]], line)
    return times


def _void(times: dict[str, Times], forgotten: dict[int, dict[str, Times]], line: Line, state: State) -> None:
    """Forget the times of matches that a correction made void, so that an undo brings them back."""
    correction = state.corrections.get(line.seq)
    forgotten[line.seq] = {
        name: times.pop(name, Times()) for name in (correction.voided if correction else ())
    }
    for effect in line.data["effects"]:
        times.update(forgotten.get(effect.get("of") or -1, {}))


def _placed(times: Times, line: Line) -> Times:
    return replace(times, place=line.data["place"], called=moment(line))


def _started(times: Times, line: Line) -> Times:
    return replace(times, started=moment(line))


def _time_called(times: Times, line: Line) -> Times:
    return replace(times, time_called=moment(line))


def _extended(times: Times, line: Line) -> Times:
    return replace(times, time_called=None, more=(*times.more, (moment(line), line.data["minutes"])))


def _drawn(times: Times, line: Line) -> Times:
    """Restart the match after a drawn game."""
    return replace(times, started=moment(line), time_called=None, more=(), before=(*times.before, times))


def _resumed(times: Times, line: Line) -> Times:
    return replace(times.before[-1], place=times.place, called=times.called)


def _sheet_recorded(times: Times, line: Line) -> Times:
    """End the match at its first sheet; a later one does not change that time."""
    return replace(times, ended=times.ended or moment(line))


_CHANGES = {
    "match.placed": _placed,
    "match.started": _started,
    "match.time_called": _time_called,
    "match.extended": _extended,
    "game.drawn": _drawn,
    "game.resumed": _resumed,
    "sheet.recorded": _sheet_recorded,
}
