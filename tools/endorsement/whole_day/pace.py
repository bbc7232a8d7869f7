"""How a day is divided by sixty: a minute of it takes a second, its time limit of an hour takes a minute."""

from dataclasses import dataclass

SPEED = 60
MINUTE = 60 / SPEED  # seconds
HOUR = 60  # minutes of the day: the time limit of a match
LIMIT = HOUR // SPEED  # minutes, as the product takes it


@dataclass(frozen=True)
class Pace:
    """A day: how large; in minutes of it how long matches last, lunch, and how soon one kill follows another.

    `walk`: until a judge has gone to a table that was called, at most. `alone`: whether it has the machine
    for itself, so that its figures are worth something.
    """

    entries: int
    tables: int
    judges: int
    shortest: float = 20
    longest: float = 75
    walk: float = 5
    lunch: float = 45
    between: float = 5
    alone: bool = True


def seconds(minutes: float) -> float:
    """What so many minutes of the day take."""
    return minutes * MINUTE
