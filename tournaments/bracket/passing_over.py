"""Entries that recently had a bye or short table are passed over for the next one (ADR 0026).

Pure. docs/record.md describes it step by step for any language ("Passed over").
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.bracket.seeding import Seating
from tournaments.bracket.shapes import Shape

ShortTableHistory = Sequence[Sequence[str]]
"""Entries that had a bye or short table: a list for each tournament, latest first."""


def list_index_by_entry(lists: ShortTableHistory) -> dict[str, int]:
    """Return the index of each entry's list."""
    return {entry: number for number, entries in enumerate(lists) for entry in entries}


def pass_over(
    order: Sequence[str], shape: Shape, lately: Mapping[str, int], groups: Mapping[str, str | None]
) -> tuple[str, ...]:
    """Return an order in which short tables and byes go to entries that had none, else longest ago.

    `lately` is the result of `list_index_by_entry`: 0 for entries that had one most recently.

    As few entries as possible swap; among those with an equal history the lots decide. With `groups`, no swap
    may put more mates at one table.
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


def entries_at_short_tables(order: Sequence[str], shape: Shape) -> frozenset[str]:
    """Return the entries at a short table of round 1, or with a bye."""
    return frozenset(order[rank] for rank in _short(Seating(order, shape, {})))


def _short(seating: Seating) -> set[int]:
    """Return the ranks at tables smaller than the largest."""
    sizes = Counter(seating.table_of.values())
    largest = max(sizes.values())
    return {rank for rank, table in seating.table_of.items() if sizes[table] < largest}
