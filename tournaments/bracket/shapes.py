"""The number and sizes of tables in every round (domain.md §3).

Pure: no clock, no randomness. Sizes count entries (pairs in Duplas). A bye is a table of one. Shapes of two
are the usual power-of-two bracket with byes; larger tables have no byes and differ in size by at most one in
a round.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise

from core.errors import Refused, Violation
from tournaments.bracket.shape_search import Frame, best_counts, frames, no_shape

Sizes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """Table sizes of every round, in match-number order; a bye is a size of 1.

    A third-place match is the second table of the last round.
    """

    rounds: tuple[Sizes, ...]

    @property
    def entries(self) -> int:
        """Return the number of entries in round 1, byes included."""
        return sum(self.rounds[0])

    @property
    def matches(self) -> int:
        """Return the number of matches, without byes."""
        return sum(map(_tables, self.rounds))

    @property
    def byes(self) -> int:
        """Return the number of byes."""
        return sum(sizes.count(1) for sizes in self.rounds)

    @property
    def is_uneven(self) -> bool:
        """Return whether round 1 has short tables: fewer entries than at its largest, byes included."""
        return len(set(self.rounds[0])) > 1

    @property
    def widest(self) -> int:
        """Return the number of physical tables needed to play every round at once."""
        return max(map(_tables, self.rounds))

    @property
    def third_place(self) -> bool:
        """Return whether the last round has a third-place match."""
        return len(self.rounds[-1]) == 2

    @property
    def allows_third_place(self) -> bool:
        """Return whether a third-place match makes sense: tables of two, with two played semifinals."""
        duels = all(size <= 2 for sizes in self.rounds for size in sizes)
        return duels and len(self.rounds) > 1 and self.rounds[-2] == (2, 2)


def default_shape(entries: int, low: int, high: int, *, short_final: bool = False) -> Shape:
    """Return the proposed shape: fewest rounds, fullest final, fewest uneven rounds, fewest matches, larger
    tables earlier. `short_final` allows a final below `low` (never below 2). Raises `Refused`:
    `bad_table_sizes`, `too_few_entries` (below 2), or `no_shape` with the nearest numbers that work, and
    whether a short final would.
    """
    return shapes(entries, low, high, limit=1, short_final=short_final)[0]


def shapes(
    entries: int, low: int, high: int, limit: int = 6, *, short_final: bool = False
) -> tuple[Shape, ...]:
    """Return at most `limit` shapes, the default first: the best one for every final of the fewest rounds,
    then of one round more. Raises as `default_shape`: `no_shape` if there is none.
    """
    _require_numbers(entries, low, high)
    if high == 2:
        return (_duels(entries),)
    smallest_final = 2 if short_final else low
    found = tuple(islice(_sensible(entries, low, high, smallest_final), limit))
    if not found:
        raise Refused([Violation("no_shape", no_shape(entries, low, high, smallest_final), "entries")])
    return tuple(_from_counts(entries, best_counts(frame)) for frame in found)


def spread(entries: int, tables: int) -> Sizes:
    """Return sizes that differ by at most one, larger first."""
    size, larger = divmod(entries, tables)
    return (size + 1,) * larger + (size,) * (tables - larger)


def check_shape(
    shape: Shape, entries: int, low: int, high: int, *, short_final: bool = False
) -> tuple[Violation, ...]:
    """Return every rule that a chosen shape breaks; empty if it is valid.

    A third-place match in the last round is accepted if the shape allows one.
    """
    if not shape.rounds or not all(shape.rounds):
        return (Violation("shape_empty", {}, "rounds"),)
    main = without_third_place(shape)
    return (*_broken_sums(main, entries), *_broken_sizes(main, low, high, short_final))


def without_third_place(shape: Shape) -> Shape:
    """Return the shape without its third-place match, if it has one."""
    if not (shape.third_place and shape.rounds[-1] == (2, 2) and shape.allows_third_place):
        return shape
    return Shape((*shape.rounds[:-1], shape.rounds[-1][:1]))


def _tables(sizes: Sizes) -> int:
    """Return the number of tables that are no byes."""
    return len(sizes) - sizes.count(1)


def _require_numbers(entries: int, low: int, high: int) -> None:
    """Raise `Refused` `bad_table_sizes` unless 2 <= low <= high, `too_few_entries` for fewer than two."""
    if not 2 <= low <= high:
        raise Refused([Violation("bad_table_sizes", {"low": low, "high": high}, "table")])
    if entries < 2:
        raise Refused([Violation("too_few_entries", {"entries": entries, "least": 2}, "entries")])


def _duels(entries: int) -> Shape:
    """Return the power-of-two bracket; the entries missing to the power are byes of round 1."""
    tables = 1 << (entries - 1).bit_length() - 1
    counts = [tables >> halved for halved in range(tables.bit_length())]
    return _from_counts(entries, tuple(counts))


def _sensible(entries: int, low: int, high: int, smallest_final: int) -> Iterator[Frame]:
    """Yield frames of the fewest possible rounds and of one more."""
    fewest = 0
    for frame in frames(entries, low, high, smallest_final):
        fewest = fewest or frame.rounds
        if frame.rounds <= fewest + 1:
            yield frame


def _from_counts(entries: int, counts: tuple[int, ...]) -> Shape:
    """Return the shape with these numbers of tables in each round."""
    entrants = (entries, *counts[:-1])
    return Shape(tuple(spread(number, tables) for number, tables in zip(entrants, counts, strict=True)))


def _broken_sums(shape: Shape, entries: int) -> Iterator[Violation]:
    """Yield rounds whose sizes do not add up to the entries that reach them."""
    if shape.entries != entries:
        yield Violation("shape_entries", {"entries": entries, "seats": shape.entries}, "rounds.0")
    for index, (before, sizes) in enumerate(pairwise(shape.rounds), start=1):
        if sum(sizes) != len(before):
            facts = {"round": index + 1, "winners": len(before), "seats": sum(sizes)}
            yield Violation("shape_feeds", facts, f"rounds.{index}")
    if len(shape.rounds[-1]) != 1:
        facts = {"tables": len(shape.rounds[-1])}
        yield Violation("shape_final", facts, f"rounds.{len(shape.rounds) - 1}")


def _broken_sizes(shape: Shape, low: int, high: int, short_final: bool) -> Iterator[Violation]:
    """Yield rounds with a table too small or too large, or with tables that differ by more than one."""
    last = len(shape.rounds) - 1
    for index, sizes in enumerate(shape.rounds):
        least = 1 if high == 2 and index == 0 and 2 in sizes else 2 if short_final and index == last else low
        facts = {"round": index + 1, "smallest": min(sizes), "largest": max(sizes), "low": low, "high": high}
        if min(sizes) < least:
            yield Violation("table_too_small", facts, f"rounds.{index}")
        if max(sizes) > high:
            yield Violation("table_too_large", facts, f"rounds.{index}")
        if max(sizes) - min(sizes) > 1:
            yield Violation("round_uneven", facts, f"rounds.{index}")
