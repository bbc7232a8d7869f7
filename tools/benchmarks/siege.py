"""`make bench-siege`: what a judge notices while others send hostile requests.

In both modes, on loopback only, the full mode behind nginx as in compose, if that is installed: without it
a client that sends half a request holds one of its eight threads. For every kind of hostile client
(`besiegers`) a judge posts results, first alone, then while the clients of that kind call from
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
from tools.benchmarks.besiegers import KINDS, Target, besiege
from tools.benchmarks.results import Post, migrate, post_all, prepared

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
    """Both modes, one after the other."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    with tempfile.TemporaryDirectory(prefix="chama-siege-") as folder:
        _settle(folder)
        _besieged("embedded", embedded_site(Path(folder)), Path(folder))
    with postgres(settings=()) as url, tempfile.TemporaryDirectory(prefix="chama-siege-") as folder:
        _settle(folder, DATABASE_URL=url)
        site = gunicorn_site(Path(folder), url, "memory://localhost//")
        mode = "full" if is_installed() else "full, without a proxy, since nginx is not installed:"
        _besieged(mode, site, Path(folder), is_proxied=is_installed())


def _settle(folder: str, **more: str) -> None:
    spool = Path(folder, "spool")
    spool.mkdir()
    os.environ |= {"DATA_DIR": folder, "SECRET_KEY": "siege" * 20, "TMPDIR": str(spool), **more}
    migrate()


def _besieged(mode: str, site: Site, folder: Path, *, is_proxied: bool = False) -> None:
    site.environ |= {name: os.environ[name] for name in ("TMPDIR", "SECRET_KEY")}
    token, posts = prepared(entries=ENTRIES, matches=MATCHES)
    stranger, _ = prepared(entries=8, matches=1)
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
            print(
                _row(kind, site, Judge(site, token, waiting), clients, target, folder / "spool"), flush=True
            )


def _row(kind: str, site: Site, judge: "Judge", clients: Executor, target: Target, spool: Path) -> str:
    quiet = [judge.post() for _ in range(RESULTS)]
    before, spooled = _memory(site.pid), 0
    times: list[float] = []
    siege = clients.submit(besiege, kind, target, SECONDS)
    while not siege.done() and len(times) < RESULTS:
        times.append(judge.post())
        spooled = max(spooled, _spooled(site.pid, spool))
    statuses, sent, got = siege.result()
    said = " ".join(f"{status}×{many}" for status, many in sorted(statuses.items()))
    kept = f"{spooled / 1e6:.1f} | {before:.0f} → {_memory(site.pid):.0f}"
    return f"| {kind} | {said} | {sent / 1e6:.1f} | {got} | {kept} | {_compared(quiet, times)} |"


@dataclass(frozen=True, slots=True)
class Judge:
    """Posts one result after the other."""

    site: Site
    token: str
    waiting: Iterator[Post]

    def post(self) -> float:
        """The seconds that the next result takes."""
        time.sleep(PAUSE)
        return post_all(self.site, self.token, islice(self.waiting, 1))[0]


def _compared(quiet: list[float], besieged: list[float]) -> str:
    parts = [(_half(quiet), _half(besieged)), (_tail(quiet), _tail(besieged))]
    return ", ".join(f"{calm:.0f} → {now:.0f} (× {now / calm:.1f})" for calm, now in parts)


def _half(times: list[float]) -> float:
    return statistics.median(times) * 1000


def _tail(times: list[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1) + 0.5)] * 1000


def _processes(pid: int) -> list[Path]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [Path("/proc", str(one)) for one in (pid, *children)]


def _memory(pid: int) -> float:
    pages = sum(int((one / "statm").read_text().split()[1]) for one in _processes(pid))
    return pages * resource.getpagesize() / 1e6


def _spooled(pid: int, spool: Path) -> int:
    """Bytes in its temporary files, those without a name too."""
    total = 0
    for one in _processes(pid):
        with suppress(OSError):
            for file in (one / "fd").iterdir():
                with suppress(OSError):
                    total += file.stat().st_size if file.readlink().is_relative_to(spool) else 0
    return total


if __name__ == "__main__":
    main()
