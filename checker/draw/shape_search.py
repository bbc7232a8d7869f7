"""Find the recommended shape of a bracket again: which numbers of tables each round has.

In this order: fewest rounds, fullest final, fewest rounds with unequal tables, fewest matches, larger tables
earlier.
"""

from functools import cache
from typing import NamedTuple


class ShapeKey(NamedTuple):
    """What shapes are compared by, in this order; less is better in each. `final` is negated."""

    rounds: int
    final: int
    unequal_rounds: int
    matches: int
    tables: tuple[int, ...]
    """The number of tables of each round."""


@cache
def best(entries: int, least: int, most: int, final: int) -> ShapeKey | None:
    """Return the key of the best shape; None if there is none.

    `final`: the fewest at the last table, which may be below `least`.
    """
    found = [ShapeKey(1, -entries, 0, 1, (1,))] if final <= entries <= most else []
    for tables in range(max(2, -(-entries // most)), entries // least + 1):
        after = best(tables, least, most, final)
        if after is not None:
            unequal = int(entries % tables > 0)
            found.append(
                ShapeKey(
                    after.rounds + 1,
                    after.final,
                    after.unequal_rounds + unequal,
                    after.matches + tables,
                    (tables, *after.tables),
                )
            )
    return min(found, default=None)


def even(entries: int, tables: int) -> list[int]:
    """Return the sizes of so many tables, which differ by at most one, ascending."""
    small, larger = divmod(entries, tables)
    return [small] * (tables - larger) + [small + 1] * larger


def default_rounds(entries: int, least: int, most: int, final: int | None = None) -> list[list[int]] | None:
    """Return the sizes of each round's tables in the recommended shape, ascending; None if there is none.

    `final`: the fewest at the last table, `least` by default.
    """
    shape = best(entries, least, most, final or least)
    if shape is None:
        return None
    sizes, playing = [], entries
    for tables in shape.tables:
        sizes.append(even(playing, tables))
        playing = tables
    return sizes
