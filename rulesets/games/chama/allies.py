"""Aliados: who stands outside a battle may add armies to one side of it (variant, 4.3)."""

from collections.abc import Collection, Sequence

from core.errors import Violation

ALLIES_VARIANT = "aliados"
LEAST_PEOPLE = 3


def table_warnings(
    members: int, variants: Collection[str], rounds: Sequence[Sequence[int]]
) -> tuple[Violation, ...]:
    """Rounds with tables of two people, where each is in every battle; two pairs are four people."""
    if ALLIES_VARIANT not in variants:
        return ()
    found = tuple(
        number
        for number, sizes in enumerate(rounds, start=1)
        if any(1 < size * members < LEAST_PEOPLE for size in sizes)
    )
    rule = "house:allies_outside"
    return (Violation("nobody_to_ally_with", {"rounds": found}, "rounds", rule),) if found else ()
