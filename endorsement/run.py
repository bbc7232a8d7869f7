"""The runs: `slice` for every `make test`, `run` for `make endorse`, and each part alone."""

import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom

from endorsement.parts import PARTS, on_laptop, on_servers, tournaments
from endorsement.report import EndorsementReport, write
from endorsement.sizes import SLICE, Size, shrunk

SLICE_SEED = 20261122


def main(arguments: Sequence[str], size: Size, parts: Collection[str] = PARTS) -> int:
    """Play, check, contest, kill; 0 where nothing is left unexplained."""
    chosen = _options(arguments)
    size = shrunk(SLICE if chosen.slice else size, chosen.share)
    report = EndorsementReport(chosen.seed)
    began = time.monotonic()
    print(f"endorsement, seed {report.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="chama-endorsement-") as name:
        folder = chosen.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        _run(report, size, parts, folder)
    print("\n".join(line for line in report.lines() if not line.startswith("  ")))
    print(f"endorsement: {'passed' if report.passes else 'FAILED'} in {time.monotonic() - began:.0f} s")
    if chosen.report:
        write(report, chosen.report, f"{datetime.now(UTC):%Y-%m-%d}", time.monotonic() - began)
    return 0 if report.passes else 1


def _run(report: EndorsementReport, size: Size, parts: Collection[str], folder: Path) -> None:
    """One part after the other; those that share servers share them. An outage is long and does little."""
    asked = set(parts)
    with ThreadPoolExecutor(1) as beside:
        outage = beside.submit(on_servers, report, size, asked & {"broker"}, folder / "outage")
        if "tournaments" in asked:
            tournaments(report, size, folder)
        outage.result()
    on_laptop(report, size, asked, folder)
    on_servers(report, size, asked - {"broker"}, folder)


def _options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m endorsement", description=__doc__)
    parser.add_argument("--seed", type=int, default=SLICE_SEED, help="what everything follows from")
    parser.add_argument("--fresh", dest="seed", action="store_const", const=SystemRandom().randrange(10**9))
    parser.add_argument("--keep", type=Path, help="folder for plans, records and histories, kept")
    parser.add_argument("--report", type=Path, help="the document to write")
    parser.add_argument("--slice", action="store_true", help="as little as the slice does")
    parser.add_argument("--share", type=float, default=1.0, help="this share of every count, for a try")
    return parser.parse_args(arguments)
