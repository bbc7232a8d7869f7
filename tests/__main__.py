"""`python -m tests`: the essential tests; `--rest`: all others. Each on SQLite and on real servers.

1. SQLite and an in-memory broker, as on a laptop. Essential: every room, without what `tests.thorough`
   names and without a browser.
2. A real PostgreSQL, a real broker and real workers. Essential: whole days with workers (one of them in the
   browser, by organizer, judge and player), and people who act at once. The rest: every test that uses the
   database, but of pages and of the API only those with transactions of their own, and none of those that
   only read a record's file; those are the same as on SQLite.

The closing line adds both runs up. `--laptop`: all on SQLite but the browser's, as on each Python from
3.11 on.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

from tests.servers import broker, chromium
from tests.servers.__main__ import real_servers

IN_ORDER = ["--dist", "loadfile", "--no-loadscope-reorder"]
"""Files are taken up as `tests.fixtures.order` has them."""
CORES = min(os.cpu_count() or 2, 8)
WAITING = 1
"""So many processes more than cores where servers and browsers are waited for."""
ON_A_LAPTOP = "not (real_worker or browser)"
SQLITE, SERVERS = "SQLite, one process as on a laptop", "PostgreSQL, broker and workers"
ESSENTIAL = (f"{ON_A_LAPTOP} and not thorough", "database and (real_worker or concurrent)")
REST = (
    "not real_worker and (thorough or browser)",
    "database and not (real_worker or concurrent or doors or alike)",
)
"""Every test that is not in `ESSENTIAL`."""


def run(
    title: str, selection: str, folder: Path, environ: Mapping[str, str] = os.environ, *, waiting: int = 0
) -> Counter[str]:
    """One run of pytest; how many tests ended how."""
    print(f"\n--- {title}\n", flush=True)
    report, processes = folder / f"{title}.xml", ["-n", str(CORES + waiting), *IN_ORDER]
    command = [sys.executable, "-m", "pytest", "-q", *processes, "-m", selection, f"--junitxml={report}"]
    code = subprocess.run(command, env=dict(environ), check=False).returncode
    counts = outcomes(report)
    if code and not counts["failed"]:
        counts["failed"] += 1  # the run itself: nothing collected, or pytest stopped
    return counts


def compile_all() -> None:
    """Import everything once where it never was, else each process of a run compiles it for itself."""
    if (kept := os.environ.get("PYTHONPYCACHEPREFIX")) and not (done := Path(kept) / "tests").exists():
        command = [sys.executable, "-m", "pytest", "-q", "--collect-only"]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
        done.touch()


def outcomes(report: Path) -> Counter[str]:
    """The tests of a JUnit report: passed, failed (errors too), skipped (expected failures too)."""
    if not report.exists():
        return Counter(failed=1)
    totals: Counter[str] = Counter()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        ran = int(suite.get("tests", 0))
        totals.update(passed=max(ran - failed - skipped, 0), failed=failed, skipped=skipped)
    return totals


def on_both(selections: tuple[str, str], folder: Path) -> Counter[str]:
    """A run on SQLite and one on servers."""
    broker.program()
    with ThreadPoolExecutor() as meanwhile:
        meanwhile.submit(compile_all)
        chromium.find_or_install()
    laptop = run(SQLITE, selections[0], folder, waiting=WAITING)
    with real_servers() as environ:
        servers = run(SERVERS, selections[1], folder, environ, waiting=WAITING)
    return laptop + servers


KINDS: Mapping[tuple[str, ...], Callable[[Path], Counter[str]]] = {
    (): partial(on_both, ESSENTIAL),
    ("--rest",): partial(on_both, REST),
    ("--laptop",): partial(run, "SQLite, no browser", ON_A_LAPTOP),
}


def main(arguments: list[str]) -> int:
    """Run the tests that are asked for; 0 if every test passed, 2 if the arguments are unknown."""
    if (kind := KINDS.get(tuple(arguments))) is None:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="chama-reports-") as name:
        try:
            totals = kind(Path(name))
        except (broker.NoBroker, chromium.NoChromium) as problem:
            print(problem, file=sys.stderr)
            return 1
    print(f"\ntests: {totals['passed']} passed, {totals['failed']} failed, {totals['skipped']} skipped")
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
