"""The runs: `slice` for every `make test-rest`, `run` for `make endorse`, and each part alone."""

import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import SystemRandom

from tools.endorsement.parts import PARTS, on_day, on_image, on_laptop, on_servers, tournaments
from tools.endorsement.progress import FOLDER, ROOT, NotCommitted, Progress, Step, commit_of
from tools.endorsement.report import EndorsementReport, write
from tools.endorsement.sizes import SLICE, Size, shrink

SLICE_SEED = 20261122


def main(arguments: Sequence[str], size: Size, parts: Collection[str] = PARTS) -> int:
    """Run the parts and print the report; return 0 if it passes, else 1."""
    chosen = _parse_options(arguments)
    size = shrink(SLICE if chosen.slice else size, chosen.share)
    progress = Progress(_folder_of(chosen, parts) if chosen.go_on else None)
    report = EndorsementReport(progress.keep_seed(chosen.seed))
    print(f"endorsement, seed {report.seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="chama-endorsement-") as temporary:
        folder = chosen.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name, step in _steps(size, set(parts), folder, apart=chosen.go_on):
            progress.run_or_include(name, _note_seconds(step), report)
    print("\n".join(line for line in report.lines() if not line.startswith("  ")))
    print(f"endorsement: {'passed' if report.passes else 'FAILED'} in {report.seconds:.0f} s")
    if chosen.report:
        write(report, chosen.report, f"{datetime.now(UTC):%Y-%m-%d}")
    return 0 if report.passes else 1


def _steps(size: Size, asked: AbstractSet[str], folder: Path, *, apart: bool) -> Iterator[tuple[str, Step]]:
    """Yield the steps of the run, with their names, in order.

    `apart`: parts that could share servers do not, so that each can be saved.
    """
    if asked == {"image"}:
        yield "image", lambda report: on_image(report, asked, folder)
        return
    if not size.day.alone:
        yield "slice", lambda report: _run_in_parallel(report, size, asked, folder)
        return
    yield "tournaments", lambda report: _run_tournaments(report, size, asked, folder)
    yield "laptop", lambda report: on_laptop(report, size, asked, folder)
    yield "day", lambda report: on_day(report, size, asked, folder)
    yield "image", lambda report: on_image(report, asked, folder)
    on_one = (
        ({"history"}, {"replay", "fuzz", "chaos"}) if apart else (set(PARTS) - {"broker", "day", "image"},)
    )
    for parts in on_one:
        name = "-".join(["servers", *sorted(parts & asked)])
        yield name, partial(on_servers, size=size, parts=parts & asked, folder=folder / name)


def _run_tournaments(report: EndorsementReport, size: Size, asked: AbstractSet[str], folder: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        outage = pool.submit(on_servers, report, size, asked & {"broker"}, folder / "outage")
        if "tournaments" in asked:
            tournaments(report, size, folder)
        outage.result()


def _run_in_parallel(report: EndorsementReport, size: Size, asked: AbstractSet[str], folder: Path) -> None:
    """Run a slice: the short day, and in parallel the tournaments, then all other parts.

    Nothing else is timed, so they may slow each other down.
    """
    with ThreadPoolExecutor(2) as pool:
        beside = [pool.submit(on_day, report, size, asked, folder)]
        _run_tournaments(report, size, asked, folder)
        beside.append(pool.submit(on_laptop, report, size, asked, folder))
        on_servers(report, size, asked - {"broker", "day"}, folder / "servers")
        for one in beside:
            one.result()


def _folder_of(chosen: Namespace, parts: Collection[str]) -> Path:
    """Return the folder for steps of the same endorsement: of this commit, size, share and parts.

    Exit if there are changes that are not committed.
    """
    try:
        commit = commit_of(ROOT)
    except NotCommitted:
        sys.exit(
            "Commit your changes first: what is endorsed has to be a commit, so that it can go on later."
        )
    much = "slice" if chosen.slice else "whole"
    return FOLDER / commit / "-".join([much, str(chosen.share), *sorted(parts)])


def _note_seconds(step: Step) -> Step:
    """Return the step with its seconds noted in the report."""

    def timed(report: EndorsementReport) -> None:
        began = time.monotonic()
        step(report)
        report.seconds = time.monotonic() - began

    return timed


def _parse_options(arguments: Sequence[str]) -> Namespace:
    parser = ArgumentParser(prog="python -m tools.endorsement", description=__doc__)
    parser.add_argument("--seed", type=int, default=SLICE_SEED, help="what everything follows from")
    parser.add_argument("--fresh", dest="seed", action="store_const", const=SystemRandom().randrange(10**9))
    parser.add_argument("--keep", type=Path, help="folder for plans, records and histories, kept")
    parser.add_argument("--report", type=Path, help="the document to write")
    parser.add_argument("--go-on", action="store_true", help="leave out what is done for this commit")
    parser.add_argument("--slice", action="store_true", help="as little as the slice does")
    parser.add_argument("--share", type=float, default=1.0, help="this share of every count, for a try")
    return parser.parse_args(arguments)
