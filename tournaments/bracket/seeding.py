"""The order in which entries go into the bracket, strongest first (domain.md §3).

Pure. All randomness comes from the seed: entries are sorted by id first, so the order in which they were read
has no influence.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Literal

from core.errors import Impossible
from tournaments.bracket.lots import Lots
from tournaments.bracket.shapes import Shape
from tournaments.bracket.tree import snake

Method = Literal["random", "season", "rating", "manual", "stage"]


@dataclass(frozen=True, slots=True)
class Seedable:
    """The facts about an entry for seeding: club or city, seed by hand, season points or rating.

    `lately`: how many tournaments ago it had a bye or short table; None if never.
    """

    entry: str
    group: str | None = None
    seed: int | None = None
    points: Fraction = Fraction(0)
    lately: int | None = None


def order_entries(entries: Sequence[Seedable], method: Method, lots: Lots) -> tuple[str, ...]:
    """Return the entries, strongest first.

    `random`: drawn. `season` and `rating`: most points first. `manual`: by the seeds given by hand, those
    without one last. `stage`: by the place in the stage before, given as seed. Equal entries are drawn; with
    blank lots they stand by id. Raises `Impossible` for a random order with blank lots, and if an entry is
    named twice.
    """
    if method == "random" and lots.is_blank:
        raise Impossible("a random order needs a seed")
    ordered = sorted(entries, key=lambda entry: entry.entry)
    if len({entry.entry for entry in ordered}) < len(ordered):
        raise Impossible("an entry is named twice")
    return tuple(entry.entry for entry in sorted(lots.shuffled(ordered), key=_strength(method)))


def keep_apart(
    order: Sequence[str], shape: Shape, groups: Mapping[str, str | None], *, among: int | None = None
) -> tuple[str, ...]:
    """Return the order with as few mates (same group) as possible at one table of round 1.

    Each surplus mate swaps with the entry nearest in strength that improves this. Leaders of tables swap only
    if nothing else helps, entries with a bye never. With `among`, only so many of the strongest swap.
    Deterministic. Without byes and `among`, no table ends with two of a group if each could have a table of
    its own.
    """
    seating = Seating(order, shape, groups)
    if among is not None:
        seating.fixed |= set(range(among, len(order)))
    while seating.improve():
        pass
    return tuple(seating.order)


def _strength(method: Method) -> Callable[[Seedable], tuple[bool, Fraction]]:
    """Return the sort key of a seeding method: whether a value is missing, then the value."""
    if method == "random":
        return lambda entry: (False, Fraction(0))
    if method in ("manual", "stage"):
        return lambda entry: (entry.seed is None, Fraction(entry.seed or 0))
    return lambda entry: (False, -entry.points)


class Seating:
    """The entries at the tables of round 1, with the number of each group at each table.

    `leaders`: how many ranks lead a table. `fixed`: ranks that do not swap, first those with a bye. `share`:
    how many of a group sit at one table if it is spread evenly. `stuck`: groups that no swap helps.
    """

    def __init__(self, order: Sequence[str], shape: Shape, groups: Mapping[str, str | None]) -> None:
        tables = snake(len(order), len(shape.rounds[0]))
        self.order = list(order)
        self.leaders = len(tables)
        self.table_of = {rank: table for table, ranks in enumerate(tables) for rank in ranks}
        self.fixed = {ranks[0] for ranks in tables if len(ranks) == 1}
        self.groups = {
            entry: ("group", group) if (group := groups.get(entry)) else ("alone", entry) for entry in order
        }
        self.at_table = [Counter(self.group(rank) for rank in ranks) for ranks in tables]
        sizes = Counter(self.groups.values())
        self.share = {group: -(-size // len(tables)) for group, size in sizes.items()}
        self.stuck: set[tuple[str, str]] = set()

    def group(self, rank: int) -> tuple[str, str]:
        """Return the group of the entry at a rank; an entry without one has a group of its own."""
        return self.groups[self.order[rank]]

    def improve(self) -> bool:
        """Make one pass from the weakest entry up; return whether any entries swapped."""
        changed = False
        for rank in range(len(self.order) - 1, -1, -1):
            group = self.group(rank)
            if group in self.stuck or not self._too_many(rank):
                continue
            partner = next((other for other in self._near(rank) if self.gain(rank, other) > 0), None)
            if partner is None:
                self.stuck.add(group)
            else:
                self.exchange(rank, partner)
                changed = True
        return changed

    def _too_many(self, rank: int) -> bool:
        """Return whether the entry may swap, and its table has more of its group than the share."""
        group = self.group(rank)
        return rank not in self.fixed and self.at_table[self.table_of[rank]][group] > self.share[group]

    def _near(self, rank: int) -> Iterator[int]:
        """Yield the ranks that may swap with this one, nearest first, leaders last."""
        return chain(
            (other for other in self._by_distance(rank) if other >= self.leaders),
            (other for other in self._by_distance(rank) if other < self.leaders),
        )

    def _by_distance(self, rank: int) -> Iterator[int]:
        """Yield the other ranks that may swap, the nearest first."""
        for step in range(1, len(self.order)):
            for other in (rank + step, rank - step):
                if 0 <= other < len(self.order) and other not in self.fixed:
                    yield other

    def gain(self, rank: int, other: int) -> int:
        """Return by how many the pairs of mates at one table decrease if the two swap."""
        here, there = self.at_table[self.table_of[rank]], self.at_table[self.table_of[other]]
        mine, theirs = self.group(rank), self.group(other)
        if here is there or mine == theirs:
            return 0
        return (here[mine] - 1 - there[mine]) + (there[theirs] - 1 - here[theirs])

    def exchange(self, rank: int, other: int) -> None:
        """Swap the two entries."""
        here, there = self.at_table[self.table_of[rank]], self.at_table[self.table_of[other]]
        mine, theirs = self.group(rank), self.group(other)
        here.subtract([mine])
        there.subtract([theirs])
        here.update([theirs])
        there.update([mine])
        self.order[rank], self.order[other] = self.order[other], self.order[rank]
