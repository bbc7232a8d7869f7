"""The runs: `slice` for every `make test`, `run` for `make endorse`."""

import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

from endorsement.generate import plans
from endorsement.generate.plans import Plan
from endorsement.mutate.measure import measure
from endorsement.play import bulk, days
from endorsement.play.bulk import Played
from endorsement.play.console import console, environment, manage
from endorsement.play.server import running
from endorsement.report import Report, write

CONSOLES = 2
FAULTS = ("--faults", "30")
SLICE_SEED = 20261122


@dataclass(frozen=True)
class Size:
    """How much a run does, and how large a tournament may be."""

    bulk: int
    most: int
    over_http: int
    most_over_http: int
    mutated: int


SLICE = Size(bulk=285, most=24, over_http=15, most_over_http=12, mutated=24)
WHOLE = Size(bulk=4800, most=4096, over_http=200, most_over_http=64, mutated=250)


def main(arguments: Sequence[str], size: Size) -> int:
    """Play, check, mutate; 0 where nothing is left unexplained."""
    chosen = _options(arguments)
    report = Report(chosen.seed)
    began = time.monotonic()
    print(f"endorsement, seed {report.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="chama-endorsement-") as name:
        folder = chosen.keep or Path(name)
        records = [*in_bulk(report, size, folder), *over_http(report, size, folder)]
        sample = records[:: max(1, len(records) // size.mutated)]
        report.measured = measure((file.name, file.read_bytes()) for file in sample)
    print("\n".join(report.lines()))
    print(f"endorsement: {'passed' if report.passes else 'FAILED'} in {time.monotonic() - began:.0f} s")
    if chosen.report:
        write(report, chosen.report, f"{datetime.now(UTC):%Y-%m-%d}")
    return 0 if report.passes else 1


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m endorsement", description=__doc__)
    parser.add_argument("--seed", type=int, default=SLICE_SEED, help="what everything follows from")
    parser.add_argument("--fresh", dest="seed", action="store_const", const=SystemRandom().randrange(10**9))
    parser.add_argument("--keep", type=Path, help="folder for plans and records, kept")
    parser.add_argument("--report", type=Path, help="the document to write")
    return parser.parse_args(arguments)


def _chosen(seed: int, first: int, count: int, most: int, file: Path) -> list[Plan]:
    """Plans, written down before anything is played."""
    found = [plans.plan(seed + number, most=most) for number in range(first, first + count)]
    file.parent.mkdir(parents=True, exist_ok=True)
    plans.write(found, file)
    return found


def in_bulk(report: Report, size: Size, folder: Path) -> list[Path]:
    """Through `manage.py simulate`, every other one with faults; the sound records."""
    chosen = _chosen(report.seed, 0, size.bulk, size.most, folder / "bulk.plans.jsonl")
    shares = [chosen[number::CONSOLES] for number in range(CONSOLES)]

    def share(number: int) -> list[Played]:
        environ = environment(_made(folder / f"console{number}"))
        manage(environ, "migrate", "-v0")
        half = len(shares[number]) // 2
        with console(environ) as opened:
            plain = bulk.play(shares[number][:half], opened, folder / "bulk")
            faulty = bulk.play(shares[number][half:], opened, folder / "bulk", *FAULTS)
            return [*plain, *faulty]

    with ThreadPoolExecutor(CONSOLES) as pool:
        played = [one for games in pool.map(share, range(CONSOLES)) for one in games]
    return _sound(report, "in bulk", played)


def over_http(report: Report, size: Size, folder: Path) -> list[Path]:
    """Over HTTP against a running product; the sound records."""
    chosen = _chosen(report.seed, size.bulk, size.over_http, size.most_over_http, folder / "http.plans.jsonl")
    environ = environment(_made(folder / "product"))
    with running(environ, folder) as base, console(environ) as opened:
        played = list(days.play(base, chosen, opened, folder / "http"))
    happened = sum((one.done for one in played), Counter[str]())
    report.notes.append("over HTTP: " + ", ".join(f"{happened[what]} × {what}" for what in sorted(happened)))
    return _sound(report, "over HTTP", played)


def _sound(report: Report, how: str, played: Sequence[Played]) -> list[Path]:
    return [one.record for one in report.add(how, played) if one.record]


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
