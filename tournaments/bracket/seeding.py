"""In which order the entries go into the bracket, strongest first (domain.md §3). Pure.

All that is drawn comes from the seed alone: entries are put in the order of their ids first, so the
order in which they were read from anywhere has no influence.
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

Method = Literal["random", "season", "rating", "manual"]


@dataclass(frozen=True, slots=True)
class Seedable:
    """What seeding knows of an entry: its club or city, its seed by hand, its season points or rating.

    `lately`: how many tournaments ago it had a bye or sat at a short table; None where nothing is known.
    """

    entry: str
    group: str | None = None
    seed: int | None = None
    points: Fraction = Fraction(0)
    lately: int | None = None


def order_entries(entries: Sequence[Seedable], method: Method, lots: Lots) -> tuple[str, ...]:
    """The entries, strongest first.

    `random`: drawn. `season` and `rating`: most points first. `manual`: by the seeds given by hand,
    those without one last. Equals are drawn; with blank lots they stand by id.
    Raises `Impossible` for a random order with blank lots, and where an entry is named twice.
    """
    if method == "random" and lots.is_blank:
        raise Impossible("a random order needs a seed")
    ordered = sorted(entries, key=lambda entry: entry.entry)
    if len({entry.entry for entry in ordered}) < len(ordered):
        raise Impossible("an entry is named twice")
    return tuple(entry.entry for entry in sorted(lots.shuffled(ordered), key=_strength(method)))


def keep_apart(order: Sequence[str], shape: Shape, groups: Mapping[str, str | None]) -> tuple[str, ...]:
    """The order with as few mates (same group) as possible at one table of round 1.

    Each mate too many changes places with the entry nearest in strength that makes it better. Leaders
    of tables change places only where nothing else helps, entries with a bye never. Deterministic.
    Without byes no table ends with two of a group that could have had tables of its own.
    """
    seating = Seating(order, shape, groups)
    while seating.improve():
        pass
    return tuple(seating.order)


def _strength(method: Method) -> Callable[[Seedable], tuple[bool, Fraction]]:
    if method == "random":
        return lambda entry: (False, Fraction(0))
    if method == "manual":
        return lambda entry: (entry.seed is None, Fraction(entry.seed or 0))
    return lambda entry: (False, -entry.points)


class Seating:
    """Who sits where in round 1, and how many of each group are at each table."""

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
        """Of which group the entry at a rank is: of its own, where it has none."""
        return self.groups[self.order[rank]]

    def improve(self) -> bool:
        """One pass from the weakest up; whether anybody changed places."""
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
        group = self.group(rank)
        return rank not in self.fixed and self.at_table[self.table_of[rank]][group] > self.share[group]

    def _near(self, rank: int) -> Iterator[int]:
        """Everybody who may change places with this one, nearest first, leaders after all others."""
        return chain(
            (other for other in self._by_distance(rank) if other >= self.leaders),
            (other for other in self._by_distance(rank) if other < self.leaders),
        )

    def _by_distance(self, rank: int) -> Iterator[int]:
        for step in range(1, len(self.order)):
            for other in (rank + step, rank - step):
                if 0 <= other < len(self.order) and other not in self.fixed:
                    yield other

    def gain(self, rank: int, other: int) -> int:
        """By how much the pairs of mates at one table become fewer if the two change places."""
        here, there = self.at_table[self.table_of[rank]], self.at_table[self.table_of[other]]
        mine, theirs = self.group(rank), self.group(other)
        if here is there or mine == theirs:
            return 0
        return (here[mine] - 1 - there[mine]) + (there[theirs] - 1 - here[theirs])

    def exchange(self, rank: int, other: int) -> None:
        """The two change places."""
        here, there = self.at_table[self.table_of[rank]], self.at_table[self.table_of[other]]
        mine, theirs = self.group(rank), self.group(other)
        here.subtract([mine])
        there.subtract([theirs])
        here.update([theirs])
        there.update([mine])
        self.order[rank], self.order[other] = self.order[other], self.order[rank]
