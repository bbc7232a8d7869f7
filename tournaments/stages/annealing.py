"""Threshold annealing of tables: random changes, of which fewer and fewer may cost more. Pure.

Rematches are soft here, worth `SOFT` of the smallest differences in points, so that a path may lead through
them; what counts in the end are the true costs. All is done in whole numbers, so every program gets the same.
"""

from itertools import cycle

from tournaments.bracket.lots import Lots
from tournaments.stages.exchanges import Exchanges, Table, exchanged
from tournaments.stages.table_costs import TableCosts

STEPS = 120_000
"""How many changes are tried."""
REACH = 8
"""How far from a member of the table an entry may stand in the ranked order to come to it."""
SOFT = 3
HEAT = 6
"""How many of the smallest differences in points a change may cost at most, at the beginning."""
NUMBERS = 4096
"""How many random numbers there are: the shuffled numbers from 0, used again when all were."""

Change = tuple[int, Table, int, Table]
"""Two numbers of tables, each with its members after the change."""


class Annealing:
    """Tables on their way through random changes, with the cheapest so far by their true cost."""

    def __init__(self, costs: TableCosts, tables: list[Table]) -> None:
        self._soft = costs.softened(SOFT)
        self._at = Exchanges(self._soft.cost_of, tables)
        self._true = [costs.cost_of(table) for table in tables]
        self._cost_of = costs.cost_of
        self._list_costly()
        self._total = self.least = sum(self._true)
        self.best = [table.copy() for table in tables]

    def run(self, bound: int, lots: Lots) -> list[Table]:
        """Return the cheapest tables of all that were reached; end early at the bound."""
        numbers = cycle(lots.shuffled(range(NUMBERS)))
        for left in range(STEPS, 0, -1):
            if self.least <= bound or not self._costly:
                break
            most = HEAT * self._soft.unit * left * next(numbers) ** 2 // (STEPS * NUMBERS**2)
            change = self._change(*(next(numbers) for _ in range(5)))
            if change:
                self._accept(change, most)
        return self.best

    def _list_costly(self) -> None:
        """List the tables that cost something, by number."""
        self._costly = [number for number, cost in enumerate(self._at.costs) if cost]

    def _change(self, table: int, leaving: int, staying: int, step: int, coin: int) -> Change | None:
        """Let an entry near one member come to the table for another, or let one move to a smaller table."""
        one = self._costly[table % len(self._costly)]
        members = self._at.tables[one]
        place = members[leaving % len(members)]
        near = members[staying % len(members)] + step % (2 * REACH + 1) - REACH
        other = min(max(near, 0), len(self._at.table_of) - 1)
        two = self._at.table_of[other]
        if one == two:
            return None
        others = self._at.tables[two]
        if coin % 2 and len(members) > len(others):
            return one, [member for member in members if member != place], two, [*others, place]
        if coin % 2 and len(members) < len(others):
            return one, [*members, other], two, [member for member in others if member != other]
        return one, exchanged(members, place, other), two, exchanged(others, other, place)

    def _accept(self, change: Change, most: int) -> None:
        """Make a change if it costs no more than so much."""
        one, table, two, other = change
        cost, cost_of_other = self._soft.cost_of(table), self._soft.cost_of(other)
        costs = self._at.costs
        if cost + cost_of_other - costs[one] - costs[two] > most:
            return
        relist = bool(cost) != bool(costs[one]) or bool(cost_of_other) != bool(costs[two])
        self._at.put(one, table, cost)
        self._at.put(two, other, cost_of_other)
        if relist:
            self._list_costly()
        self._count(one, two)

    def _count(self, *changed: int) -> None:
        """Update the true cost, and note the tables if they are the cheapest so far."""
        for number in changed:
            cost = self._cost_of(self._at.tables[number])
            self._total += cost - self._true[number]
            self._true[number] = cost
        if self._total < self.least:
            self.best, self.least = self._at.tables.copy(), self._total
