"""`make bench-siege`: what a judge notices while others send hostile requests.

In both modes, on loopback only, the full mode behind nginx as in compose, if that is installed: without it
a client that sends half a request holds one of its eight threads. For every kind of hostile client
(`clients.besiegers`) a judge posts results, first alone, then while the clients of that kind call from
a process of their own. Printed are the statuses that they got, the most bytes that one of them could send and
got back, what the server's processes kept in temporary files and in memory (as Linux tells), and the judge's
median and 95th percentile.
"""

import argparse
import os
import resource
import statistics
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from tests.servers.nginx import is_installed, nginx
from tests.servers.postgres import postgres
from tests.servers.site import Site, embedded_site, gunicorn_site
from tools.benchmarks.clients.besiegers import KINDS, Target, besiege
from tools.benchmarks.results import Post, make_tournament, migrate, post_all

SECONDS = 10.0  # for which each kind besieges
RESULTS = 50  # that the judge posts alone, and at most while they do
WARM_UP = 4
PAUSE = 0.1  # seconds between two results
MATCHES = WARM_UP + 2 * RESULTS * len(KINDS)
ENTRIES = 4096  # twice as many as there are matches in the first round, which none may be short of
HEAD = """\
| clients | answers | MB sent | bytes back | MB on disk | of memory | judge's ms: median, p95 |
|---|---|---|---|---|---|---|"""


def main() -> None:
    """Measure both modes, one after the other."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with tempfile.TemporaryDirectory(prefix="chama-siege-") as folder:
        _prepare_environment(folder)
        _measure_mode("embedded", embedded_site(Path(folder)), Path(folder))
    with postgres(settings=()) as url, tempfile.TemporaryDirectory(prefix="chama-siege-") as folder:
        _prepare_environment(folder, DATABASE_URL=url)
        site = gunicorn_site(Path(folder), url, "memory://localhost//")
        mode = "full" if is_installed() else "full, without a proxy, since nginx is not installed:"
        _measure_mode(mode, site, Path(folder), is_proxied=is_installed())


def _prepare_environment(folder: str, **more: str) -> None:
    """Set the variables that the servers inherit, and migrate the database."""
    spool = Path(folder, "spool")
    spool.mkdir()
    os.environ |= {"DATA_DIR": folder, "SECRET_KEY": "siege" * 20, "TMPDIR": str(spool), **more}
    migrate()


def _measure_mode(mode: str, site: Site, folder: Path, *, is_proxied: bool = False) -> None:
    """Start the site, behind nginx if `is_proxied`, and print a row for each kind of client."""
    site.environ |= {name: os.environ[name] for name in ("TMPDIR", "SECRET_KEY")}
    token, posts = make_tournament(entries=ENTRIES, matches=MATCHES)
    stranger, _ = make_tournament(entries=8, matches=1)
    waiting = iter(posts)
    with ExitStack() as stack:
        stack.enter_context(site)
        if is_proxied:
            proxy, site.base = nginx(folder, site.base)
            stack.enter_context(proxy)
        clients = stack.enter_context(ProcessPoolExecutor(1, get_context("spawn")))
        post_all(site, token, islice(waiting, WARM_UP))
        clients.submit(int).result()  # its process is there, and has imported everything
        print(f"\n{mode} mode\n{HEAD}", flush=True)
        target = Target(urlsplit(site.base).port or 0, stranger)
        for kind in KINDS:
            judge = Judge(site, token, waiting)
            print(_measure_kind(kind, site, judge, clients, target, folder / "spool"), flush=True)


def _measure_kind(
    kind: str, site: Site, judge: "Judge", clients: Executor, target: Target, spool: Path
) -> str:
    """Measure the judge alone, then besieged by one kind of client; return the row of the table."""
    quiet = [judge.post() for _ in range(RESULTS)]
    before, spooled = _megabytes_held(site.pid), 0
    times: list[float] = []
    siege = clients.submit(besiege, kind, target, SECONDS)
    while not siege.done() and len(times) < RESULTS:
        times.append(judge.post())
        spooled = max(spooled, _spooled_bytes(site.pid, spool))
    statuses, sent, got = siege.result()
    said = " ".join(f"{status}×{many}" for status, many in sorted(statuses.items()))
    kept = f"{spooled / 1e6:.1f} | {before:.0f} → {_megabytes_held(site.pid):.0f}"
    return f"| {kind} | {said} | {sent / 1e6:.1f} | {got} | {kept} | {_format_change(quiet, times)} |"


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge who posts the `waiting` results one after the other."""

    site: Site
    token: str
    waiting: Iterator[Post]

    def post(self) -> float:
        """Pause, post the next result, and return the seconds that it took."""
        time.sleep(PAUSE)
        return post_all(self.site, self.token, islice(self.waiting, 1))[0]


def _format_change(quiet: list[float], besieged: list[float]) -> str:
    """Format median and 95th percentile in milliseconds, each before → during, with their ratio."""
    parts = [(_median_ms(quiet), _median_ms(besieged)), (_p95_ms(quiet), _p95_ms(besieged))]
    return ", ".join(f"{calm:.0f} → {now:.0f} (× {now / calm:.1f})" for calm, now in parts)


def _median_ms(times: list[float]) -> float:
    return statistics.median(times) * 1000


def _p95_ms(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1) + 0.5)] * 1000


def _process_folders(pid: int) -> list[Path]:
    """Return the folders in `/proc` of a process and its children, not of their children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [Path("/proc", str(one)) for one in (pid, *children)]


def _megabytes_held(pid: int) -> float:
    pages = sum(int((one / "statm").read_text().split()[1]) for one in _process_folders(pid))
    return pages * resource.getpagesize() / 1e6


def _spooled_bytes(pid: int, spool: Path) -> int:
    """Return the bytes of the server's open files in `spool`, of deleted ones too."""
    total = 0
    for one in _process_folders(pid):
        with suppress(OSError):
            for file in (one / "fd").iterdir():
                with suppress(OSError):
                    total += file.stat().st_size if file.readlink().is_relative_to(spool) else 0
    return total


if __name__ == "__main__":
    main()
