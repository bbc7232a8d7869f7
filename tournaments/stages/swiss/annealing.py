"""Threshold annealing of tables: random changes, of which fewer and fewer may cost more. Pure.

Rematches are soft here, worth `SOFT` of the smallest differences in points, so that a path may lead through
them; what counts in the end are the true costs. All is done in whole numbers, so every program gets the same.
"""

from itertools import cycle

from tournaments.bracket.lots import Lots
from tournaments.stages.swiss.table_costs import Table, TableCosts

STEPS = 120_000
"""How many changes are tried."""
REACH = 8
"""How far from a member of the table an entry may stand in the ranked order to come to it."""
SPAN = 2 * REACH + 1
SOFT = 3
HEAT = 6
"""How many of the smallest differences in points a change may cost at most, at the beginning."""
NUMBERS = 4096
"""How many random numbers there are: the shuffled numbers from 0, used again when all were."""


class Annealing:
    """Tables on their way through random changes, with the cheapest so far by their true cost."""

    def __init__(self, costs: TableCosts, tables: list[Table]) -> None:
        self.best, self._tables = tables.copy(), tables.copy()
        self._soft = costs.softened(SOFT)
        self._soft_costs = [self._soft.cost_of(table) for table in tables]
        self._true_cost_of = costs.cost_of
        self._true_costs = [costs.cost_of(table) for table in tables]
        self._total = self._least = sum(self._true_costs)
        self._table_of = {place: number for number, table in enumerate(tables) for place in table}
        self._list_costly()

    def run(self, bound: int, lots: Lots) -> list[Table]:
        """Return the cheapest tables of all that were reached; end early at the bound."""
        numbers = cycle(lots.shuffled(range(NUMBERS)))
        for left in range(STEPS, 0, -1):
            if self._least <= bound:
                break
            most = HEAT * self._soft.unit * left * next(numbers) ** 2 // (STEPS * NUMBERS**2)
            self._try_change(most, *(next(numbers) for _ in range(4)))
        return self.best

    def _list_costly(self) -> None:
        """List the tables that cost something, by number."""
        self._costly = [number for number, cost in enumerate(self._soft_costs) if cost]

    def _try_change(self, most: int, table: int, leaving: int, staying: int, step: int) -> None:
        """Exchange a member of a costly table with an entry near a member, or let one of them move."""
        one = self._costly[table % len(self._costly)]
        members = self._tables[one]
        place = members[leaving % len(members)]
        near = members[staying % len(members)] + step % SPAN - REACH
        other = min(max(near, 0), len(self._table_of) - 1)
        two = self._table_of[other]
        if one != two:
            changed = _swap_or_move(members, place, self._tables[two], other, is_move=step // SPAN % 2 == 1)
            self._change_if_cheap((one, two), changed, most)

    def _change_if_cheap(self, numbers: tuple[int, int], tables: tuple[Table, Table], most: int) -> None:
        """Change two tables if that costs no more than so much."""
        costs = [self._soft.cost_of(table) for table in tables]
        before = [self._soft_costs[number] for number in numbers]
        if sum(costs) - sum(before) > most:
            return
        for number, table, cost in zip(numbers, tables, costs, strict=True):
            self._tables[number], self._soft_costs[number] = table, cost
            self._table_of.update(dict.fromkeys(table, number))
        if [*map(bool, costs)] != [*map(bool, before)]:
            self._list_costly()
        self._update_cost(*numbers)

    def _update_cost(self, *changed: int) -> None:
        """Update the true cost, and note the tables if they are the cheapest so far."""
        for number in changed:
            cost = self._true_cost_of(self._tables[number])
            self._total += cost - self._true_costs[number]
            self._true_costs[number] = cost
        if self._total < self._least:
            self.best, self._least = self._tables.copy(), self._total


def _swap_or_move(
    members: Table, place: int, others: Table, other: int, *, is_move: bool
) -> tuple[Table, Table]:
    """Let two entries change seats; in a move one leaves the larger of two unequal tables for the smaller."""
    if is_move and len(members) > len(others):
        return [member for member in members if member != place], [*others, place]
    if is_move and len(members) < len(others):
        return [*members, other], [member for member in others if member != other]
    return (
        [other if member == place else member for member in members],
        [place if member == other else member for member in others],
    )
