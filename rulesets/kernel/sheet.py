"""What a judge writes down about one match, in the terms that all games share.

A *side* is who plays for one result: a player, or a pair. A *line* is one player's line on the
sheet; what is counted on it (`counts`) is the game's own affair. Sides are numbered from 1 in
seating order at that match. All values are plain and frozen: this module knows no database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.errors import Violation


class EndedBy(StrEnum):
    """How a match can end (chapter 4; concession, disqualification and ruling are ours)."""

    WIN_CONDITION = "win_condition"
    DECKED_OUT = "decked_out"
    TIME = "time"
    WALKOVER = "walkover"
    CONCESSION = "concession"
    DISQUALIFICATION = "disqualification"
    RULING = "ruling"
    BYE = "bye"
    NONE_ADVANCES = "nobody"


class Out(StrEnum):
    """How a player left the game before its end."""

    DECKED_OUT = "decked_out"
    CONCEDED = "conceded"
    DISQUALIFIED = "disqualified"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True)
class SeatAt:
    """One seat of the table: `player` is an opaque id."""

    side: int
    player: str


@dataclass(frozen=True, slots=True)
class Situation:
    """What the sheet is judged against: who sits at the table and how far the match got.

    `decided`: an earlier version of the sheet stood, so that this one corrects it. Only then may a
    disqualification leave several sides in the game, or none: the next in the placement wins.
    """

    seats: tuple[SeatAt, ...]
    started: bool = True
    time_called: bool = False
    decided: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line. `out_order` is 1…k for those who ran out of cards or conceded.

    `counts` None: these cards were not counted, which is not zero; numbers left out of `counts` are 0.
    """

    player: str
    counts: Mapping[str, int] | None = field(default_factory=dict)
    out: Out | None = None
    out_order: int | None = None

    @property
    def numbers(self) -> Mapping[str, int]:
        """Return the counts; empty if they were not counted. Use `counts` if that makes a difference."""
        return self.counts if self.counts is not None else {}


@dataclass(frozen=True, slots=True)
class Cut:
    """One cut of cards among the `sides` still tied for first place, in the same order."""

    sides: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was recorded. `winner` is the side declared by the judge, None if the rules tell.

    The judge declares a winner for `win_condition` and `ruling`; for every other ending the
    winner follows from the lines (and the cuts), and a declared one that differs is refused.
    """

    ended_by: EndedBy
    lines: tuple[Line, ...] = ()
    winner: int | None = None
    cuts: tuple[Cut, ...] = ()
    reason: str = ""


Places = tuple[tuple[int, ...], ...]
"""Numbers of sides by place, those who share a place together: `((2,), (1, 3))`."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of a sheet.

    `violations` empty and `open_tie` empty: the sheet stands, `winner` and `placement` are final.
    `open_tie`: the sides that must cut cards before the sheet can be confirmed.
    `is_draw`: the game has no winner. That is no result, so `violations` holds `game_drawn` and nothing
    else: the draw is noted (`game.drawn` in the record) and the match is played again.
    `placement` is empty for a sheet with violations.
    `scores`: the table score of every side, 0 for a side that is out, None for one that was not counted.
    """

    violations: tuple[Violation, ...] = ()
    warnings: tuple[Violation, ...] = ()
    winner: int | None = None
    placement: Places = ()
    scores: Mapping[int, int | None] = field(default_factory=dict)
    open_tie: tuple[int, ...] = ()
    is_draw: bool = False

    @property
    def stands(self) -> bool:
        """Return whether the sheet can be confirmed as it is."""
        return not self.violations and not self.open_tie
