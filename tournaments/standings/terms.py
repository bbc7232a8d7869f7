"""What a final classification is made from and what it says; all values are plain and frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rulesets.kernel.points import Sharing

Score = int | Fraction
Table = tuple[int, int]
"""Round and number of a match."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of one match that is decided.

    `placement`: entries by place, tied entries together; who was `absent` stands there too.
    `scores`: the table score of each entry, 0 where it has none, None if uncounted. `winner` is None
    if there is none.
    `bye`: a match of one side that was not played; it counts as reaching the next round only.
    `taken_by`: the loser who took the winner's seat at the next table after the winner withdrew.
    `goes_on`: who of this table has a further match: the winner where None is given, none for the
    final and for a table whose correction was annotated (`keep`), and a loser who was promoted. Only a
    provisional classification asks. A third-place match is no further match.
    """

    round: int
    number: int
    placement: tuple[tuple[str, ...], ...]
    scores: Mapping[str, Score | None] = field(default_factory=dict)
    absent: frozenset[str] = frozenset()
    winner: str | None = None
    third_place: bool = False
    bye: bool = False
    goes_on: frozenset[str] | None = None
    taken_by: str | None = None

    @property
    def counts_as(self) -> str | None:
        """The entry whose final place this table has, None if it has no winner."""
        return self.taken_by or self.winner


@dataclass(frozen=True, slots=True)
class Policy:
    """The coordinator's options.

    `shared_points`: what sharers of a place get: the exact average of the places they cover, or all of
    them the higher, or the lower. `place_never_played`: whether who never played has a place.
    `third_place_match`: whether such a match decides between the losers of the semifinals.
    `nobody_won_last`: who sat at a table without a winner stands behind all others of that round; not so in
    records of the first format.
    """

    shared_points: Sharing = "average"
    place_never_played: bool = False
    third_place_match: bool = False
    nobody_won_last: bool = True


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """The rule that separates a row from the next.

    `still_playing` {} · `round` {own, next} · `nobody_won` {} · `absent` {} · `table_place` {own, next} ·
    `third_place` {own, next} · `table_score` {own, next} · `winner_place` {own, next}, where None
    is a table without a winner or whose winner has no place. Fractions are strings (`"27/2"`).
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One place and everybody who shares it, by id. `points` are those of each entry.

    `open`: these are still playing; the place is where they stand now, and they have no points yet.
    `uncounted`: the last tables at which cards were left uncounted, so that no one who was equal up to there,
    these entries among them, is compared by score; counting them could change this place.
    """

    place: int
    entries: tuple[str, ...]
    points: Fraction
    why: PlaceReason | None
    open: bool = False
    uncounted: tuple[Table, ...] = ()
