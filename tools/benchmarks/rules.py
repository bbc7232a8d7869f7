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


def build(case: Case) -> tuple[Situation, Sheet]:
    """The same values again, each of them new."""
    there, sheet = case.situation, case.sheet
    seats = tuple(SeatAt(seat.side, seat.player) for seat in there.seats)
    lines = tuple(Line(line.player, dict(line.numbers), line.out, line.out_order) for line in sheet.lines)
    cuts = tuple(Cut(tuple(cut.sides), tuple(cut.cards)) for cut in sheet.cuts)
    situation = Situation(seats, there.started, there.time_called, there.decided)
    return situation, Sheet(sheet.ended_by, lines, sheet.winner, cuts, sheet.reason)


def cases(game: Game, kind: Kind, tables: int) -> list[Case]:
    """Random sheets of every ending, with a limit, at full tables."""
    rng = Random(f"{game.key} {kind.key} {tables}")
    rules = Rules(game.key, kind.key, (), kind.tables, 40)
    places = [(side, member) for member in range(kind.team_size) for side in range(1, tables + 1)]
    seats = tuple(SeatAt(side, f"player-{side}-{member}") for side, member in places)
    situation = Situation(seats, True, True)
    return [Case(rules, situation, game.random_sheet(rules, situation, rng)) for _ in range(SHEETS)]


def seconds(act: Callable[[Case], object], found: Sequence[Case]) -> float:
    """What doing it to all of them takes."""
    began = process_time()
    for case in found:
        act(case)
    return process_time() - began


def ratio(game: Game, found: Sequence[Case]) -> tuple[float, float]:
    """Check ÷ build, each in its least disturbed round, and the microseconds of a check."""
    built, checked = [], []
    for _ in range(ROUNDS):
        built.append(seconds(build, found))
        checked.append(seconds(lambda case: game.judge(case.rules, case.situation, case.sheet), found))
    return min(checked) / min(built), min(checked) / len(found) * 1e6


def main() -> int:
    """Print every ratio; 1 if one misses the aim."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    gc.disable()
    worst = 0.0
    for game in GAMES.values():
        for kind in game.kinds:
            for tables in sorted({kind.tables.low, kind.tables.high}):
                found, cost = ratio(game, cases(game, kind, tables))
                worst = max(worst, found)
                print(f"{game.key:16} {kind.key:18} {tables} sides  {found:5.1f} x  ({cost:6.1f} µs a check)")
    print(f"worst {worst:.1f} x, aim {AIM} x")
    return int(worst > AIM)


if __name__ == "__main__":
    sys.exit(main())
