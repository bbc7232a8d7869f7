"""Recompute the second chance of a draw as docs/record.md says: tables, order, matches. Knows no lines."""

from collections.abc import Mapping, Sequence
from functools import cache

from checker.draw.lots import DrawnSide, Sides, kept_apart, shuffled, spread
from checker.draw.shape_search import default_rounds

Place = tuple[int, int]
"""Round and number of a match."""
Slot = tuple[int, int, int]
"""A loser to come: round and number of a match, and a side of it from 2 on."""
Round = list[list[Slot | int]]
"""Who comes to each table: a loser, or the winner of that table of the round before."""
SMALLEST_LAST = 2


def slots(rounds: Sequence[Sequence[int]]) -> list[list[Slot]]:
    """Return for each round of the bracket the losers to come: one a side but the first.

    `rounds`: of each round the number of sides of its matches, by number.
    """
    return [
        [(at, number, side) for number, size in enumerate(sizes, 1) for side in range(2, size + 1)]
        for at, sizes in enumerate(rounds, 1)
    ]


def tables_for_round_1(losers: int, least: int, most: int) -> list[int] | None:
    """Return how many tables each round has if only losers of round 1 come, byes too; None if impossible."""
    if losers < SMALLEST_LAST:
        return None
    if most == SMALLEST_LAST:
        depth = (losers - 1).bit_length()
        return [2 ** (depth - number) for number in range(1, depth + 1)]
    sizes = default_rounds(losers, least, most, SMALLEST_LAST)
    return [len(row) for row in sizes] if sizes else None


def fewest_tables(coming: Sequence[int], least: int, most: int) -> list[int] | None:
    """Return how many tables each round has if so many losers come to round 1, 2 …; None if impossible."""
    alone_allowed = 1 if most == SMALLEST_LAST else least

    @cache
    def rest(at: int, winners: int) -> list[int] | None:
        """Return how many tables this round (from 0) and each later one have; None if impossible."""
        here = winners + (coming[at] if at < len(coming) else 0)
        if at + 1 >= len(coming) and here <= most:
            return [1] if here >= SMALLEST_LAST else None
        for tables in range((here + most - 1) // most, here // alone_allowed + 1):
            later = rest(at + 1, tables)
            if later is not None:
                return [tables, *later]
        return None

    return rest(0, 0)


def matches(
    seed: str | None, losers: Sequence[Sequence[Slot]], tables: Sequence[int], others: Mapping[int, int]
) -> dict[Place, Sides]:
    """Return (round, number) in the tournament → sides for every match of the second chance.

    `losers`: those to come to each of its rounds; without a seed they stay in this order. `tables`: how many
    each of its rounds has, byes too; `others`: how many other matches have these rounds.
    """
    rounds = _rounds(seed, losers, tables)
    found: dict[Place, Sides] = {}
    winners: dict[int, str] = {}
    for at, (seated, order) in enumerate(zip(rounds, _numbered(rounds), strict=True), 2):
        number, before, winners = others.get(at, 0), winners, {}
        for table in order:
            sources = [
                before[who] if isinstance(who, int) else "{}.{} {}".format(*who) for who in seated[table]
            ]
            winners[table] = sources[0]
            if len(sources) > 1:
                number += 1
                found[at, number] = [DrawnSide(None, source) for source in sources]
                winners[table] = f"{at}.{number} winner"
    return found


def order_of_losers(seed: str, at: int, losers: Sequence[Slot], coming: int, tables: int) -> list[Slot]:
    """Return the losers who come to a round in their random order, those of one match kept apart.

    `coming`: all who come to the round, the winners after these losers.
    """
    names = {f"{number}.{side}": (place, number, side) for place, number, side in losers}
    mixed = shuffled(seed, "second_chance" if at == 1 else f"second_chance/{at}", [*names])
    others = [f"winner {number}" for number in range(coming - len(mixed))]
    groups = {name: name.partition(".")[0] for name in names}
    return [names[name] for name in kept_apart([*mixed, *others], tables, groups, len(mixed))[: len(mixed)]]


def _rounds(seed: str | None, losers: Sequence[Sequence[Slot]], tables: Sequence[int]) -> list[Round]:
    """Return who comes to each table of each round, losers before winners.

    In a round with byes winners come in the order of their latest bye, those who had none first.
    """
    rounds: list[Round] = []
    had_bye: list[int] = []
    for at, count in enumerate(tables, 1):
        fresh = list(losers[at - 1]) if at <= len(losers) else []
        winners = list(range(len(had_bye)))
        coming = len(fresh) + len(winners)
        if coming < 2 * count:
            winners.sort(key=had_bye.__getitem__)
        if seed is not None:
            fresh = order_of_losers(seed, at, fresh, coming, count)
        ranked: list[Slot | int] = [*fresh, *winners]
        rounds.append([[ranked[rank] for rank in row] for row in spread(coming, count)])
        had_bye = [_last_bye(table, at, had_bye) for table in rounds[-1]]
    return rounds


def _last_bye(table: Sequence[Slot | int], at: int, had_bye: Sequence[int]) -> int:
    """Return the round of the latest bye that the winner of a table may have had; 0 for none."""
    earlier = [had_bye[who] for who in table if isinstance(who, int)]
    return at if len(table) == 1 else max(earlier, default=0)


def _numbered(rounds: Sequence[Round]) -> list[list[int]]:
    """Return the tables of each round in the order of their numbers, which is that of the round after."""
    orders = [[0]]
    for later in reversed(rounds[1:]):
        orders.append([who for table in orders[-1] for who in later[table] if isinstance(who, int)])
    return orders[::-1]
