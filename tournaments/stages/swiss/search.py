"""Find cheap tables: cut the ranked order, then change tables. Pure, in a fixed order, without a clock.

`cut` is the best way to make tables of neighbours. Without rematches none has a smaller spread: wherever
neighbours are cut, at most one table reaches across. So its spread is a bound, and the search ends there.
Few entries are enumerated; for more, threshold annealing (`annealing`) tries random changes.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from tournaments.bracket.lots import Lots
from tournaments.stages.swiss.annealing import Annealing
from tournaments.stages.swiss.table_costs import Table, TableCosts

EXACT = 12
"""Up to so many entries every set of tables is considered."""

CostOf = Callable[[Sequence[int]], int]


def best_tables(costs: TableCosts, sizes: Sequence[int], lots: Lots) -> list[Table]:
    """Return tables of these sizes with the least cost that was found, members by place."""
    tables = cut(costs.cost_of, sizes)
    bound = sum(map(costs.spread_of, cut(costs.spread_of, sizes)))
    if len(tables) == 1 or sum(map(costs.cost_of, tables)) == bound:
        return tables
    if sum(sizes) <= EXACT:
        return Enumeration(costs, tables).best
    return [sorted(table) for table in Annealing(costs, tables).run(bound, lots)]


def cut(cost: CostOf, sizes: Sequence[int]) -> list[Table]:
    """Return the cheapest tables of neighbours; of equally cheap ones those with larger tables first."""
    large, small = max(sizes), min(sizes)
    many = sum(size == large for size in sizes)
    best: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    for larger in range(many + 1):
        for smaller in range(len(sizes) - many + 1):
            end = larger * large + smaller * small
            options = []
            for size, before in ((small, (larger, smaller - 1)), (large, (larger - 1, smaller))):
                if before in best:
                    options.append((best[before][0] + cost(range(end - size, end)), size))
            if options:
                best[larger, smaller] = min(options)
    return _trace_tables(best, many, len(sizes) - many, large)


def _trace_tables(
    best: dict[tuple[int, int], tuple[int, int]], larger: int, smaller: int, large: int
) -> list[Table]:
    """Return the tables that lead to the last state of `cut`, first table first."""
    sizes: list[int] = []
    while larger or smaller:
        sizes.append(best[larger, smaller][1])
        larger, smaller = (larger - 1, smaller) if sizes[-1] == large else (larger, smaller - 1)
    begins, tables = 0, []
    for size in reversed(sizes):
        tables.append(list(range(begins, begins + size)))
        begins += size
    return tables


class Enumeration:
    """Every set of tables for a few entries, in a fixed order; the first of the cheapest is the best."""

    def __init__(self, costs: TableCosts, known: list[Table]) -> None:
        self.best = known
        self._costs = costs
        self._least = sum(map(costs.cost_of, known))
        self._complete([], 0, list(range(sum(map(len, known)))), sorted(map(len, known), reverse=True))

    def _complete(self, tables: list[Table], cost: int, free: list[int], sizes: list[int]) -> None:
        """Seat the rest; the highest entry that is free sits at the next table."""
        if not free:
            self.best, self._least = tables, cost
        for size in sorted(set(sizes), reverse=True):
            rest = sizes.copy()
            rest.remove(size)
            for mates in combinations(free[1:], size - 1):
                table = [free[0], *mates]
                total = cost + self._costs.cost_of(table)
                if total < self._least:
                    others = [place for place in free if place not in table]
                    self._complete([*tables, table], total, others, rest)
