"""Who is in which group, and who plays whom in a round of groups. Pure.

At tables of exactly two each group plays its circle, independent of results: in n − 1 rounds each of n
entries meets each other one once, and an odd number has one empty place. An entry that left keeps its place
in it, and who would meet it has a bye. At larger tables each group is seated by the steps of a Swiss round
(`swiss.pairing`) among its entries that have not left. The smallest size of the tournament's tables does not
bind groups, only that of its type: five entries at tables of up to four sit at tables of three and two.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.bracket.lots import Lots
from tournaments.bracket.seeding import keep_apart
from tournaments.bracket.shapes import Shape, Sizes, spread
from tournaments.bracket.tree import snake
from tournaments.stages.rounds import Groups, NextRound, RoundEntry
from tournaments.stages.swiss.pairing import pair_ranked, table_sizes

ALGORITHM = "groups/1"
"""The name in the record: any change to the groups or tables that come out is another algorithm."""
PAIRS = 2
Ranks = Mapping[str, int]

Pair = tuple[str | None, str | None]
"""Who is against whom; None is the empty place."""


@dataclass(frozen=True, slots=True)
class GroupPairing:
    """The tables of one group and its byes; members and byes by rank."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]


def deal(order: Sequence[str], groups: int, clubs: Mapping[str, str | None]) -> tuple[tuple[str, ...], ...]:
    """Return the groups, dealt by snake: first to last, last to first, and so on.

    `clubs`: those to be kept apart; as in a bracket, mates change places with others near them in the order.
    Empty for none.
    """
    dealt = keep_apart(order, Shape((spread(len(order), groups),)), clubs) if clubs else order
    return tuple(tuple(dealt[rank] for rank in ranks) for ranks in snake(len(order), groups))


def rounds_of_circle(entries: int) -> int:
    """Return after how many rounds everyone has met everyone."""
    return entries - 1 if entries % 2 == 0 else entries


def pairs_of_round(entries: Sequence[str], number: int) -> list[Pair]:
    """Return the pairs of a round, counted from 1; none after the last round of the circle.

    The first entry stays in its place, and the others move one place to the right with each round.
    """
    if number > rounds_of_circle(len(entries)):
        return []
    places: list[str | None] = [*entries, *[None] * (len(entries) % 2)]
    moved = len(places) - number
    circle = [places[0], *places[1:][moved:], *places[1:][:moved]]
    return [(circle[at], circle[-1 - at]) for at in range(len(circle) // 2)]


def pair_groups(
    groups: Groups, ranked: Sequence[RoundEntry], coming: NextRound, lots: Lots
) -> list[GroupPairing]:
    """Return the tables of each group in a round; `ranked` are the entries that have not left, best first.

    Raises `Refused` `no_tables` if a group fits no tables that the type can be played at.
    """
    ranks = {entry.entry: rank for rank, entry in enumerate(ranked)}
    if coming.high == PAIRS:
        return [_pair_circle(group, coming.number, ranks) for group in groups]
    return [_seat([ranked[rank] for rank in _ranks_of(group, ranks)], coming, lots) for group in groups]


def sizes_of_round(groups: Groups, coming: NextRound) -> Sizes:
    """Return the sizes of the tables of a round, group by group, and of byes as tables of one behind them.

    Raises `Refused` as `pair_groups`.
    """
    ranks = {entry.entry: rank for rank, entry in enumerate(coming.entries)}
    if coming.high == PAIRS:
        paired = [_pair_circle(group, coming.number, ranks) for group in groups]
        tables, byes = sum(len(one.tables) for one in paired), sum(len(one.byes) for one in paired)
        return (*(PAIRS,) * tables, *(1,) * byes)
    counts = [len(_ranks_of(group, ranks)) for group in groups]
    seated = [size for count in counts if count > 1 for size in table_sizes(count, coming.least, coming.high)]
    return (*seated, *(count for count in counts if count == 1))


def _ranks_of(group: Sequence[str], ranks: Ranks) -> list[int]:
    """Return the ranks of those of a group that have one, best first; entries that left have none."""
    return sorted(ranks[entry] for entry in group if entry in ranks)


def _pair_circle(group: Sequence[str], number: int, ranks: Ranks) -> GroupPairing:
    """Return the pairs of a round of the circle, in its order, between those that have a rank."""
    pairs = [
        [entry for entry in pair if entry is not None and entry in ranks]
        for pair in pairs_of_round(group, number)
    ]
    tables = [sorted(pair, key=ranks.__getitem__) for pair in pairs if len(pair) == PAIRS]
    byes = [pair[0] for pair in pairs if len(pair) == 1]
    return GroupPairing(tuple(map(tuple, tables)), tuple(sorted(byes, key=ranks.__getitem__)))


def _seat(ranked: Sequence[RoundEntry], coming: NextRound, lots: Lots) -> GroupPairing:
    """Return the tables of these entries of a group; one alone has a bye."""
    if len(ranked) < PAIRS:
        return GroupPairing((), tuple(entry.entry for entry in ranked))
    return GroupPairing(pair_ranked(ranked, low=coming.least, high=coming.high, lots=lots).tables, ())
