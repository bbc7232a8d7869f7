"""Input and output of a final classification; all values are plain and frozen."""

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
    """The result of one decided match.

    `placement`: entries by place, tied entries together, the `absent` included. `scores`: the table score of
    each entry, 0 without one, None if uncounted. `winner` is None if there is none. `bye`: a match of one
    side that was not played; it counts only as reaching the next round. `taken_by`: the loser who took the
    winner's seat at the next table after the winner withdrew. `goes_on`: entries of this table with a further
    match: the winner if None, empty for the final and for a table whose correction was annotated (`keep`), or
    a promoted loser. Only a provisional classification reads it. A third-place match is no further match.
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
        """Return the entry whose final place this table's losers are compared by; None without a winner."""
        return self.taken_by or self.winner


@dataclass(frozen=True, slots=True)
class Policy:
    """The coordinator's options.

    `shared_points`: entries that share a place get the exact average of the places it covers, or the higher,
    or the lower. `place_never_played`: whether an entry that never played has a place. `played_before`: who
    played in a stage before the bracket and has a place in any case. `third_place_match`: whether it decides
    between the losers of the semifinals.
    `nobody_won_last`: entries at a table without a winner come after all others of that round; not so in
    records of the first format.
    """

    shared_points: Sharing = "average"
    place_never_played: bool = False
    third_place_match: bool = False
    nobody_won_last: bool = True
    played_before: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """The rule that separates a row from the next.

    `still_playing` {} · `round` {own, next} · `nobody_won` {} · `absent` {} · `table_place` {own, next} ·
    `third_place` {own, next} · `table_score` {own, next} · `winner_place` {own, next}; None is a table
    without a winner or whose winner has no place. `stage` {}: reached the bracket. `stage_points`,
    `stage_opponents`, `stage_placement`, `stage_score` {own, next}: compared by the stage alone. Fractions
    are strings (`"27/2"`).
    """

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One place and the ids of the entries that share it.

    `points` are those of each entry. `open`: they are still playing; the place is provisional and without
    points. `uncounted`: last tables with uncounted cards, so that entries equal up to there are not compared
    by score; counting the cards could change this place. `of_stage`: the kind of stage
    whose order gives the place; "" for the bracket. `counts_places`: its points are those of places at the
    tables, not of wins alone.
    """

    place: int
    entries: tuple[str, ...]
    points: Fraction
    why: PlaceReason | None
    open: bool = False
    uncounted: tuple[Table, ...] = ()
    of_stage: str = ""
    counts_places: bool = False
