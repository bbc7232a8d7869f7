"""Deal groups, and seat a round of them, again as docs/record.md says (`groups/1`). Knows no lines."""

from collections.abc import Mapping, Sequence

from checker.draw import lots
from checker.stages import pairing
from checker.stages.hall import StageEntry

ALGORITHM = "groups/1"
Group = Sequence[str]
"""The codes of a group in the order dealt."""


def dealt(
    order: Sequence[str], number: int, clubs: Mapping[str, str | None] | None = None
) -> list[list[str]]:
    """Deal the order into so many groups, there and back; given their clubs, mates are kept apart."""
    ranks = [*order] if clubs is None else lots.kept_apart(order, number, clubs)
    return [[ranks[rank] for rank in row] for row in lots.spread(len(ranks), number)]


def circle_rounds(group: Group) -> int:
    """Return after how many rounds at tables of two everyone has met everyone."""
    return len(group) - 1 + len(group) % 2


def circle(group: Group, turn: int) -> list[tuple[str | None, str | None]]:
    """Return who meets whom in a round of the circle, counted from 1; None is the empty place."""
    members = [*group, *[None] * (len(group) % 2)]
    if turn >= len(members):
        return []
    cut = len(members) - (turn - 1)
    ring = [members[0], *members[cut:], *members[1:cut]]
    return [(ring[place], ring[-1 - place]) for place in range(len(ring) // 2)]


def paired(
    seed: str, entries: Sequence[StageEntry], groups: Sequence[Group], turn: int, most: int
) -> list[list[str]]:
    """Return the tables of a round: those of group 1, of group 2 and so on, then all byes, group by group."""
    order, tables = pairing.ranked(seed, entries), list[list[str]]()
    for group in groups:
        here = [entry for entry in order if entry.code in group]
        tables += _circle_tables(here, group, turn) if most == 2 else _seated(seed, here, most)
    return sorted(tables, key=lambda table: len(table) == 1)


def _circle_tables(here: Sequence[StageEntry], group: Group, turn: int) -> list[list[str]]:
    """Return the pairs of those who are here, then byes by rank."""
    rank = {entry.code: number for number, entry in enumerate(here)}
    pairs = [[code for code in pair if code in rank] for pair in circle(group, turn)]
    tables = [sorted(pair, key=lambda code: rank[code]) for pair in pairs if len(pair) == 2]
    return [*tables, *sorted((pair for pair in pairs if len(pair) == 1), key=lambda pair: rank[pair[0]])]


def _seated(seed: str, here: Sequence[StageEntry], most: int) -> list[list[str]]:
    """Return the tables of one group by `swiss/1`, down to tables of two; one alone has a bye."""
    if len(here) < 2:
        return [[entry.code] for entry in here]
    found = pairing.seated(seed, here, 2, most, apart=False)
    return found.tables if found else []
