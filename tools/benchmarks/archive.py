"""`make bench-archive`: pages and results beside ten finished tournaments, and beside thousands of them.

Ten tournaments of 50 entries are played through the services; then each is copied so many times, row by row,
with people of its own (PostgreSQL). Pages are rendered each time, without any cache, in one process;
figures are the shortest of the times that they took, since other work of the machine only adds to them.

    python -m tools.benchmarks.archive [--tournaments 10000] [--times 15]
"""

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.servers.postgres import postgres
from tests.servers.process import python_command
from tests.servers.site import environment

BASE = 10
PREPARE = ("-m", "tools.benchmarks.prepare.archive")


def main() -> None:
    """Measure, grow, measure; print both and the ratio."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tournaments", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=15, help="how often each page is made")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="chama-archive-") as name, postgres() as url:
        environ = environment(Path(name), DATABASE_URL=url, LOG_LEVEL="CRITICAL", EVENT_LOG_LEVEL="CRITICAL")
        _run_step(environ, "play", BASE)
        few = _run_step(environ, "measure", asked.times)
        began = time.monotonic()
        _run_step(environ, "grow", asked.tournaments // BASE - 1)
        print(f"grown in {time.monotonic() - began:.0f} s", flush=True)
        many = _run_step(environ, "measure", asked.times)
    _print_comparison(few, many)


def _run_step(environ: Mapping[str, str], step: str, number: int) -> dict[str, Any]:
    """Run one step of `prepare.archive` in its own process and return the JSON that it prints.

    `number`: tournaments of the step "play", copies of "grow", repetitions of "measure".
    """
    command = python_command(*PREPARE, step, str(number))
    done = subprocess.run(command, env=dict(environ), stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _print_comparison(few: dict[str, Any], many: dict[str, Any]) -> None:
    sizes = [f"{one['tournaments']:,} tournaments, {one['people']:,} people" for one in (few, many)]
    print(f"\n{sizes[0]} | {sizes[1]}; the database {few['megabytes']:,} MB | {many['megabytes']:,} MB\n")
    print(f"  {'':<24}{'ms':>9}{'ms':>9}{'ratio':>8}")
    for page, before in few["pages"].items():
        after = many["pages"][page]
        print(f"  {page:<24}{before:>9.1f}{after:>9.1f}{after / before:>8.2f}")


if __name__ == "__main__":
    main()
