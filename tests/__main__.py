"""`python -m tests`: the whole suite, on SQLite and on real servers.

1. SQLite and an in-memory broker, as on a laptop: everything except what needs a real worker process.
2. A real PostgreSQL, a real broker and real workers: every test that uses the database. Tests of pages
   and of the API only where they need the worker or transactions of their own, and none of those that only
   read a record's file; the rest is the same.

The closing line adds both runs up. `--laptop`: SQLite alone, without the browser, as on each Python from 3.11
on; `--fast`: of that what `tests.thorough` does not name.
"""

import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from tests.servers import broker, chromium
from tests.servers.__main__ import real_servers

IN_ORDER = ["--dist", "loadfile", "--no-loadscope-reorder"]
"""Files are taken up as `tests.fixtures.order` has them."""
CORES = min(os.cpu_count() or 2, 8)
WAITING = 1
"""So many processes more than cores where servers and browsers are waited for."""
ON_SQLITE = "not real_worker"
ON_A_LAPTOP = "not (real_worker or browser)"
PARTS = {
    "--laptop": ("SQLite, no browser", ON_A_LAPTOP),
    "--fast": ("SQLite, nothing thorough", f"{ON_A_LAPTOP} and not thorough"),
}
ON_SERVERS = "database and (real_worker or not (doors or alike))"


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


def whole(folder: Path) -> Counter[str]:
    """Both runs."""
    broker.program()
    with ThreadPoolExecutor() as meanwhile:
        meanwhile.submit(compile_all)
        chromium.find_or_install()
    laptop = run("SQLite, one process as on a laptop", ON_SQLITE, folder, waiting=WAITING)
    with real_servers() as environ:
        servers = run("PostgreSQL, broker and workers", ON_SERVERS, folder, environ, waiting=WAITING)
    return laptop + servers


def main(arguments: list[str]) -> int:
    """Run the suite; 0 where every test passed, 2 where nobody knows what is asked for."""
    if not PARTS.keys() >= set(arguments):
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="chama-reports-") as name:
        folder = Path(name)
        try:
            part = next((PARTS[word] for word in arguments), None)
            totals = run(*part, folder) if part else whole(folder)
        except (broker.NoBroker, chromium.NoChromium) as problem:
            print(problem, file=sys.stderr)
            return 1
    print(f"\ntests: {totals['passed']} passed, {totals['failed']} failed, {totals['skipped']} skipped")
    return 1 if totals["failed"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
