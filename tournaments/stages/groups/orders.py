"""The order within each group, and the places of all groups together. Pure."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from tournaments.stages.rounds import Groups
from tournaments.stages.stage_order import StageReason, StageResults, StageRow, order_of_stage


def orders_of_groups(results: StageResults, groups: Groups) -> tuple[StageRow, ...]:
    """Return the rows of the first group, best first, then of the second …; places count within a group."""
    return tuple(row for number, group in enumerate(groups, 1) for row in _order(results, group, number))


def _order(results: StageResults, group: Sequence[str], number: int) -> Iterator[StageRow]:
    """Yield the rows of one group; who was not drawn so far has none."""
    points = {entry: results.points[entry] for entry in group if entry in results.points}
    games = [game for game in results.games if not points.keys().isdisjoint(game.entries)]
    for row in order_of_stage(points, games, results.disqualified):
        yield replace(row, group=number)


@dataclass(frozen=True, slots=True)
class _SharedPlace:
    """Those of all groups with one place in their group."""

    place: int
    entries: tuple[str, ...]
    uncounted: tuple[tuple[int, int], ...]


def merge_groups(rows: Sequence[StageRow], without: Collection[str]) -> Iterator[StageRow]:
    """Yield the places of all groups together: equal places of different groups share one.

    `without` are left out, and the places of the others move up.
    """
    shared = [one for one in _shared_places(rows, without) if one.entries]
    place = 1
    for own, following in zip_longest(shared, shared[1:]):
        why = StageReason("group", {"own": own.place, "next": following.place}) if following else None
        yield StageRow(place, own.entries, why, own.uncounted)
        place += len(own.entries)


def _shared_places(rows: Sequence[StageRow], without: Collection[str]) -> Iterator[_SharedPlace]:
    """Yield the entries of each place of a group, over all groups, by place."""
    best_first = sorted(rows, key=lambda row: row.place)
    for place, equals in groupby(best_first, key=lambda row: row.place):
        those = list(equals)
        left = sorted({entry for row in those for entry in row.entries}.difference(without))
        uncounted = sorted({game for row in those for game in row.uncounted})
        yield _SharedPlace(place, tuple(left), tuple(uncounted))
