"""Swiss rounds as a kind of stage. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from core.errors import Violation
from tournaments.bracket.lots import Lots
from tournaments.bracket.shapes import Sizes
from tournaments.stages.advancing import AdvancePreview, preview_of
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS, MostWithBracket, StagePlan
from tournaments.stages.rounds import DrawnRound, Groups, NextRound
from tournaments.stages.stage_order import StageResults, StageRow, order_of_stage
from tournaments.stages.swiss.pairing import ALGORITHM, pair_round, rank, table_sizes

SWISS = "swiss"


@dataclass(frozen=True, slots=True)
class SwissPlan(StagePlan):
    """Swiss rounds. `advance` counts all who go on; club-mates meet only if there is no other way."""

    kind: str = SWISS

    algorithm: ClassVar[str] = ALGORITHM
    takes_late_entries: ClassVar[bool] = True

    @property
    def going_on(self) -> int:
        """Return how many entries go on to the bracket; 0 for no bracket."""
        return self.advance

    @classmethod
    def proposals(cls, entries: int, high: int) -> Iterator["SwissPlan"]:
        """Yield three rounds, then a final at one table; at tables of two, semifinals before it.

        Nothing if all entries fit at one table.
        """
        if entries > high:
            yield cls(3, min(entries, max(high, 4)))

    @classmethod
    def check(cls, values: Mapping[str, Any]) -> Iterator[Violation]:
        """Yield `swiss_rounds_out_of_range` or `advance_out_of_range`."""
        if not 1 <= values["rounds"] <= MAX_ROUNDS:
            yield Violation("swiss_rounds_out_of_range", {"low": 1, "high": MAX_ROUNDS}, "rounds")
        if values["advance"] == 1 or not 0 <= values["advance"] <= MAX_ADVANCE:
            yield Violation("advance_out_of_range", {"low": 2, "high": MAX_ADVANCE}, "advance")

    def rounds_to_play(self, groups: Groups | None, high: int) -> int:
        """Return how many rounds are played at most."""
        return self.rounds

    def next_tables(self, coming: NextRound) -> Sizes:
        """Return the sizes of the tables, byes as tables of one. Raises `Refused` as `table_sizes`."""
        count = len(coming.entries)
        sizes = table_sizes(count, coming.low, coming.high)
        return (*sizes, *(1,) * (count - sum(sizes)))

    def draw_round(self, coming: NextRound, lots: Lots) -> DrawnRound:
        """Return the tables of a round. Raises `Refused` as `table_sizes`."""
        paired = pair_round(coming.entries, low=coming.low, high=coming.high, lots=lots, apart=self.apart)
        return DrawnRound(rank(coming.entries, lots), paired.tables, paired.byes)

    def order(self, results: StageResults) -> tuple[StageRow, ...]:
        """Return one row for each place, best first."""
        return order_of_stage(results.points, results.games, results.disqualified)

    def order_behind(self, results: StageResults, placed: Collection[str]) -> tuple[StageRow, ...]:
        """Return the order without those who have a place in the bracket."""
        return order_of_stage(results.points, results.games, results.disqualified | set(placed))

    def preview(
        self, rows: Sequence[StageRow], live: Collection[str], most: MostWithBracket
    ) -> AdvancePreview:
        """Return who goes on: as many as planned, or the most that are left and have a bracket."""
        left = sum(entry in live for row in rows for entry in row.entries)
        return preview_of(rows, live, most(min(self.advance, left)))
