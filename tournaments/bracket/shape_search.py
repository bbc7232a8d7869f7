"""Find the number of tables of every round for a number of entries (domain.md §3).

Pure arithmetic. A shape of larger tables is described fully by its number of tables in each round: entries
are spread as evenly as possible, and one winner a table advances. With a final of `f` and `r` rounds exactly
the numbers from `f·low^(r-1)` to `f·high^(r-1)` work, so existence needs no search; only the best shape is
searched, round by round from the final backwards, in time linear in the entries.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Cost = tuple[int, int, int]
"""Uneven rounds, matches, and tables of the round itself: smaller is better, in this order."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The fixed part of a search: table sizes, rounds, and the size of the final."""

    entries: int
    low: int
    high: int
    rounds: int
    final: int

    @property
    def fits(self) -> bool:
        """Return whether any shape fills this frame."""
        fewest, most = self.span(self.rounds)
        return fewest <= self.entries <= most

    def span(self, rounds_left: int) -> tuple[int, int]:
        """Return the fewest and most entries of so many rounds that end with this final."""
        return self.final * self.low ** (rounds_left - 1), self.final * self.high ** (rounds_left - 1)

    def entrants(self, rounds_left: int) -> range:
        """Return the possible numbers of entries in the round with `rounds_left` rounds to go, itself
        included.
        """
        before = self.rounds - rounds_left
        fewest, most = self.span(rounds_left)
        return range(
            max(fewest, -(-self.entries // self.high**before)),
            min(most, self.entries // self.low**before) + 1,
        )


def frames(entries: int, low: int, high: int, smallest_final: int) -> Iterator[Frame]:
    """Yield every frame that can be filled: fewest rounds first, then the fullest final."""
    rounds = 1
    while smallest_final * low ** (rounds - 1) <= entries:
        for final in range(high, smallest_final - 1, -1):
            frame = Frame(entries, low, high, rounds, final)
            if frame.fits:
                yield frame
        rounds += 1


def nearest_numbers(entries: int, low: int, high: int, smallest_final: int) -> list[int]:
    """Return the nearest numbers with a shape, below (if there is one) and above a number without."""
    spans: list[tuple[int, int]] = []
    rounds = 0
    while not spans or spans[-1][0] <= entries:
        rounds += 1
        finals = range(high, smallest_final - 1, -1)
        spans.extend(Frame(entries, low, high, rounds, final).span(rounds) for final in finals)
    below = [most for _, most in spans if most < entries]
    above = [fewest for fewest, _ in spans if fewest > entries]
    return [*([max(below)] if below else []), min(above)]


def no_shape(entries: int, low: int, high: int, smallest_final: int) -> dict[str, object]:
    """Return the facts of a number without a shape; `short_final`: whether a final below `low` would help."""
    return {
        "entries": entries,
        "low": low,
        "high": high,
        "nearest": nearest_numbers(entries, low, high, smallest_final),
        "short_final": any(frames(entries, low, high, 2)),
    }


def best_counts(frame: Frame) -> tuple[int, ...]:
    """Return the tables of round 1, 2 … of the best shape in a frame that fits; the last count is 1."""
    levels: list[dict[int, Cost]] = [{frame.final: (0, 1, 1)}]
    for rounds_left in range(2, frame.rounds + 1):
        levels.append(_level(frame, frame.entrants(rounds_left), levels[-1]))
    counts: list[int] = []
    entrants = frame.entries
    for level in reversed(levels):
        entrants = level[entrants][2]
        counts.append(entrants)
    return tuple(counts)


def _level(frame: Frame, entrants: range, following: Mapping[int, Cost]) -> dict[int, Cost]:
    """Return the cheapest step for each number of entrants, given the costs of the round that follows."""
    level: dict[int, Cost] = {}
    for number, uneven in zip(entrants, _cheapest_counts(frame, entrants, following), strict=True):
        even = [
            _step(following, number // size)
            for size in range(frame.low, frame.high + 1)
            if number % size == 0 and number // size in following
        ]
        level[number] = min([*even, (uneven[0] + 1, uneven[1], uneven[2])])
    return level


def _step(following: Mapping[int, Cost], tables: int) -> Cost:
    """Return the cost of a round with so many tables before the rounds that follow."""
    uneven, matches, _ = following[tables]
    return uneven, matches + tables, tables


def _cheapest_counts(frame: Frame, entrants: range, following: Mapping[int, Cost]) -> Iterator[Cost]:
    """Yield for each number the cheapest count of tables in its range (both ends only move up)."""
    counts = iter(sorted(following))
    coming = next(counts, None)
    window: deque[Cost] = deque()
    for number in entrants:
        while coming is not None and coming <= number // frame.low:
            step = _step(following, coming)
            while window and window[-1] >= step:
                window.pop()
            window.append(step)
            coming = next(counts, None)
        while window[0][2] < -(-number // frame.high):
            window.popleft()
        yield window[0]
