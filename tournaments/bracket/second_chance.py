"""The second chance: a bracket of those who lose, drawn together with the bracket itself. Pure.

Its entrants are slots: for each match of the bracket whose losers play on, one for each of its sides from the
second on. The slot of a side takes its entry if it lost; if it won, the entry of the first side, which lost
then. So every loser has one slot, and another winner of a match moves at most two losers. Its round k is
played beside round k + 1 of the bracket, by the winners of its round before and the losers of round k, if
these play on: those of round 1 alone, or of every round before the final. Its winner has a title of its own,
or takes one more seat in the final, which then waits for it. `docs/record.md` describes the draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from core.errors import Refused
from tournaments.bracket.lots import Lots
from tournaments.bracket.seeding import keep_apart
from tournaments.bracket.shapes import Shape, default_shape, spread
from tournaments.bracket.tree import Feed, MatchPlan, Plan, SidePlan, Take, snake

NONE, OWN_TITLE, FINAL_SEAT = "none", "own_title", "final_seat"
"""Values of the house rule `second_chance`: without one, for a title, and for a seat in the final."""
ROUND_1, BEFORE_FINAL = "round_1", "before_final"
"""Values of the house rule `second_chance_losers`: those of round 1, and of every round before the final."""
USE = "second_chance"
"""The use of the lots that order the slots of round 1; of round k it is `second_chance/k`."""
Slots = Mapping[str, Feed]
"""The feed of each slot of a round, by a name that is unique there."""
Entrant = Feed | int
"""An entrant of a round: the feed of a slot, or the table of the round before whose winner comes."""
Tables = Sequence[tuple[Entrant, ...]]
"""The entrants at each table of a round; one alone has a bye."""


@dataclass(frozen=True, slots=True)
class SecondChance:
    """A second chance for losers of the first `losers_of` rounds of the bracket.

    `tables`: how many tables each of its rounds has, byes too. With `final_seat` its winner takes one more
    seat in the final.
    """

    tables: tuple[int, ...]
    losers_of: int = 1
    final_seat: bool = False


def second_chance_beside(
    shape: Shape,
    low: int,
    high: int,
    *,
    losers: str = ROUND_1,
    third_place: bool = False,
    final_seat: bool = False,
) -> SecondChance | None:
    """Return the second chance beside a bracket of this shape; None if there can be none.

    The bracket needs a second round, and no third-place match for losers who play on. With `final_seat`, the
    final needs a free seat, and there can be no third-place match. The last match may be short.
    """
    third_place = third_place and shape.allows_third_place
    losers_of = 1 if losers == ROUND_1 else len(shape.rounds) - 1
    if len(shape.rounds) < 2 or (third_place and losers_of == len(shape.rounds) - 1):
        return None
    if final_seat and (third_place or shape.rounds[-1][0] >= high):
        return None
    coming = tuple(sum(size - 1 for size in sizes) for sizes in shape.rounds[:losers_of])
    tables = _default_tables(coming[0], low, high) if losers == ROUND_1 else _fewest_tables(coming, low, high)
    return SecondChance(tables, losers_of, final_seat) if tables else None


def with_second_chance(bracket: Plan, chosen: SecondChance, lots: Lots) -> Plan:
    """Return the plan with the matches of the second chance after the others, by round and number.

    With a seat in the final, the final is of the round after both brackets' last others.
    """
    rounds = _drawn_rounds(bracket.matches, chosen, lots)
    if not chosen.final_seat:
        return replace(bracket, matches=(*bracket.matches, *_build_matches(bracket.matches, rounds)))
    *others, final = bracket.matches
    final = replace(final, round=max(final.round, len(rounds) + 2))
    own = tuple(_build_matches((*others, final), rounds))
    seat = SidePlan(None, Feed(own[-1].round, own[-1].number, Take.WINNER))
    final = replace(final, sides=(*final.sides, seat))
    return replace(bracket, matches=(*others, final, *own))


def table_sizes(matches: Sequence[MatchPlan]) -> list[list[int]]:
    """Return the sizes of the second chance's tables in each round with a match; empty if there is none."""
    own = [match for match in matches if match.second_chance]
    rounds = groupby(own, key=lambda match: match.round)
    return [[len(match.sides) for match in found] for _, found in rounds]


def _default_tables(losers: int, low: int, high: int) -> tuple[int, ...] | None:
    """Return the tables of each round of the default bracket of so many losers; None if there is none."""
    try:
        return tuple(map(len, default_shape(losers, low, high, short_final=True).rounds))
    except Refused:
        return None


