"""Lines about the draw: commitment, bracket, rounds of a stage, its end, withdrawals."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.record.line import SINCE_2, UNSAID, WHERE_SAID_SINCE_2, Facts, NewLine, Unsaid
from tournaments.lines.values import Hash, Id, Points, Suit


@dataclass(frozen=True, slots=True)
class DrawCommitted(NewLine):
    """The commitment to the secret of the next draw: SHA-256 of its 32 bytes (ADR 0026)."""

    type = "draw.committed"
    since = 2
    hash: Hash


@dataclass(frozen=True, slots=True)
class Source(Facts):
    """The match that feeds a side, by its `winner` or its `loser`.

    `side`: in the second chance, the side there whose loser comes; if it won, the loser of side 1 comes.
    """

    match: Id
    take: str
    side: int | Unsaid = field(default=UNSAID, metadata=WHERE_SAID_SINCE_2)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat(Facts):
    """A seat of the drawn bracket; seats and sides count from 1.

    Round 1 has the entry and, for a pair, the player; later rounds have the source.
    """

    seat: int
    side: int
    suit: Suit | None
    entry: Id | None
    player: Id | None
    source: Source | None = field(metadata={"key": "from"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMatch(Facts):
    """A match of the bracket; rounds count from 1, and so do numbers in each round."""

    match: Id
    round: int
    number: int
    seats: Sequence[DrawnSeat]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPublished(NewLine):
    """The draw of the bracket is published.

    `seed` reproduces it: a typed number, or the derived hash. The first format has no commitment: neither
    `algorithm` nor `secret` nor `word`. `rounds` has the number of entries at each table of each round;
    `order` all entries, strongest first. `passed_over` is present if entries had a bye or short table earlier
    in the season: a list of entries for each tournament, latest first. `second_chance`: the tables of each of
    its rounds, the first beside round 2, without byes; present if there is one.
    """

    type = "draw.published"
    method: str
    algorithm: str | None = field(metadata=SINCE_2)
    secret: Hash | None = field(metadata=SINCE_2)
    word: str | None = field(metadata=SINCE_2)
    seed: int | Hash | None
    order: Sequence[Id]
    passed_over: Sequence[Sequence[Id]] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID_SINCE_2)
    shape: Literal["default", "chosen"]
    rounds: Sequence[Sequence[int]]
    second_chance: Sequence[Sequence[int]] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID_SINCE_2)
    matches: Sequence[DrawnMatch]


@dataclass(frozen=True, slots=True)
class RankedEntry(Facts):
    """An entry before a Swiss round, with its points in the stage."""

    entry: Id
    points: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(NewLine):
    """A round of a stage before the bracket; rounds count over the whole tournament.

    `order` has everyone who plays on, most points first. `groups`: as the first round of groups dealt them;
    only there. A bye is a match of one side.
    """

    type = "round.drawn"
    since = 2
    stage: int
    round: int
    algorithm: str
    secret: Hash
    word: str
    seed: Hash
    order: Sequence[RankedEntry]
    groups: Sequence[Sequence[Id]] | Unsaid = field(default=UNSAID, metadata=WHERE_SAID_SINCE_2)
    matches: Sequence[DrawnMatch]


@dataclass(frozen=True, slots=True)
class StagePlace(Facts):
    """A place of a stage, shared by `entries`; `why` separates it from the next, null at the last.

    `group`: the number of the group within which the place is; only in a stage of groups.
    """

    group: int | Unsaid = field(default=UNSAID, kw_only=True, metadata=WHERE_SAID_SINCE_2)
    place: int
    entries: Sequence[Id]
    why: str | None


@dataclass(frozen=True, slots=True)
class StageCut(Facts):
    """A cut of cards for the last places that go on: who was `tied` there, and who of them `won`."""

    tied: Sequence[Id]
    won: Sequence[Id]


@dataclass(frozen=True, slots=True)
class StageClosed(NewLine):
    """The end of a stage: its order, and who goes on, best first; no one if no bracket follows."""

    type = "stage.closed"
    since = 2
    stage: int
    order: Sequence[StagePlace]
    advance: Sequence[Id]
    cut: StageCut | None


@dataclass(frozen=True, slots=True)
class DrawWithdrawn(NewLine):
    """The draw is withdrawn; it stays in the record."""

    type = "draw.withdrawn"
    reason: str


@dataclass(frozen=True, slots=True)
class RoundWithdrawn(NewLine):
    """The latest round of a stage is withdrawn, before any of its matches began; it can be drawn again."""

    type = "round.withdrawn"
    since = 2
    stage: int
    round: int
    reason: str
