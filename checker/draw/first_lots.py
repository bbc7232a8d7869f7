"""The chance of the first format: the generator of Python's standard library, from a whole number."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

Dealer = Callable[[tuple[int, int], Sequence[str], int], list[str]]


def shuffled(seed: int | None, codes: Iterable[str]) -> list[str]:
    """The sorted codes in their random order; without a seed they stay sorted."""
    mixed = sorted(codes)
    if seed is not None:
        Random(seed).shuffle(mixed)
    return mixed


def dealer(seed: int | None) -> Dealer:
    """What deals the suits of match after match, in the order of rounds and numbers, from one generator."""
    chance = Random(f"marks {seed}")
    return lambda place, suits, seats: chance.sample(list(suits), min(seats, len(suits)))
