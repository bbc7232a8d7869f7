"""Lots: the one place that everything random in a draw comes from. Pure.

Two algorithms, by name. `sha256-counter/1` is what draws use; docs/record.md describes it step by step for
any language ("From seed to draw"), and every change here is another algorithm with another name.
Records of format 1 name none: their draws lean on Python's own generator.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Protocol, TypeVar

ALGORITHM = "sha256-counter/1"
SPAN = 2**32
"""How many numbers the first four bytes of a hash can be."""

Thing = TypeVar("Thing")


class Lots(Protocol):
    """All that is drawn: the order of the entries, and the marks of each match."""

    @property
    def is_blank(self) -> bool:
        """Whether there is no seed, so that nothing can be put in a random order."""
        ...

    def shuffled(self, entries: Sequence[Thing]) -> list[Thing]:
        """The entries in the order in which they are drawn; as they came where there is no seed."""
        ...

    def marks(self, marks: Sequence[str], seats: int, *, round_: int, number: int) -> list[str]:
        """A different mark for each seat of a match; matches are asked for in the order of their numbers."""
        ...


class Numbers:
    """The numbers of one use: of SHA-256 of `seed/use/0`, `seed/use/1` … each time the first four bytes."""

    def __init__(self, seed: str, use: str) -> None:
        self._stem = f"{seed}/{use}/"
        self._used = 0

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` − 1, each as probable; what would favour the low ones is thrown away."""
        fair = SPAN - SPAN % bound
        while (number := self._next()) >= fair:
            pass
        return number % bound

    def shuffle(self, things: Sequence[Thing]) -> list[Thing]:
        """The things in a random order: from the last place down, each changes with one at or before it."""
        mixed = list(things)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed

    def _next(self) -> int:
        block = sha256(f"{self._stem}{self._used}".encode()).digest()
        self._used += 1
        return int.from_bytes(block[:4], "big")


class CounterLots:
    """`sha256-counter/1` over a seed's text: 64 hexadecimal digits, or a number typed by hand."""

    is_blank = False

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def shuffled(self, entries: Sequence[Thing]) -> list[Thing]:
        """See `Lots`."""
        return Numbers(self._seed, "order").shuffle(entries)

    def marks(self, marks: Sequence[str], seats: int, *, round_: int, number: int) -> list[str]:
        """See `Lots`: every match has numbers of its own, so no match depends on another."""
        return Numbers(self._seed, f"suits/{round_}/{number}").shuffle(marks)[:seats]


class PythonLots:
    """The draws of format 1: Python's generator, one for the order and one for all marks."""

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._marks = Random(f"marks {seed}")

    @property
    def is_blank(self) -> bool:
        """See `Lots`."""
        return self._seed is None

    def shuffled(self, entries: Sequence[Thing]) -> list[Thing]:
        """See `Lots`."""
        mixed = list(entries)
        if self._seed is not None:
            Random(self._seed).shuffle(mixed)
        return mixed

    def marks(self, marks: Sequence[str], seats: int, *, round_: int, number: int) -> list[str]:
        """See `Lots`."""
        return self._marks.sample(list(marks), seats)
