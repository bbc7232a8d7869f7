"""Lots: the only source of randomness in a draw.

Pure. There are two algorithms, by name. Draws use `sha256-counter/1`; docs/record.md describes it step by
step for any language ("From seed to draw"), and any change here is another algorithm with another name.
Records of format 1 name none: their draws use Python's own generator.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Protocol, TypeVar

ALGORITHM = "sha256-counter/1"
ORDER = "order"
"""The use of the lots that order the entries of a bracket."""
SPAN = 2**32
"""How many values the first four bytes of a hash have."""

Thing = TypeVar("Thing")


class Lots(Protocol):
    """Everything random in a draw: the order of entries, and the marks of each match."""

    @property
    def is_blank(self) -> bool:
        """Return whether there is no seed, so that no random order is possible."""
        ...

    def shuffled(self, entries: Sequence[Thing], use: str = ORDER) -> list[Thing]:
        """Return the entries in random order; unchanged without a seed. Each `use` has its own lots."""
        ...

    def marks(self, marks: Sequence[str], seats: int, *, round_: int, number: int) -> list[str]:
        """Return a different mark for each seat of a match; call it for a draw's matches in their order."""
        ...


class Numbers:
    """The random numbers of one use: the first four bytes of SHA-256 of `seed/use/0`, `seed/use/1` …"""

    def __init__(self, seed: str, use: str) -> None:
        self._stem = f"{seed}/{use}/"
        self._used = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` − 1, uniformly: values that would favour low numbers
        are skipped.
        """
        fair = SPAN - SPAN % bound
        while (number := self._next()) >= fair:
            pass
        return number % bound

    def shuffle(self, things: Sequence[Thing]) -> list[Thing]:
        """Return the things in random order (Fisher–Yates, from the last place down)."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def _next(self) -> int:
        """Return the next number of 32 bits and go on to the one after it."""
        block = sha256(f"{self._stem}{self._used}".encode()).digest()
        self._used += 1
        return int.from_bytes(block[:4], "big")


class CounterLots:
    """`sha256-counter/1` over a seed's text: 64 hexadecimal digits, or a number typed by hand."""

    is_blank = False

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def shuffled(self, entries: Sequence[Thing], use: str = ORDER) -> list[Thing]:
        """Return the entries in random order; each `use` has its own random numbers."""
        return Numbers(self._seed, use).shuffle(entries)

    def marks(self, marks: Sequence[str], seats: int, *, round_: int, number: int) -> list[str]:
        """Return a different mark for each seat; every match has its own random numbers."""
        return Numbers(self._seed, f"suits/{round_}/{number}").shuffle(marks)[:seats]


class PythonLots:
    """The lots of format 1: Python's generator, one for the order and one for all marks."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._marks = Random(f"marks {seed}")

    @property
    def is_blank(self) -> bool:
        """Return whether there is no seed, so that no random order is possible."""
        return self._seed is None

    def shuffled(self, entries: Sequence[Thing], use: str = ORDER) -> list[Thing]:
        """Return the entries in random order, the same for every use; unchanged without a seed."""
        mixed = list(entries)
        if self._seed is not None:
            Random(self._seed).shuffle(mixed)
        return mixed

    def marks(self, marks: Sequence[str], seats: int, *, round_: int, number: int) -> list[str]:
        """Return a different mark for each seat; call it for a draw's matches in their order."""
        return self._marks.sample(list(marks), seats)
