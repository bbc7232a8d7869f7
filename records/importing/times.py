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

    `place`: the table's label. `extensions`: their times and minutes. `drawn_games`: the times of earlier
    games.
    """

    place: str | None = None
    called: datetime | None = None
    started: datetime | None = None
    time_called: datetime | None = None
    ended: datetime | None = None
    extensions: tuple[tuple[datetime, int], ...] = ()
    drawn_games: "tuple[Times, ...]" = ()

    @property
    def extra(self) -> int:
        """Return the sum of all extensions in minutes."""
        return sum(minutes for _, minutes in self.extensions)

    def due(self, limit: int | None, pauses: Sequence[Pause]) -> datetime | None:
        """Return when time was to be called; None without a start or a `limit` (minutes).

        An extension counts from that time or from its own, the later one.
        """
        if self.started is None or limit is None:
            return None
        due = add_running_time(self.started, timedelta(minutes=limit), pauses)
        for given, minutes in self.extensions:
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
    """Return the times of every match by code; a match made void loses them, and undoing that restores them.

    For a match without any the mapping gives an empty `Times`.
    `watch` is called with each line that changes times, and with the times of its match before it.
    """
    times: dict[str, Times] = defaultdict(Times)
    forgotten: dict[int, dict[str, Times]] = {}
    for line in lines:
        data, kind = line.data, line.type
        if watch is not None and kind in ("correction.applied", *_CHANGES):
            watch(line, times[data["match"]])
        if kind == "correction.applied":
            _move_void_times(times, forgotten, line, state)
        elif kind in _CHANGES:
            times[data["match"]] = _CHANGES[kind](times[data["match"]], line)
    return times


def _move_void_times(
    times: dict[str, Times], forgotten: dict[int, dict[str, Times]], line: Line, state: State
) -> None:
    """Move the times of matches made void to `forgotten`, and bring back those of an undone correction."""
    correction = state.corrections.get(line.seq)
    forgotten[line.seq] = {
        name: times.pop(name, Times()) for name in (correction.voided if correction else ())
    }
    for effect in line.data["effects"]:
        times.update(forgotten.get(effect.get("of") or -1, {}))


def _with_place(times: Times, line: Line) -> Times:
    """Return the times with the table, and with when the match was called to it."""
    return replace(times, place=line.data["place"], called=moment(line))


def _with_start(times: Times, line: Line) -> Times:
    """Return the times with the start of the match."""
    return replace(times, started=moment(line))


def _with_time_called(times: Times, line: Line) -> Times:
    """Return the times with when time was called."""
    return replace(times, time_called=moment(line))


def _with_extension(times: Times, line: Line) -> Times:
    """Return the times with one more extension; time is no longer called."""
    return replace(
        times, time_called=None, extensions=(*times.extensions, (moment(line), line.data["minutes"]))
    )


def _with_restart(times: Times, line: Line) -> Times:
    """Return the times after a drawn game, when the match starts again; the old ones join `drawn_games`."""
    return replace(
        times, started=moment(line), time_called=None, extensions=(), drawn_games=(*times.drawn_games, times)
    )


def _without_drawn_game(times: Times, line: Line) -> Times:
    """Return the times from before the latest drawn game, at the present table."""
    return replace(times.drawn_games[-1], place=times.place, called=times.called)


def _with_end(times: Times, line: Line) -> Times:
    """Return the times with the end of the match at its first sheet; a later one does not change it."""
    return replace(times, ended=times.ended or moment(line))


_CHANGES = {
    "match.placed": _with_place,
    "match.started": _with_start,
    "match.time_called": _with_time_called,
    "match.extended": _with_extension,
    "game.drawn": _with_restart,
    "game.resumed": _without_drawn_game,
    "sheet.recorded": _with_end,
}
