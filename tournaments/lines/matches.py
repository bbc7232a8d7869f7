"""Lines about a match until its sheet, and about its seats."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from core.record.line import Facts, NewLine
from tournaments.lines.integrity import BreakEndedNoted, BreakPlannedNoted
from tournaments.lines.sheets import PlayerLine
from tournaments.lines.values import Hash, Id, Suit


@dataclass(frozen=True, slots=True)
class MatchPlaced(NewLine):
    """The match is called to the table with the label `place`, or moved to it.

    The protocol has `starts` and `judge` for plans; this product leaves both empty.
    """

    type = "match.placed"
    match: Id
    place: str
    starts: datetime | None = None
    judge: Id | None = None


@dataclass(frozen=True, slots=True)
class MatchStarted(NewLine):
    """The game begins."""

    type = "match.started"
    match: Id


@dataclass(frozen=True, slots=True)
class TimeCalled(NewLine):
    """Time is called: the cycle in progress is the last (4.7.1)."""

    type = "match.time_called"
    match: Id


@dataclass(frozen=True, slots=True)
class MatchExtended(NewLine):
    """More time, in minutes; cancels an earlier call of time."""

    type = "match.extended"
    match: Id
    minutes: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFilled(NewLine):
    """The person on a seat, or its new suit. `entry` None: no entry comes; `player` is given for a pair."""

    type = "seat.filled"
    match: Id
    seat: int
    entry: Id | None
    player: Id | None
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class PineapplesChanged(NewLine):
    """The players with a pineapple, for this match and later ones (4.3, Calouro do Chacrinha)."""

    type = "pineapples.changed"
    since = 2
    match: Id
    pineapples: Sequence[Id]


@dataclass(frozen=True, slots=True)
class CutForStarter(Facts):
    """One cut of cards for the first turn; `cards` are in the order of `seats`."""

    seats: Sequence[int]
    cards: Sequence[str]


@dataclass(frozen=True, slots=True)
class StarterNoted(NewLine):
    """The seat that began the game in play (1.4); None: unknown again."""

    type = "starter.noted"
    since = 2
    match: Id
    seat: int | None
    cuts: Sequence[CutForStarter]


@dataclass(frozen=True, slots=True)
class RedrawNoted(NewLine):
    """A player without realms restarts the game (1.4.1)."""

    type = "redraw.noted"
    match: Id
    player: Id


@dataclass(frozen=True, slots=True)
class RedrawTakenBack(NewLine):
    """The redraw was noted for the wrong player."""

    type = "redraw.taken_back"
    since = 2
    match: Id
    player: Id


@dataclass(frozen=True, slots=True)
class GameSeeded(NewLine):
    """A game of kingdoms begins: SHA-256 of the seed for its dice and cards (ADR 0026)."""

    type = "game.seeded"
    match: Id
    sha256: Hash


@dataclass(frozen=True, slots=True)
class GameDrawn(NewLine):
    """A drawn game, with its lines as on a sheet; the match starts again."""

    type = "game.drawn"
    match: Id
    lines: Sequence[PlayerLine]


@dataclass(frozen=True, slots=True)
class GameResumed(NewLine):
    """The latest drawn game was noted by mistake; that game goes on."""

    type = "game.resumed"
    match: Id
    reason: str


@dataclass(frozen=True, slots=True)
class BreakPlanned(NewLine):
    """No match is called and no clock runs from `begins` until `ends`; breaks are numbered from 1."""

    type = "break.planned"
    since = 2
    number: int = field(metadata={"key": "break"})
    begins: datetime
    ends: datetime

    def stand_in(self) -> NewLine:
        """Return the note that the first format has instead."""
        return BreakPlannedNoted(number=self.number, begins=self.begins, ends=self.ends)


@dataclass(frozen=True, slots=True)
class BreakEnded(NewLine):
    """The break ends with this line; one that had not begun is cancelled."""

    type = "break.ended"
    since = 2
    number: int = field(metadata={"key": "break"})

    def stand_in(self) -> NewLine:
        """Return the note that the first format has instead."""
        return BreakEndedNoted(number=self.number)
