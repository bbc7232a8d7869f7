"""`make bench-hall`: one whole hall on two cores, in both modes, with an audience and without.

256 entries in one tournament and two others of 64 beside it: 400 phones that poll as the pages do, 4 hall
screens, 20 visitors a second, and 10 judges who start and record as fast as a real round of 30 seconds a
match would, all through HTTP, the dispatcher and the clocks running. First the judges alone, then everybody,
then for a minute besides 200 reloads a second of the dearest page, a crawler on every link and five dawdlers.

With `--mode proxied` the full mode has nginx in front, where it is installed, and 2,000 phones.

    python -m benchmarks.hall [--mode laptop|full|proxied] [--phones 400] [--seconds 180]
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.crowd import POLL_SECONDS, TIMED_OUT, Crowd, Heard, attend
from benchmarks.usage import Usage, usage_of
from tests.servers.broker import broker
from tests.servers.nginx import is_installed, nginx
from tests.servers.postgres import postgres
from tests.servers.process import Server
from tests.servers.site import Site, celery_worker, embedded_site, gunicorn_site

RIGHT = {0, 200, 204, 302, 304, 429, 503}
PHONES = {"laptop": 400, "full": 400, "proxied": 2000}
MODES = tuple(PHONES)
JUDGES, SCREENS, VISITS, RELOADS = 10, 4, 20.0, 200.0
WARM_UP = 20.0
LATEST_NEWS = POLL_SECONDS + 2.0
ACTS = ("result", "start")
SHARES = {"median": 0.5, "p95": 0.95, "worst": 1.0}


@dataclass(frozen=True, slots=True)
class Run:
    """What one hall came to; the usage is that of each server of the product between two moments."""

    heard: Heard
    usages: Mapping[str, Usage]
    seconds: float

    @property
    def share(self) -> float:
        """How much of a core the product used."""
        return sum(usage.seconds for usage in self.usages.values()) / self.seconds


def main() -> None:
    """Both modes, or the one that is asked for."""
    asked = _arguments()
    for mode in [asked.mode] if asked.mode else MODES:
        if mode == "proxied" and not is_installed():
            print("\n=== proxied: left out, nginx is not installed (Debian's package nginx-light)")
            continue
        phones = asked.phones or PHONES[mode]
        print(f"\n=== {mode} mode, {asked.seconds:.0f} s after a warm-up of {WARM_UP:.0f} s", end="")
        print(f", load {os.getloadavg()[0]:.1f} before")
        alone = _hall(mode, phones=0, screens=0, visits=0.0, seconds=min(asked.seconds, 60.0))
        _print_run("judges alone", alone)
        full = _hall(mode, phones=phones, screens=SCREENS, visits=asked.visits, seconds=asked.seconds)
        _print_run(f"{phones} phones, {SCREENS} screens, {asked.visits:.0f} visitors a second", full)
        _print_ratio(alone, full, phones)
        short, crowd = min(asked.seconds, 60.0), (phones, SCREENS, asked.visits)
        rude = _hall(mode, *crowd, reloads=RELOADS, seconds=short)
        _print_run(f"the same with {RELOADS:.0f} reloads a second, a crawler and five who dawdle", rude)
        _print_ratio(alone, rude, phones)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mode", choices=MODES)
    parser.add_argument("--phones", type=int)
    parser.add_argument("--visits", type=float, default=VISITS)
    parser.add_argument("--seconds", type=float, default=180.0)
    return parser.parse_args()


def _hall(
    mode: str, phones: int, screens: int, visits: float, *, seconds: float, reloads: float = 0.0
) -> Run:
    """One hall with servers of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="chama-hall-") as name,
        _product(mode, Path(name)) as (site, servers),
    ):
        tournaments = _prepared(site)
        crowd = Crowd(
            site.base, [one["slug"] for one in tournaments], {o["slug"]: o["token"] for o in tournaments}
        )
        moments: list[dict[str, Usage]] = []

        def look() -> None:
            moments.append({server.name: usage_of([server.pid]) for server in servers})

        asyncio.run(
            attend(
                crowd, phones=phones, screens=screens, visits=visits, reloads=reloads, judges=JUDGES,
                warm_up=WARM_UP, seconds=seconds, moment=look,
            )
        )  # fmt: skip
        before, after = moments
        return Run(crowd.heard, {name: after[name] - before[name] for name in after}, seconds)


