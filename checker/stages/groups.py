"""Deal groups, and seat a round of them, again as docs/record.md says (`groups/1`). Knows no lines."""

from collections.abc import Mapping, Sequence

from checker.draw import lots
from checker.stages import pairing
from checker.stages.hall import StageEntry

ALGORITHM = "groups/1"
Group = Sequence[str]
"""The codes of a group in the order dealt."""


def deal_groups(
    order: Sequence[str], number: int, clubs: Mapping[str, str | None] | None = None
) -> list[list[str]]:
    """Return so many groups, dealt from the order there and back.

    `clubs`: entry → club; if given, entries of one club are kept apart.
    """
    ranks = [*order] if clubs is None else lots.kept_apart(order, number, clubs)
    return [[ranks[rank] for rank in row] for row in lots.spread(len(ranks), number)]


def circle_rounds(group: Group) -> int:
    """Return after how many rounds at tables of two everyone of the group has met everyone."""
    return len(group) - 1 + len(group) % 2


def circle(group: Group, turn: int) -> list[tuple[str | None, str | None]]:
    """Return who meets whom in a round of the circle, from 1; who meets None has a bye. [] after the last."""
    members = [*group, *[None] * (len(group) % 2)]
    if turn >= len(members):
        return []
    cut = len(members) - (turn - 1)
    ring = [members[0], *members[cut:], *members[1:cut]]
    return [(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)]


def pair_round(
    seed: str, entries: Sequence[StageEntry], groups: Sequence[Group], turn: int, most: int
) -> list[list[str]]:
    """Return the tables of round `turn`, from 1: group by group, then all byes.

    `most`: the most entries at a table.
    """
    order, tables = pairing.rank_entries(seed, entries), list[list[str]]()
    for group in groups:
        here = [entry for entry in order if entry.code in group]
        tables += _circle_tables(here, group, turn) if most == 2 else _seat_group(seed, here, most)
    return sorted(tables, key=lambda table: len(table) == 1)


def _circle_tables(here: Sequence[StageEntry], group: Group, turn: int) -> list[list[str]]:
    """Return the pairs of a group at tables of two, then byes; `here`: its live entries, by rank."""
    rank = {entry.code: number for number, entry in enumerate(here)}
    pairs = [[code for code in pair if code in rank] for pair in circle(group, turn)]
    tables = [sorted(pair, key=lambda code: rank[code]) for pair in pairs if len(pair) == 2]
    return [*tables, *sorted((pair for pair in pairs if len(pair) == 1), key=lambda pair: rank[pair[0]])]


def _seat_group(seed: str, here: Sequence[StageEntry], most: int) -> list[list[str]]:
    """Return the tables of one group by `swiss/1`, down to tables of two; one alone has a bye."""
    if len(here) < 2:
        return [[entry.code] for entry in here]
    found = pairing.seat_round(seed, here, 2, most, apart=False)
    return found.tables if found else []
