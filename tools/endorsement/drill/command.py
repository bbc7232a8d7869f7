"""`python -m tools.endorsement drill [--entries N]`: both drills, with their figures."""

import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.endorsement.drill.day import DrillOutcome
from tools.endorsement.drill.laptop import laptop_lost
from tools.endorsement.drill.server import database_lost

LONGEST = 120  # seconds until another laptop goes on
LOST_BY_A_LAPTOP = 2  # seconds of acknowledged results
DRILLS: dict[str, Callable[[Path, int], DrillOutcome]] = {
    "the laptop is lost, another goes on from the stick": laptop_lost,
    "PostgreSQL is lost, a new database goes on from a dump": database_lost,
}


def main(arguments: Sequence[str]) -> int:
    """Run them; 0 if each went on in time with sound records, and no more was lost than may be."""
    parser = ArgumentParser(prog="python -m tools.endorsement drill", description=__doc__)
    parser.add_argument("--entries", type=int, default=64, help="how large the tournament is")
    entries = parser.parse_args(arguments).entries
    passed = True
    with tempfile.TemporaryDirectory(prefix="chama-drill-") as name:
        for number, (what, drill) in enumerate(DRILLS.items()):
            done = drill(Path(name) / str(number), entries)
            passed &= done.verdict.sound and done.seconds < LONGEST
            passed &= drill is not laptop_lost or done.lost_seconds <= LOST_BY_A_LAPTOP
            print(f"{what}: {done}", flush=True)
    return 0 if passed else 1