@contextmanager
def _product(mode: str, folder: Path) -> Iterator[tuple[Site, Sequence[Server]]]:
    """The site with everything behind it, and the servers whose processor time counts."""
    with ExitStack() as stack:
        if mode == "laptop":
            site = stack.enter_context(embedded_site(folder))
            yield site, [site]
            return
        database, queue = stack.enter_context(postgres(settings=())), stack.enter_context(broker())
        os.environ["CACHE_URL"] = queue.removesuffix("/0") + "/1"
        _manage({"DATABASE_URL": database, "DATA_DIR": str(folder)}, "migrate", "--verbosity", "0")
        worker = stack.enter_context(celery_worker(folder, database, queue, sweep_seconds=5))
        site = stack.enter_context(gunicorn_site(folder, database, queue))
        servers: list[Server] = [site, worker]
        if mode == "proxied":
            proxy, site.base = nginx(folder, site.base)
            servers.append(stack.enter_context(proxy))
        yield site, servers


def _manage(environ: Mapping[str, str], *arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], check=True, env={**os.environ, **environ})


def _prepared(site: Site) -> list[dict[str, str]]:
    """The tournaments, made by a process of its own beside the running site."""
    command = [sys.executable, "-m", "benchmarks.hall_prepare"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    found: list[dict[str, str]] = json.loads(done.stdout.splitlines()[-1])
    return found


def _print_run(title: str, run: Run) -> None:
    print(f"\n{title}")
    kinds = sorted({kind for kind, _ in run.heard.statuses})
    for kind in kinds:
        seconds = run.heard.seconds[kind]
        answers = ", ".join(
            f"{n} × {code}" for (k, code), n in sorted(run.heard.statuses.items()) if k == kind
        )
        times = " ".join(f"{name} {_ms(seconds, at):>8}" for name, at in SHARES.items())
        print(f"  {kind:<13} {times}  {run.heard.taken[kind] / len(seconds):>7.0f} B  {answers}")
    parts = ", ".join(f"{name} {usage.seconds / run.seconds:.0%}" for name, usage in run.usages.items())
    most = sum(usage.megabytes for usage in run.usages.values())
    print(f"  the product used {run.share:.0%} of a core ({parts}), at most {most} MB")
    if run.heard.delays:
        delays = sorted(run.heard.delays)
        print(f"  news on a phone: median {statistics.median(delays):.1f} s, latest {delays[-1]:.1f} s")


def _print_ratio(alone: Run, full: Run, phones: int) -> None:
    ratio = _quantile(full.heard.seconds["result"], 0.95) / _quantile(alone.heard.seconds["result"], 0.95)
    wrong = sum(n for (_, code), n in full.heard.statuses.items() if code not in RIGHT)
    refused = sum(n for (kind, code), n in full.heard.statuses.items() if code == 503 and kind in ACTS)
    lost = sum(n for (_, code), n in full.heard.statuses.items() if code == TIMED_OUT)
    print(f"\n  a result's p95 beside that without audience: × {ratio:.2f}")
    print(f"  answers that were not right: {wrong}, of them none at all: {lost}; judges refused: {refused}")
    cost = (full.share - alone.share) * 60 / max(phones, 1)
    print(f"  processor time a phone and minute: {cost * 1000:.1f} ms, visitors and screens included")
    if full.heard.delays:
        late = sum(delay > LATEST_NEWS for delay in full.heard.delays)
        print(f"  news later than one poll and 2 s: {late} of {len(full.heard.delays)}")


def _ms(seconds: Sequence[float], share: float) -> str:
    return f"{_quantile(seconds, share) * 1000:.0f} ms"


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    main()