@lru_cache(maxsize=4096)
def _fewest_tables(coming: tuple[int, ...], low: int, high: int) -> tuple[int, ...] | None:
    """Return the tables of each round, as few as leave the later rounds possible; None if there are none.

    `coming`: how many entrants round 1 has, and how many losers come to each later round. At tables of two, a
    table of one is a bye.
    """
    entrants, *later = coming
    if not later and entrants <= high:
        return (1,) if entrants > 1 else None
    for tables in range(-(-entrants // high), entrants // (low if high > 2 else 1) + 1):
        following = (tables + later[0], *later[1:]) if later else (tables,)
        if rest := _fewest_tables(following, low, high):
            return (tables, *rest)
    return None


def _drawn_rounds(matches: Sequence[MatchPlan], chosen: SecondChance, lots: Lots) -> list[Tables]:
    """Return the tables of each round, byes too.

    Losers who come to it lead, in the order of the lots; then come the winners of the round before, in a
    round with a bye first those whose last bye was the longest ago.
    """
    rounds: list[Tables] = []
    byes: list[int] = []
    for number, tables in enumerate(chosen.tables, 1):
        slots = _slots(matches, number) if number <= chosen.losers_of else {}
        mixed = lots.shuffled(list(slots), USE if number == 1 else f"{USE}/{number}")
        has_bye = len(slots) + len(byes) < 2 * tables
        winners = sorted(range(len(byes)), key=byes.__getitem__ if has_bye else None)
        found = _spread_over_tables(mixed, slots, winners, tables)
        byes = [_last_bye(table, number, byes) for table in found]
        rounds.append(found)
    return rounds


def _slots(matches: Sequence[MatchPlan], number: int) -> Slots:
    """Return the slots of a round of the bracket by `match.side`, in order of match and side."""
    return {
        f"{match.number}.{side}": Feed(number, match.number, Take.LOSER, side)
        for match in matches
        if match.round == number
        for side in range(2, len(match.sides) + 1)
    }


def _spread_over_tables(mixed: Sequence[str], slots: Slots, winners: Sequence[int], tables: int) -> Tables:
    """Spread the losers who come, and then the winners, over the tables.

    Losers of one match are kept apart as far as swaps of losers can; winners stay where they are.
    """
    entrants: dict[str, Entrant] = {**slots, **{str(table): table for table in winners}}
    shape = Shape((spread(len(entrants), tables),))
    groups = {name: name.split(".")[0] for name in slots}
    order = keep_apart([*mixed, *map(str, winners)], shape, groups, among=len(mixed))
    return [tuple(entrants[order[rank]] for rank in ranks) for ranks in snake(len(order), tables)]


def _last_bye(table: Sequence[Entrant], number: int, before: Sequence[int]) -> int:
    """Return the latest round, up to this one, of a bye of one who may win the table; 0 if none had any."""
    if len(table) == 1:
        return number
    return max(before[entrant] if isinstance(entrant, int) else 0 for entrant in table)


def _top_to_bottom(rounds: Sequence[Tables]) -> list[list[int]]:
    """Return the tables of each round in the order of the matches that their winners come to."""
    drawn = [[0]]
    for tables in reversed(rounds[1:]):
        winners = [entrant for table in drawn[0] for entrant in tables[table] if isinstance(entrant, int)]
        drawn.insert(0, winners)
    return drawn


def _build_matches(bracket: Sequence[MatchPlan], rounds: Sequence[Tables]) -> Iterator[MatchPlan]:
    """Yield the matches one round later, numbered after those of the bracket.

    A bye is no match: its entrant is on a side of the next one.
    """
    last: dict[int, int] = {}
    for match in bracket:
        last[match.round] = max(last.get(match.round, 0), match.number)
    before: Mapping[int, Feed] = {}
    for round_, (tables, drawn) in enumerate(zip(rounds, _top_to_bottom(rounds), strict=True), 2):
        onward: dict[int, Feed] = {}
        for table in drawn:
            feeds = [before[who] if isinstance(who, int) else who for who in tables[table]]
            onward[table] = feeds[0]
            if len(feeds) > 1:
                last[round_] = last.get(round_, 0) + 1
                onward[table] = Feed(round_, last[round_], Take.WINNER)
                sides = tuple(SidePlan(None, feed) for feed in feeds)
                yield MatchPlan(round_, last[round_], sides, second_chance=True)
        before = onward
