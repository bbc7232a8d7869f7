"""The hall of a Swiss round: what it costs to sit together, and the tables that cost least."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, cycle, pairwise
from math import lcm

from checker.draw.lots import shuffled

FEW = 12
"""Up to so many entries all ways to seat them are compared."""
STEPS, NUMBERS, REACH, REMATCH, HEAT = 120_000, 4096, 8, 3, 6
"""Of annealing: steps, random numbers, how far away who comes may stand, two weights."""

Cost = tuple[int, int, int, int]
"""Rematches, difference of points (times `Hall.scale`), short tables again, mates.

The first that differs decides.
"""
Members = tuple[int, ...]
"""Who sits at a table: places in the rank order, from 0."""
Tables = list[Members]
FREE: Cost = (0, 0, 0, 0)


@dataclass(frozen=True)
class StageEntry:
    """An entry before a round; `met`: code → how often they met, `short`: byes and short tables so far."""

    code: str
    points: Fraction | int
    met: Mapping[str, int]
    byes: int
    short: int
    group: str | None = None


@dataclass(frozen=True)
class Way:
    """How the first entries may sit at tables of neighbours: the cost, the last table, and what is before."""

    cost: Cost
    table: Members
    before: "Way | None"

    @property
    def tables(self) -> Tables:
        """Return all tables, the highest first."""
        found, way = [], self
        while way.before:
            found.append(way.table)
            way = way.before
        return found[::-1]


class Hall:
    """The entries of a round in rank order, and the sizes of its tables, larger ones first.

    `scale`: by which points are multiplied in costs, so that all are whole numbers. `levels` are these.
    """

    def __init__(self, order: Sequence[StageEntry], sizes: Sequence[int], *, apart: bool) -> None:
        self.order, self.sizes, self.apart = order, sizes, apart
        self.scale = lcm(*(Fraction(entry.points).denominator for entry in order))
        self.levels = [int(entry.points * self.scale) for entry in order]
        self._known: dict[Members, Cost] = {}

    def tables(self, seed: str) -> Tables:
        """Return the tables of `swiss/1`, the one with the highest entry first."""
        first, floor = self.cut(self.cost), self.floor
        if self.total(first) == floor:
            return first
        if len(self.order) <= FEW:
            return min([first, *all_seatings(tuple(range(len(self.order))), self.sizes)], key=self.total)
        return sorted(tuple(sorted(table)) for table in Walk(self, first).best(floor, seed))

    def total(self, tables: Sequence[Members]) -> Cost:
        """Return what tables cost together."""
        return _sum_costs(*map(self.cost, tables))

    def cost(self, table: Members) -> Cost:
        """Return what one table costs, cached; its members in ascending order."""
        if table not in self._known:
            self._known[table] = self._compute_cost(table)
        return self._known[table]

    def _compute_cost(self, table: Members) -> Cost:
        members = [self.order[place] for place in table]
        pairs = list(combinations(members, 2))
        mates = [1 for one, two in pairs if one.group and one.group == two.group]
        return (
            sum(one.met.get(two.code, 0) for one, two in pairs),
            self.levels[table[0]] - self.levels[table[-1]],
            sum(entry.short for entry in members) if len(members) < self.sizes[0] else 0,
            len(mates) if self.apart else 0,
        )

    @property
    def floor(self) -> Cost:
        """The least cost that tables can have: that of neighbours of whom none has met."""
        alone = self.cut(lambda table: (0, self.cost(table)[1], 0, 0))
        return (0, self.total(alone)[1], 0, 0)

    def cut(self, cost: Callable[[Members], Cost]) -> Tables:
        """Return the cheapest tables of neighbours; of equal ways the one whose last tables are small."""
        large, small = self.sizes[0], self.sizes[-1]
        many = self.sizes.count(large)
        best = {(0, 0): Way(FREE, (), None)}
        for larger in range(many + 1):
            for smaller in range(len(self.sizes) - many + 1):
                end = larger * large + smaller * small
                lasts = [(small, best.get((larger, smaller - 1))), (large, best.get((larger - 1, smaller)))]
                found = [_with_table(way, tuple(range(end - size, end)), cost) for size, way in lasts if way]
                if found:
                    best[larger, smaller] = min(found, key=lambda way: way.cost)
        return best[many, len(self.sizes) - many].tables

    @property
    def gap(self) -> int:
        """The smallest difference above 0 between two points, times `scale`; 1 if all are equal."""
        known = sorted(set(self.levels))
        return min((more - fewer for fewer, more in pairwise(known)), default=1)

    @property
    def weights(self) -> Cost:
        """What each part of a cost weighs where a rematch is worth a few of the smallest differences."""
        short = 1 + sum(size * (size - 1) // 2 for size in self.sizes)
        points = short * (1 + sum(entry.short for entry in self.order))
        return REMATCH * self.gap * points, points, short, 1


def _with_table(way: Way, table: Members, cost: Callable[[Members], Cost]) -> Way:
    """Return a way with one table more."""
    return Way(_sum_costs(way.cost, cost(table)), table, way)


def _sum_costs(*costs: Cost) -> Cost:
    one, two, three, four = (sum(parts) for parts in zip(FREE, *costs, strict=True))
    return one, two, three, four


def all_seatings(free: Members, sizes: Sequence[int]) -> Iterator[Tables]:
    """Yield every way to seat these at tables of these sizes, each way once.

    The first of `free` sits at the next table; larger tables are tried first.
    """
    if not free:
        yield []
    for size in sorted(set(sizes), reverse=True):
        rest = [*sizes]
        rest.remove(size)
        for mates in combinations(free[1:], size - 1):
            others = tuple(place for place in free[1:] if place not in mates)
            yield from ([(free[0], *mates), *tables] for tables in all_seatings(others, rest))


class Walk:
    """Simulated annealing: random changes of tables, of which fewer and fewer may cost more."""

    def __init__(self, hall: Hall, first: Tables) -> None:
        self.hall, self.weights = hall, hall.weights
        self.now = [*first]
        self.sits = {place: number for number, table in enumerate(first) for place in table}
        self.costs = [hall.cost(table) for table in first]
        self.prices = [self.price(cost) for cost in self.costs]

    def best(self, floor: Cost, seed: str) -> Tables:
        """Return the cheapest tables found in `STEPS` random changes; it stops early if they cost `floor`."""
        numbers = cycle(shuffled(seed, "order", range(NUMBERS)))
        best, least = [*self.now], _sum_costs(*self.costs)
        heat = HEAT * self.hall.gap * self.weights[1]
        for left in range(STEPS, 0, -1):
            if least <= floor:
                break
            limit = heat * left * next(numbers) ** 2 // (STEPS * NUMBERS**2)
            four = [next(numbers) for _ in range(4)]
            here, there, pair = self.choose(*four)
            is_move = four[3] // (2 * REACH + 1) % 2 == 1
            if (
                here != there
                and self.try_change(here, there, pair, limit, is_move)
                and _sum_costs(*self.costs) < least
            ):
                best, least = [*self.now], _sum_costs(*self.costs)
        return best

    def price(self, cost: Cost) -> int:
        """Return a cost as one number, in which a rematch may be outweighed."""
        return sum(part * weight for part, weight in zip(cost, self.weights, strict=True))

    def choose(self, costly: int, leaving: int, near: int, step: int) -> tuple[int, int, tuple[int, int]]:
        """Return two tables, and two entries there that may change places, by four random numbers."""
        costing = [number for number, price in enumerate(self.prices) if price]
        here = costing[costly % len(costing)]
        table = self.now[here]
        comes = table[near % len(table)] + step % (2 * REACH + 1) - REACH
        comes = min(max(comes, 0), len(self.sits) - 1)
        return here, self.sits[comes], (table[leaving % len(table)], comes)

    def try_change(self, here: int, there: int, pair: tuple[int, int], limit: int, is_move: bool) -> bool:
        """Let two entries change seats if the price rises by no more than `limit`; return whether they did.

        `is_move`: one of them moves to the smaller table instead, unless both tables are as large.
        """
        tables = self.tables_after_move(here, there, pair) if is_move else None
        if tables is None:
            other = {pair[0]: pair[1], pair[1]: pair[0]}
            tables = [tuple(other.get(place, place) for place in self.now[at]) for at in (here, there)]
        costs = [self.hall.cost(tuple(sorted(table))) for table in tables]
        prices = [self.price(cost) for cost in costs]
        if sum(prices) - self.prices[here] - self.prices[there] > limit:
            return False
        self.now[here], self.now[there] = tables
        self.costs[here], self.costs[there] = costs
        self.prices[here], self.prices[there] = prices
        self.sits.update(
            {place: at for at, table in zip((here, there), tables, strict=True) for place in table}
        )
        return True

    def tables_after_move(self, here: int, there: int, pair: tuple[int, int]) -> list[Members] | None:
        """Return both tables after an entry moved to the smaller one; None if they are as large."""
        mine, theirs = self.now[here], self.now[there]
        if len(mine) == len(theirs):
            return None
        goes = pair[0] if len(mine) > len(theirs) else pair[1]
        kept = [tuple(place for place in table if place != goes) for table in (mine, theirs)]
        return [
            (*table, goes) if goes not in before else table
            for table, before in zip(kept, (mine, theirs), strict=True)
        ]
