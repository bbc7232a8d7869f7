"""What checking a sheet costs beside the building of its values: one ratio for each game and table.

Both in one run, in turns, in processor time, the least disturbed round of each. The build is everything that
a sheet needs: seats, situation, counts, lines, cuts, sheet. The aim is at most 20 builds a check.
"""

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time

from rulesets.kernel.rules import Game, Kind, Rules
from rulesets.kernel.sheet import Cut, Line, SeatAt, Sheet, Situation
from rulesets.registry import GAMES

AIM = 20
SHEETS = 200
ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Case:
    """A sheet and what it is judged against."""

    rules: Rules
    situation: Situation
    sheet: Sheet


def build_again(case: Case) -> tuple[Situation, Sheet]:
    """Construct a copy of situation and sheet: the work that a check is compared with."""
    there, sheet = case.situation, case.sheet
    seats = tuple(SeatAt(seat.side, seat.player) for seat in there.seats)
    lines = tuple(Line(line.player, dict(line.numbers), line.out, line.out_order) for line in sheet.lines)
    cuts = tuple(Cut(tuple(cut.sides), tuple(cut.cards)) for cut in sheet.cuts)
    situation = Situation(seats, there.started, there.time_called, there.decided)
    return situation, Sheet(sheet.ended_by, lines, sheet.winner, cuts, sheet.reason)


def random_cases(game: Game, kind: Kind, tables: int) -> list[Case]:
    """Return 200 random legal sheets of tables with so many sides, whose time has been called."""
    rng = Random(f"{game.key} {kind.key} {tables}")
    rules = Rules(game.key, kind.key, (), kind.tables, 40)
    places = [(side, member) for member in range(kind.team_size) for side in range(1, tables + 1)]
    seats = tuple(SeatAt(side, f"player-{side}-{member}") for side, member in places)
    situation = Situation(seats, True, True)
    return [Case(rules, situation, game.random_sheet(rules, situation, rng)) for _ in range(SHEETS)]


def processor_seconds(act: Callable[[Case], object], found: Sequence[Case]) -> float:
    """Return the processor time of `act` over all cases."""
    began = process_time()
    for case in found:
        act(case)
    return process_time() - began


def measure_ratio(game: Game, found: Sequence[Case]) -> tuple[float, float]:
    """Return check ÷ build, and the microseconds of a check; the shortest of `ROUNDS` runs of each."""
    built, checked = [], []
    for _ in range(ROUNDS):
        built.append(processor_seconds(build_again, found))
        checked.append(
            processor_seconds(lambda case: game.judge(case.rules, case.situation, case.sheet), found)
        )
    return min(checked) / min(built), min(checked) / len(found) * 1e6


def main() -> int:
    """Print every ratio; return 1 if one misses the aim, else 0."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    gc.disable()
    worst = 0.0
    for game in GAMES.values():
        for kind in game.kinds:
            for tables in sorted({kind.tables.low, kind.tables.high}):
                found, cost = measure_ratio(game, random_cases(game, kind, tables))
                worst = max(worst, found)
                print(f"{game.key:16} {kind.key:18} {tables} sides  {found:5.1f} x  ({cost:6.1f} µs a check)")
    print(f"worst {worst:.1f} x, aim {AIM} x")
    return int(worst > AIM)


if __name__ == "__main__":
    sys.exit(main())
