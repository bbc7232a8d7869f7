"""Who had a bye or sat at a short table lately is passed over for the next one (ADR 0026). Pure.

docs/record.md describes it step by step for any language ("Passed over").
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.bracket.seeding import Seating
from tournaments.bracket.shapes import Shape

Lately = Sequence[Sequence[str]]
"""Entries that had a bye or sat at a short table: a list for each tournament, the latest first."""


def numbered(lists: Lately) -> dict[str, int]:
    """The number of each entry's list, from 0."""
    return {entry: number for number, entries in enumerate(lists) for entry in entries}


def pass_over(
    order: Sequence[str], shape: Shape, lately: Mapping[str, int], groups: Mapping[str, str | None]
) -> tuple[str, ...]:
    """The order in which short tables, byes among them, go to those who had none, else longest ago.

    As few as possible change places; among those who had theirs at one time, and among those who had
    none, the lots decide. With `groups` no entry changes places if more mates would sit at a table.
    """
    seating = Seating(order, shape, groups)
    turns = [lately.get(entry, len(order)) for entry in order]
    short = _short(seating)
    others = sorted((rank for rank in range(len(order)) if rank not in short), key=lambda r: (-turns[r], r))
    for rank in sorted(short, key=lambda r: (turns[r], r)):
        partner = next((o for o in others if turns[o] > turns[rank] and seating.gain(rank, o) >= 0), None)
        if partner is not None:
            seating.exchange(rank, partner)
            others.remove(partner)
    return tuple(seating.order)


def at_short_tables(order: Sequence[str], shape: Shape) -> frozenset[str]:
    """The entries that sit at a short table of round 1, or have a bye."""
    return frozenset(order[rank] for rank in _short(Seating(order, shape, {})))


def _short(seating: Seating) -> set[int]:
    """The ranks at tables that are smaller than the largest."""
    sizes = Counter(seating.table_of.values())
    largest = max(sizes.values())
    return {rank for rank, table in seating.table_of.items() if sizes[table] < largest}
