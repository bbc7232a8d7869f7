"""Groups as a kind of stage. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, ClassVar

from core.errors import Refused, Violation
from tournaments.bracket.lots import Lots
from tournaments.bracket.shapes import Sizes
from tournaments.stages.advancing import AdvancePreview, join_previews, preview_of
from tournaments.stages.groups.orders import merge_groups, orders_of_groups
from tournaments.stages.groups.pairing import (
    ALGORITHM,
    PAIRS,
    deal,
    pair_groups,
    rounds_of_circle,
    sizes_of_round,
)
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS, MostWithBracket, StagePlan
from tournaments.stages.rounds import DrawnRound, Groups, NextRound
from tournaments.stages.stage_order import StageResults, StageRow
from tournaments.stages.swiss.pairing import rank

GROUPS = "groups"
MIN_GROUPS, MAX_GROUPS = 2, 32
MAX_OF_A_GROUP = 16
"""How many entries of each group may go on to the bracket."""


@dataclass(frozen=True, slots=True)
class GroupsPlan(StagePlan):
    """Groups that play at most `rounds` games an entry. `advance` counts those who go on from each group.

    Club-mates are dealt into different groups if they are to be apart. Groups take no one in later.
    """

    groups: int = MIN_GROUPS
    kind: str = GROUPS

    algorithm: ClassVar[str] = ALGORITHM
    takes_late_entries: ClassVar[bool] = False

    @property
    def going_on(self) -> int:
        """Return how many entries go on to the bracket in all, if enough are left; 0 for no bracket."""
        return self.groups * self.advance

    @classmethod
    def proposals(cls, entries: int, high: int) -> Iterator["GroupsPlan"]:
        """Yield groups of about two tables, of four at tables of two; two games each, or everyone met once.

        The best two of each group go on, or else the best one.
        """
        size, rounds = (4, 3) if high == PAIRS else (2 * high, 2)
        usual = max(MIN_GROUPS, round(entries / size))
        for groups in (usual, usual + 1, max(MIN_GROUPS, usual - 1)):
            yield from (cls(rounds, advance, groups=min(groups, MAX_GROUPS)) for advance in (2, 1))

    @classmethod
    def check(cls, values: Mapping[str, Any]) -> Iterator[Violation]:
        """Yield `groups_out_of_range`, `group_rounds_out_of_range` or `group_advance_out_of_range`."""
        if not MIN_GROUPS <= values["groups"] <= MAX_GROUPS:
            yield Violation("groups_out_of_range", {"low": MIN_GROUPS, "high": MAX_GROUPS}, "groups")
        if not 1 <= values["rounds"] <= MAX_ROUNDS:
            yield Violation("group_rounds_out_of_range", {"low": 1, "high": MAX_ROUNDS}, "rounds")
        most = min(MAX_OF_A_GROUP, MAX_ADVANCE // max(values["groups"], 1))
        if not 0 <= values["advance"] <= most:
            yield Violation("group_advance_out_of_range", {"low": 0, "high": most}, "advance")

    def rounds_to_play(self, groups: Groups | None, high: int) -> int:
        """Return how many rounds are played: at tables of two not more than the longest circle has."""
        if groups is None or high != PAIRS:
            return self.rounds
        return min(self.rounds, max(rounds_of_circle(len(group)) for group in groups))

    def next_tables(self, coming: NextRound) -> Sizes:
        """Return the sizes of the tables, byes as tables of one. Raises `Refused` as `draw_round`."""
        live = [entry.entry for entry in coming.entries]
        groups = coming.groups or self._deal(live, {})
        sizes = sizes_of_round(groups, coming)
        _require_match(sizes, len(live))
        return sizes

    def draw_round(self, coming: NextRound, lots: Lots) -> DrawnRound:
        """Return the tables of a round; the first one deals the groups.

        Raises `Refused` `groups_too_many` if a group would have one entry only, `no_tables` if one fits no
        tables of this type, `too_few_entries` if there is no match left for those who play.
        """
        ranked = rank(coming.entries, lots)
        clubs = {entry.entry: entry.club for entry in ranked} if self.apart else {}
        groups = coming.groups or self._deal([entry.entry for entry in ranked], clubs)
        found = pair_groups(groups, ranked, coming, lots)
        tables = tuple(chain.from_iterable(one.tables for one in found))
        byes = tuple(chain.from_iterable(one.byes for one in found))
        _require_match((*tables, *byes), len(ranked))
        return DrawnRound(ranked, tables, byes, None if coming.groups else groups)

    def _deal(self, order: Sequence[str], clubs: Mapping[str, str | None]) -> tuple[tuple[str, ...], ...]:
        """Return the groups. Raises `Refused` `groups_too_many`."""
        most = len(order) // 2
        if self.groups > most:
            facts = {"entries": len(order), "groups": self.groups, "most": most}
            raise Refused([Violation("groups_too_many", facts, "entries")])
        return deal(order, self.groups, clubs)

    def order(self, results: StageResults) -> tuple[StageRow, ...]:
        """Return the rows of the first group, best first, then of the second …"""
        return orders_of_groups(results, results.groups or ())

    def order_behind(self, results: StageResults, placed: Collection[str]) -> tuple[StageRow, ...]:
        """Return the places of all groups together, of those who have none in the bracket."""
        return tuple(merge_groups(self.order(results), placed))

    def apart_in_bracket(self, results: StageResults) -> Mapping[str, str]:
        """Return the number of the group of each entry."""
        numbered = enumerate(results.groups or (), 1)
        return {entry: str(number) for number, group in numbered for entry in group}

    def preview(
        self, rows: Sequence[StageRow], live: Collection[str], most: MostWithBracket
    ) -> AdvancePreview:
        """Return who goes on: the best `advance` of each group, or all of a group that has fewer left.

        If so many together have no bracket, the number for each group falls by one until they have one,
        or to 0.
        """
        groups = [[row for row in rows if row.group == number] for number in sorted(_group_numbers(rows))]
        left = [sum(entry in live for row in group for entry in row.entries) for group in groups]
        fitting = (each for each in range(self.advance, 0, -1) if _has_bracket(left, each, most))
        each = next(fitting, 0)
        found = [preview_of(group, live, min(each, many)) for group, many in zip(groups, left, strict=True)]
        return join_previews(rows, found)


def _group_numbers(rows: Sequence[StageRow]) -> set[int]:
    return {row.group for row in rows if row.group is not None}


def _has_bracket(left: Sequence[int], each: int, most: MostWithBracket) -> bool:
    """Return whether a bracket exists for so many of each group, or all if fewer are left in it."""
    going = sum(min(each, many) for many in left)
    return most(going) == going


def _require_match(matches: Sequence[object], entries: int) -> None:
    """Raise `Refused` `too_few_entries` if a round has no match."""
    if not matches:
        raise Refused([Violation("too_few_entries", {"entries": entries, "least": 2}, "entries")])
