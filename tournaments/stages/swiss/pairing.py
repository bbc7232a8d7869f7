"""Pair the next round of a Swiss stage at tables of any size.

A *stage* is a part of a tournament with an order of its own. In a *Swiss* stage each entry plays a fixed
number of rounds, every time against entries with about as many points, whom it has not met before. A pair
that meets again is a *rematch*. The *spread* of a table is the difference between its most and its fewest
points. A *short table* has fewer entries than the largest of its round; a *bye* is a win without a game.

The flow, the same for everyone who knows entries, table sizes and seed:

1. `rank`: sort the codes, shuffle them by lots, then sort by points, most first. Places count from here.
2. `table_sizes`: as full as possible, at most one apart, never below the minimum.
3. With tables of exactly two an odd entry has a bye (`_pair_with_bye`).
4. `search.best_tables`: cut the order into tables, then look for cheaper ones.

`PairingCost` lists what a pairing costs, in the order in which it counts; `table_costs` computes it.
Seats and marks are not decided here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from core.errors import Impossible, Refused, Violation
from tournaments.bracket.lots import Lots
from tournaments.bracket.shapes import Sizes, spread
from tournaments.stages.rounds import RoundEntry
from tournaments.stages.swiss.search import best_tables
from tournaments.stages.swiss.table_costs import TableCosts

ALGORITHM = "swiss/1"
"""The name in the record: any change to what `pair_round` returns is another algorithm with another name."""
BYES_TRIED = 12
"""How many entries, lowest first, may be tried for the bye before a rematch is accepted."""


class PairingCost(NamedTuple):
    """What a pairing costs; compared from left to right, less is better.

    `rematches`: pairs at one table, each counted as often as it met before. `spread`: the sum over tables.
    `repeated_short`: earlier byes and short tables of entries that sit at a short table. `mates`: pairs of
    one club at one table, 0 unless clubs are to be apart.
    """

    rematches: int
    spread: Fraction
    repeated_short: int
    mates: int


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """The tables of a round, the one with the highest entry first; members and byes by rank."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    cost: PairingCost


def pair_round(
    entries: Sequence[RoundEntry], *, low: int, high: int, lots: Lots, apart: bool = False
) -> RoundPairing:
    """Return the tables of the next round for these entries.

    The result depends on values and lots only, not on the order of `entries`. Up to `search.EXACT` entries it
    is proven to cost least. Raises `Refused` as `table_sizes`, and `Impossible` if an entry is named twice.
    """
    return pair_ranked(rank(entries, lots), low=low, high=high, lots=lots, apart=apart)


def pair_ranked(
    ranked: Sequence[RoundEntry], *, low: int, high: int, lots: Lots, apart: bool = False
) -> RoundPairing:
    """Return the tables of entries whose order is known, best first. Raise `Refused` as `table_sizes`."""
    sizes = table_sizes(len(ranked), low, high)
    if sum(sizes) < len(ranked):
        return _pair_with_bye(ranked, sizes, lots, apart)
    return _pair(ranked, sizes, lots, apart)


def table_sizes(entries: int, low: int, high: int) -> Sizes:
    """Return sizes that differ by at most one, larger first; their sum is one less if an entry has a bye.

    There are as few tables as possible, and only tables of exactly two have a bye. Raises `Refused`:
    `bad_table_sizes`, `too_few_entries`, or `no_tables` with the nearest numbers that work: five entries at
    tables of three or four would need a table of two.
    """
    if not 2 <= low <= high:
        raise Refused([Violation("bad_table_sizes", {"low": low, "high": high}, "table")])
    if entries < 2:
        raise Refused([Violation("too_few_entries", {"entries": entries, "least": 2}, "entries")])
    seated = entries - entries % 2 if high == 2 else entries
    if not _fits(seated, low, high):
        facts = {"entries": entries, "low": low, "high": high, "nearest": _nearest(entries, low, high)}
        raise Refused([Violation("no_tables", facts, "entries")])
    return spread(seated, -(-seated // high))


def rank(entries: Sequence[RoundEntry], lots: Lots) -> tuple[RoundEntry, ...]:
    """Return the entries, most points first, equal ones drawn. Raise `Impossible` if one is named twice."""
    ordered = sorted(entries, key=lambda entry: entry.entry)
    if len({entry.entry for entry in ordered}) < len(ordered):
        raise Impossible("an entry is named twice")
    return tuple(sorted(lots.shuffled(ordered), key=lambda entry: -entry.points))


def _fits(entries: int, low: int, high: int) -> bool:
    """Return whether the fewest tables have no table below `low`; with more tables each would be smaller."""
    return entries // -(-entries // high) >= low


def _nearest(entries: int, low: int, high: int) -> list[int]:
    """Return the nearest numbers below and above that fit."""
    below = [number for number in range(low, entries) if _fits(number, low, high)]
    above = entries + 1
    while not _fits(above, low, high):
        above += 1
    return [*below[-1:], above]


def _pair(ranked: Sequence[RoundEntry], sizes: Sizes, lots: Lots, apart: bool) -> RoundPairing:
    """Return the pairing of entries that all have a seat."""
    costs = TableCosts(ranked, sizes, apart)
    tables = sorted(best_tables(costs, sizes, lots))
    codes = tuple(tuple(ranked[place].entry for place in table) for table in tables)
    return RoundPairing(codes, (), PairingCost(*costs.parts(tables)))


def _pair_with_bye(ranked: Sequence[RoundEntry], sizes: Sizes, lots: Lots, apart: bool) -> RoundPairing:
    """Give the bye to the lowest of those with the fewest byes, or to a higher one to save rematches."""
    fewest = min(entry.byes for entry in ranked)
    best: RoundPairing | None = None
    for bye in [entry for entry in reversed(ranked) if entry.byes == fewest][:BYES_TRIED]:
        found = _pair([entry for entry in ranked if entry is not bye], sizes, lots, apart)
        if best is None or found.cost.rematches < best.cost.rematches:
            best = RoundPairing(found.tables, (bye.entry,), found.cost)
        if not best.cost.rematches:
            break
    if best is None:
        raise Impossible("no entry can have the bye")
    return best
