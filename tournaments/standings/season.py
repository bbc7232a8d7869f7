"""The season ranking over finished ranked tournaments (domain.md §2, "Season ranking"). Pure."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from sys import maxsize

NO_PLACE = maxsize
"""Below every place that can be reached."""


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """One player's place and points in one finished tournament; a pair's members have one each."""

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


def rank_season(results: Iterable[SeasonResult]) -> tuple[SeasonRow, ...]:
    """Everyone who has a place, by the sum of points, then by first places, second places, and so on.

    Who is equal to the end shares the rank, and the ranks so covered are left out. Rows that share
    a rank stand by player id.
    """
    by_player: dict[str, list[SeasonResult]] = defaultdict(list)
    for result in results:
        by_player[result.player].append(result)
    ranked = sorted((_merit(of_player), player) for player, of_player in by_player.items())
    rows: list[SeasonRow] = []
    for _, equals in groupby(ranked, key=lambda item: item[0]):
        rank = len(rows) + 1
        rows.extend(_row(rank, player, by_player[player]) for _, player in equals)
    return tuple(rows)


def _merit(results: list[SeasonResult]) -> tuple[Fraction, tuple[tuple[int, int], ...]]:
    """Smaller is better: more points, then more of the best place in which two players differ.

    Places are listed with their counts; who has no more of them counts as last from there on.
    """
    places = sorted(Counter(result.place for result in results).items())
    return -_sum(results), (*((place, -count) for place, count in places), (NO_PLACE, 0))


def _row(rank: int, player: str, results: list[SeasonResult]) -> SeasonRow:
    places = dict(sorted(Counter(result.place for result in results).items()))
    return SeasonRow(rank, player, _sum(results), places, len(results))


def _sum(results: list[SeasonResult]) -> Fraction:
    return sum((result.points for result in results), start=Fraction(0))
