"""Arithmetic with breaks, in which no match is called, no clock runs and nothing becomes late.

Pure: moments are aware; breaks do not overlap and are in order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class Pause:
    """A break from `begins` until just before `ends`."""

    begins: datetime
    ends: datetime

    def holds(self, moment: datetime) -> bool:
        """Return whether the moment is in the break."""
        return self.begins <= moment < self.ends

    def overlaps(self, other: "Pause") -> bool:
        """Return whether the two breaks overlap."""
        return self.begins < other.ends and other.begins < self.ends


def pause_at(moment: datetime, pauses: Iterable[Pause]) -> Pause | None:
    """Return the break at that moment, or None."""
    return next((pause for pause in pauses if pause.holds(moment)), None)


def running_time(start: datetime, end: datetime, pauses: Iterable[Pause]) -> timedelta:
    """Return the time from `start` to `end` without breaks; zero if the end comes first."""
    stood = (min(end, pause.ends) - max(start, pause.begins) for pause in pauses)
    return max(NONE, end - start - sum((part for part in stood if part > NONE), NONE))


def add_running_time(start: datetime, amount: timedelta, pauses: Sequence[Pause]) -> datetime:
    """Return the moment when `amount` of time without breaks has passed since `start`; never in a break."""
    moment, left = start, amount
    for pause in pauses:
        if pause.ends <= moment:
            continue
        runs = max(NONE, pause.begins - moment)
        if left < runs:
            break
        moment, left = pause.ends, left - runs
    return moment + left


def next_turn(moment: datetime, pauses: Iterable[Pause]) -> datetime | None:
    """Return when the next break begins or ends after that moment, or None."""
    turns = (turn for pause in pauses for turn in (pause.begins, pause.ends) if turn > moment)
    return min(turns, default=None)
