"""What a table costs, as one whole number whose higher digits count first. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm
from typing import Protocol

Table = list[int]
"""Places in the ranked order, from 0."""


class EntryFacts(Protocol):
    """The facts about an entry that a table's cost depends on."""

    @property
    def entry(self) -> str: ...
    @property
    def points(self) -> Fraction | int: ...
    @property
    def opponents(self) -> tuple[str, ...]: ...
    @property
    def byes(self) -> int: ...
    @property
    def short_tables(self) -> int: ...
    @property
    def club(self) -> str | None: ...


class TableCosts:
    """The costs of tables whose members are places in the ranked order, from 0.

    A cost is `rematch` × rematches + `spread` × scaled points + `short` × repeated short tables + mates. Each
    weight is larger than all that may stand behind it, so that sums compare part by part.
    """

    def __init__(
        self, ranked: Sequence[EntryFacts], sizes: Sequence[int], apart: bool, *, soft: int = 0
    ) -> None:
        """Weigh what matters; `soft`: how many of the smallest differences in points a rematch is worth."""
        self._given = ranked, sizes, apart
        self.largest = max(sizes)
        self.scale = lcm(*(Fraction(entry.points).denominator for entry in ranked))
        self.points = [int(entry.points * self.scale) for entry in ranked]
        earlier = [entry.byes + entry.short_tables for entry in ranked]
        self.short = sum(size * (size - 1) // 2 for size in sizes) + 1
        self.spread = self.short * (sum(earlier) + 1)
        self.rematch = self.spread * (len(sizes) * (self.points[0] - self.points[-1]) + 1)
        gaps = [more - fewer for more, fewer in pairwise(self.points) if more > fewer]
        self.unit = self.spread * min(gaps, default=1)
        self.rematch = self.unit * soft or self.rematch
        self._earlier = [self.short * times for times in earlier]
        self._pair_costs = _pair_costs(ranked, self.rematch, apart)

    def softened(self, soft: int) -> "TableCosts":
        """Return the costs of the same entries with rematches that can be outweighed."""
        return TableCosts(*self._given, soft=soft)

    def cost_of(self, table: Sequence[int]) -> int:
        """Return the cost of one table; its members in any order."""
        total = self.spread_of(table)
        for place, member in enumerate(table):
            pairs = self._pair_costs[member]
            for other in table[:place]:
                total += pairs[other]
        if len(table) < self.largest:
            total += sum(self._earlier[member] for member in table)
        return total

    def spread_of(self, table: Sequence[int]) -> int:
        """Return the part of the cost that comes from points; a higher place has no more points."""
        return (self.points[min(table)] - self.points[max(table)]) * self.spread

    def parts(self, tables: Iterable[Sequence[int]]) -> tuple[int, Fraction, int, int]:
        """Return rematches, spread, repeated short tables and mates of all tables."""
        rematches, rest = divmod(sum(map(self.cost_of, tables)), self.rematch)
        spread, rest = divmod(rest, self.spread)
        short, mates = divmod(rest, self.short)
        return rematches, Fraction(spread, self.scale), short, mates


def _pair_costs(ranked: Sequence[EntryFacts], rematch: int, apart: bool) -> list[list[int]]:
    """Return the cost of each two places at one table, without points."""
    places = {entry.entry: place for place, entry in enumerate(ranked)}
    pairs = [[0] * len(ranked) for _ in ranked]
    for place, entry in enumerate(ranked):
        for code, times in Counter(entry.opponents).items():
            other = places.get(code, place)
            if other != place:
                pairs[place][other] = pairs[other][place] = max(pairs[place][other], rematch * times)
    for one, other in _pairs_of_mates(ranked) if apart else ():
        pairs[one][other] += 1
        pairs[other][one] += 1
    return pairs


def _pairs_of_mates(ranked: Sequence[EntryFacts]) -> Iterable[tuple[int, int]]:
    """Yield each two places with entries of one club."""
    clubs: dict[str, list[int]] = {}
    for place, entry in enumerate(ranked):
        if entry.club:
            clubs.setdefault(entry.club, []).append(place)
    for places in clubs.values():
        yield from combinations(places, 2)
