"""Lines about the draw: what is promised, what came of it, and that it is taken back."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.record.line import SINCE_2, UNSAID, WHERE_SAID_SINCE_2, Facts, NewLine, Unsaid
from tournaments.lines.values import Hash, Id, Suit


@dataclass(frozen=True, slots=True)
class DrawCommitted(NewLine):
    """The secret of the next draw is promised: SHA-256 of its 32 bytes (ADR 0026)."""

    type = "draw.committed"
    since = 2
    hash: Hash


@dataclass(frozen=True, slots=True)
class Source(Facts):
    """Where a side comes from: the `winner` or the `loser` of a match."""

    match: Id
    take: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeat(Facts):
    """A seat as it was drawn; seats and sides count from 1. Entry and player in round 1, its source later."""

    seat: int
    side: int
    suit: Suit | None
    entry: Id | None
    player: Id | None
    source: Source | None = field(metadata={"key": "from"})


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnMatch(Facts):
    """A match of the bracket; rounds count from 1, and numbers in each of them."""

    match: Id
    round: int
    number: int
    seats: Sequence[DrawnSeat]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawPublished(NewLine):
    """The bracket. `seed` reproduces it: a typed number, or the hash that was derived.

    In the first format it promises nothing: neither `algorithm` nor `secret` nor `word`. `rounds` has the
    entries at each table of each round, `order` everybody, the strongest first. `passed_over` is said where
    entries had a bye or sat at a short table earlier in the season: entries, of the latest tournament first.
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
    matches: Sequence[DrawnMatch]


@dataclass(frozen=True, slots=True)
class DrawWithdrawn(NewLine):
    """No draw stands any more; the old one stays on record."""

    type = "draw.withdrawn"
    reason: str
