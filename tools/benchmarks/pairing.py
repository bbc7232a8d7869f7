"""What pairings of Swiss rounds are worth: ours beside CP-SAT, and how long a large one takes.

Events in which a random member wins each table. We pair each round, and CP-SAT looks for less in the same
round, unless no one meets again and our spread is the bound. Figures are sums over all rounds: rematches and
spread. `proven` counts rounds in which less than the best is impossible. Prints figures and judges nothing.
CP-SAT comes with requirements-planner.txt.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from time import process_time

from tools.benchmarks.pairing_best import IS_INSTALLED, RoundCost, best_found
from tournaments.bracket.lots import CounterLots
from tournaments.stages.rounds import RoundEntry
from tournaments.stages.swiss.pairing import RoundPairing, pair_round, rank
from tournaments.stages.swiss.search import cut
from tournaments.stages.swiss.table_costs import TableCosts

SIZES = ((2, 2), (2, 4), (3, 4))
NUMBERS = (8, 13, 16, 24, 37, 48, 64)
ROUNDS = 6
LARGE, LARGE_ROUNDS = 512, 6


@dataclass(frozen=True, slots=True)
class PairedRound:
    """A round: its entries before it, the lots that paired it, and our tables with the seconds they took."""

    entries: tuple[RoundEntry, ...]
    lots: CounterLots
    pairing: RoundPairing
    seconds: float


def paired_rounds(number: int, sizes: tuple[int, int], rounds: int, seed: int) -> Iterator[PairedRound]:
    """Play an event of `number` entries at tables of these sizes (low, high); yield its rounds in order."""
    chance = Random(seed)
    entries = tuple(RoundEntry(f"E{index:04}") for index in range(number))
    for round_ in range(rounds):
        lots = CounterLots(f"{seed}.{round_}")
        began = process_time()
        pairing = pair_round(entries, low=sizes[0], high=sizes[1], lots=lots)
        yield PairedRound(entries, lots, pairing, process_time() - began)
        entries = tuple(entries_after(entries, pairing, chance))


def entries_after(
    entries: Sequence[RoundEntry], pairing: RoundPairing, chance: Random
) -> Iterator[RoundEntry]:
    """Yield the entries with their points after a round; byes win, and a random entry of each table."""
    at = {code: table for table in pairing.tables for code in table}
    winners = {chance.choice(table) for table in pairing.tables} | set(pairing.byes)
    largest = max(map(len, pairing.tables))
    for entry in entries:
        table = at.get(entry.entry, ())
        yield replace(
            entry,
            points=entry.points + (entry.entry in winners),
            opponents=entry.opponents + tuple(code for code in table if code != entry.entry),
            byes=entry.byes + (not table),
            short_tables=entry.short_tables + (0 < len(table) < largest),
        )


def compare_round(paired: PairedRound, seconds: float) -> tuple[RoundCost, RoundCost]:
    """Return what our tables cost, and the best that CP-SAT finds in so many seconds; byes stay as ours."""
    cost = paired.pairing.cost
    ranked = [entry for entry in rank(paired.entries, paired.lots) if entry.entry not in paired.pairing.byes]
    sizes = tuple(map(len, paired.pairing.tables))
    costs = TableCosts(ranked, sizes, apart=False)
    floor = sum(costs.spread_of(table) for table in cut(costs.spread_of, sizes)) // costs.spread
    ours = RoundCost(cost.rematches, int(cost.spread), not cost.rematches and cost.spread == floor)
    if ours.is_proven:
        return ours, ours
    found = best_found(ranked, paired.pairing.tables, floor, seconds)
    return ours, found if found[:2] <= ours[:2] else ours


def comparison_line(number: int, sizes: tuple[int, int], seeds: int, seconds: float) -> str:
    """Return a line about `seeds` events of `number` entries: sums over all their rounds."""
    paired = (one for seed in range(seeds) for one in paired_rounds(number, sizes, ROUNDS, seed))
    rounds = [compare_round(one, seconds) for one in paired]
    ours, best = zip(*rounds, strict=True)
    proven = sum(found.is_proven for found in best)
    equal = sum(own[:2] == found[:2] for own, found in rounds)
    return (
        f"{number:3} entries, tables of {sizes[0]} to {sizes[1]}, {len(rounds)} rounds: "
        f"rematches {sum(own[0] for own in ours):3} beside {sum(found[0] for found in best):3}, "
        f"spread {sum(own[1] for own in ours):3} beside {sum(found[1] for found in best):3}, "
        f"equal in {equal:2}, proven {proven:2}"
    )


def large_event_line(sizes: tuple[int, int]) -> str:
    """Return a line about the longest round of a large event, beside a bare sort of as many entries."""
    longest = max(paired_rounds(LARGE, sizes, LARGE_ROUNDS, 1), key=lambda one: one.seconds)
    points = [(entry.points, entry.entry) for entry in longest.entries]
    bare = median(_seconds_of_sort(points) for _ in range(9))
    return (
        f"{LARGE} entries, tables of {sizes[0]} to {sizes[1]}: the longest of {LARGE_ROUNDS} rounds "
        f"{longest.seconds:.2f} s, {longest.seconds / bare:,.0f} bare sorts; {tuple(longest.pairing.cost)}"
    )


def _seconds_of_sort(points: Sequence[object]) -> float:
    """Return the processor seconds of one sort, the mean of a hundred."""
    began = process_time()
    for _ in range(100):
        sorted(points, key=repr)
    return (process_time() - began) / 100


def lines(seeds: int, seconds: float) -> Iterator[str]:
    """Yield every line as it is measured."""
    for sizes in (*SIZES, (4, 4)):
        yield large_event_line(sizes)
    if not IS_INSTALLED:
        yield "CP-SAT is not installed here (requirements-planner.txt): nothing to compare with"
        return
    for sizes in SIZES:
        for number in NUMBERS:
            yield comparison_line(number, sizes, seeds, seconds)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=2, help="events of each size")
    parser.add_argument("--seconds", type=float, default=10, help="for CP-SAT, a round")
    chosen = parser.parse_args()
    for line in lines(chosen.seeds, chosen.seconds):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
