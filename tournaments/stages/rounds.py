"""What the draw of a round of a stage depends on, and what comes out. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

Groups = Sequence[Sequence[str]]
"""The codes of the entries of each group, as they were dealt into it."""


def numbers_by_entry(groups: Groups) -> dict[str, int]:
    """Return the number of each entry's group, from 1."""
    return {entry: number for number, group in enumerate(groups, 1) for entry in group}


@dataclass(frozen=True, slots=True)
class RoundEntry:
    """What the draw of a round knows of an entry before it.

    `opponents`: the code of everyone it met, as often as they met; codes of entries that left are allowed.
    `club`: who has the same one is a club-mate; None for no club.
    """

    entry: str
    points: Fraction | int = 0
    opponents: tuple[str, ...] = ()
    byes: int = 0
    short_tables: int = 0
    club: str | None = None


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round before its draw: its number within the stage from 1, the entries that play, the table sizes.

    `low` and `high` are the tournament's sizes, `least` is the smallest table that the type can be played at.
    `groups`: as the first round dealt them; None before it, and for a kind without groups.
    """

    number: int
    entries: Sequence[RoundEntry]
    low: int
    high: int
    groups: Groups | None = None
    least: int = 2


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The tables of a round in the order of its matches, with byes after them; members by rank.

    `order`: everyone who is drawn, most points first. `groups`: those that this round dealt; None if none.
    """

    order: tuple[RoundEntry, ...]
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    groups: Groups | None = None
