"""The season ranking over finished ranked tournaments (domain.md §2, "Season ranking"). Pure."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import attrgetter
from sys import maxsize
from typing import NamedTuple

NO_PLACE = maxsize
"""Sorts after every possible place."""


class SeasonResult(NamedTuple):
    """One player's place and points in one finished tournament; both members of a pair have one each."""

    tournament: str
    player: str
    place: int
    points: Fraction


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """One player of the ranking. `places` counts how often each place was taken, best place first."""

    rank: int
    player: str
    points: Fraction
    places: Mapping[int, int]
    tournaments: int


class _SeasonTotal(NamedTuple):
    """One player's results.

    `merit` is the sort key, smaller is better; points are `parts` of a common whole.
    """

    merit: tuple[int, tuple[tuple[int, int], ...]]
    player: str
    parts: int
    tournaments: int


def rank_season(results: Iterable[SeasonResult]) -> tuple[SeasonRow, ...]:
    """Return all players by total points, then by number of first places, second places, and so on.

    Equal players share a rank, and the next rank counts all of them. Rows with one rank are in order of
    player id. Points are added as integers over a common denominator, because adding thousands of fractions
    is slow.
    """
    by_player: dict[str, list[SeasonResult]] = defaultdict(list)
    for result in results:
        by_player[result.player].append(result)
    whole = lcm(*(result.points.denominator for held in by_player.values() for result in held))
    ranked = sorted(_sum_results(player, held, whole) for player, held in by_player.items())
    rows: list[SeasonRow] = []
    for _, equals in groupby(ranked, key=attrgetter("merit")):
        rank = len(rows) + 1
        rows.extend(_row(rank, taken, whole) for taken in equals)
    return tuple(rows)


def best_results(results: Iterable[SeasonResult], most: int) -> list[SeasonResult]:
    """Return each player's best results, at most `most`: more points first, then the better place."""
    by_player: dict[str, list[SeasonResult]] = defaultdict(list)
    for result in results:
        by_player[result.player].append(result)
    best = (sorted(held, key=lambda one: (-one.points, one.place))[:most] for held in by_player.values())
    return [result for held in best for result in held]


def _sum_results(player: str, results: list[SeasonResult], whole: int) -> _SeasonTotal:
    """Return one player's results with their sort key: more points, then more of the best place that differs.

    A player without any further place sorts last from there on.
    """
    points = (result.points for result in results if result.points)
    parts = sum(one.numerator * (whole // one.denominator) for one in points)
    counts: dict[int, int] = defaultdict(int)
    for result in results:
        counts[result.place] -= 1
    return _SeasonTotal((-parts, (*sorted(counts.items()), (NO_PLACE, 0))), player, parts, len(results))


def _row(rank: int, taken: _SeasonTotal, whole: int) -> SeasonRow:
    """Return a player's row; `whole` is the common denominator of all points."""
    places = {place: -count for place, count in taken.merit[1][:-1]}
    return SeasonRow(rank, taken.player, Fraction(taken.parts, whole), places, taken.tournaments)
