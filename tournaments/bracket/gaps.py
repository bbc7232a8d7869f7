"""Numbers of entries for which no bracket of these table sizes exists (domain.md §3). Pure arithmetic."""

from collections.abc import Iterator, Sequence

from core.errors import Violation
from tournaments.bracket.shape_search import frames, no_shape

Range = tuple[int, int]
LOOKED_AT = 64
TOLD = 4


def shape_warnings(low: int, high: int, capacity: int | None, *, short_final: bool) -> Iterator[Violation]:
    """Yield warnings about these sizes: the capacity, or numbers up to it, have no bracket.

    Without a capacity, up to `LOOKED_AT`. Nothing for sizes that are out of order.
    """
    if not 2 <= low <= high:
        return
    smallest = 2 if short_final else low
    missing = list(missing_sizes(low, high, capacity or LOOKED_AT, short_final=short_final))
    if capacity is not None and capacity >= smallest and any(a <= capacity <= b for a, b in missing):
        yield Violation("no_shape", no_shape(capacity, low, high, smallest), "capacity")
    if missing:
        facts = {"low": low, "high": high, "numbers": _list_ranges(missing)}
        yield Violation("numbers_without_bracket", facts, "sizes")


def missing_sizes(low: int, high: int, most: int, *, short_final: bool = False) -> Iterator[Range]:
    """Yield runs (first, last) of numbers without any bracket, from the smallest final to `most`."""
    if high == 2:
        return  # byes fill every bracket of two
    smallest = 2 if short_final else low
    first: int | None = None
    for entries in range(smallest, most + 2):
        fits = entries > most or any(frames(entries, low, high, smallest))
        if fits and first is not None:
            yield first, entries - 1
        first = None if fits else first or entries


def most_with_bracket(entries: int, low: int, high: int, *, short_final: bool = False) -> int:
    """Return the largest number of entries up to `entries` that has a bracket; 0 if none has."""
    smallest = 2 if short_final else low
    numbers = range(entries, 1, -1)
    return next((number for number in numbers if high == 2 or any(frames(number, low, high, smallest))), 0)


def other_sizes(entries: int, low: int, high: int, allowed: Range) -> Range | None:
    """Return the sizes nearest to `low` and `high` that have a bracket for so many entries, other than these.

    They lie within `allowed` and need no short final; None if there are none.
    """
    lows = range(allowed[0], allowed[1] + 1)
    ranges = [(a, b) for a in lows for b in range(a, allowed[1] + 1) if (a, b) != (low, high)]
    fitting = [(a, b) for a, b in ranges if b == 2 or any(frames(entries, a, b, a))]
    return min(fitting, key=lambda sizes: (abs(sizes[0] - low) + abs(sizes[1] - high), sizes), default=None)


def _list_ranges(missing: Sequence[Range]) -> str:
    """Return the ranges as text, with "…" if there are more than `TOLD`."""
    shown = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in missing[:TOLD])
    return f"{shown} …" if len(missing) > TOLD else shown
