"""Tables that change by exchanges of two entries. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence

Table = list[int]

WINDOW = 64
"""How far apart two entries may stand in the ranked order to change places."""


class Exchanges:
    """Tables of places in the ranked order, what each costs, and at which table each place is."""

    def __init__(self, cost_of: Callable[[Sequence[int]], int], tables: Iterable[Table]) -> None:
        self.tables = [table.copy() for table in tables]
        self.costs = [cost_of(table) for table in self.tables]
        self.table_of = {place: number for number, table in enumerate(self.tables) for place in table}
        self._cost_of = cost_of

    @property
    def total(self) -> int:
        """Return what all tables cost."""
        return sum(self.costs)

    def descend(self) -> None:
        """Make the best exchange of each table that costs something until none helps."""
        improved = True
        while improved:
            improved = False
            for number in range(len(self.tables)):
                while self.costs[number] and (better := self._best_exchange(number)):
                    self._exchange(*better)
                    improved = True

    def put(self, number: int, table: Table, cost: int) -> None:
        """Seat these places at a table; the caller seats all others."""
        self.tables[number], self.costs[number] = table, cost
        for place in table:
            self.table_of[place] = number

    def _best_exchange(self, number: int) -> tuple[int, int] | None:
        """Return the two entries whose exchange saves most, the first of equals; None if none saves."""
        best, most = None, 0
        for place in self.tables[number]:
            for other in self._near(place):
                saved = self._saved(place, other)
                if saved > most:
                    best, most = (place, other), saved
        return best

    def _near(self, place: int) -> Iterator[int]:
        """Yield the places that may change with this one, from the highest."""
        yield from range(max(0, place - WINDOW), place)
        yield from range(place + 1, min(len(self.table_of), place + WINDOW + 1))

    def _saved(self, place: int, other: int) -> int:
        """Return how much less the two tables would cost after an exchange."""
        one, two = self.table_of[place], self.table_of[other]
        if one == two:
            return 0
        saved = self.costs[one] + self.costs[two] - self._cost_of(exchanged(self.tables[one], place, other))
        return saved - self._cost_of(exchanged(self.tables[two], other, place)) if saved > 0 else 0

    def _exchange(self, place: int, other: int) -> None:
        """Let two entries change places."""
        one, two = self.table_of[place], self.table_of[other]
        for number, old, new in ((one, place, other), (two, other, place)):
            table = exchanged(self.tables[number], old, new)
            self.put(number, table, self._cost_of(table))


def exchanged(table: Table, old: int, new: int) -> Table:
    """Return the table with one entry in place of another."""
    return [new if place == old else place for place in table]
