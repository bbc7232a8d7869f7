"""`make bench-hall`: one whole hall on two cores, in both modes, with an audience and without.

256 entries at 128 tables in one tournament and two others of 64 beside it. Ten judges work as people do in a
browser: "Agora" open and polled, the match page, the sheet checked while it is filled in, recorded, back to
"Agora". Two coordinators have "Agora", tables and entries open. The audience: 400 phones, 60 of them signed
in, two hall screens in two languages, 20 visitors a second.

First the staff alone; then the first minute, in which all phones open a page within five seconds; then three
minutes after a warm-up; then a minute with 200 reloads a second of the dearest page, a crawler on every link
and five dawdlers. With `--mode proxied` the full mode has nginx in front, if it is installed, and 2,000
phones.

    python -m tools.benchmarks.hall [--mode laptop|full|proxied] [--phones 400] [--seconds 180]
"""

import argparse
import asyncio
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from tests.servers.broker import broker
from tests.servers.nginx import is_installed, nginx
from tests.servers.postgres import postgres
from tests.servers.process import Server
from tests.servers.site import Site, celery_worker, embedded_site, gunicorn_site
from tools.benchmarks.clients.browsers import Browser, Coordinator, Judge
from tools.benchmarks.clients.crowd import POLL_SECONDS, TIMED_OUT, AnswerLog, Audience, Crowd, Job, attend
from tools.benchmarks.usage import Usage, usage_of

RIGHT = {0, 200, 204, 302, 304, 429, 503}
PHONES = {"laptop": 400, "full": 400, "proxied": 2000}
MODES = tuple(PHONES)
JUDGES, COORDINATORS, PAUSE = 10, 2, 3.0
SCREENS, VISITS, RELOADS = 2, 20.0, 200.0
WARM_UP = 20.0
LATEST_NEWS = POLL_SECONDS + 2.0
ACTS = ("sheet", "start", "sheet checked", "match page", "Agora", "Agora polled")
SHARES = {"median": 0.5, "p95": 0.95, "worst": 1.0}


class PreparedTournament(TypedDict):
    """What `tools.benchmarks.prepare.hall` prints of one tournament: its slug, and people's sessions."""

    slug: str
    coordinators: list[str]
    judges: list[str]
    players: list[str]


@dataclass(frozen=True, slots=True)
class Run:
    """One hall as measured for `seconds`; `usages`: by server of the product, what it used in that time."""

    log: AnswerLog
    usages: Mapping[str, Usage]
    seconds: float

    @property
    def share(self) -> float:
        """How many cores the product used, 1.0 for one."""
        return sum(usage.seconds for usage in self.usages.values()) / self.seconds


def main() -> None:
    """Print all modes, or the chosen one."""
    asked = _arguments()
    for mode in [asked.mode] if asked.mode else MODES:
        if mode == "proxied" and not is_installed():
            print("\n=== proxied: left out, nginx is not installed (Debian's package nginx-light)")
            continue
        print(f"\n=== {mode} mode, load {os.getloadavg()[0]:.1f} before")
        _run_mode(mode, asked)


def _run_mode(mode: str, asked: argparse.Namespace) -> None:
    """Run and print four halls: without audience, the first minute, after a warm-up, with rude clients."""
    audience = Audience(asked.phones or PHONES[mode], screens=SCREENS, visits=asked.visits)
    rude, minute = replace(audience, reloads=RELOADS), min(asked.seconds, 60.0)
    alone = _run_hall(mode, Audience(), seconds=minute)
    _print_run(f"staff alone: {JUDGES} judges and {COORDINATORS} coordinators with their pages open", alone)
    print(f"\nwith {audience.phones} phones, {SCREENS} screens, {asked.visits:.0f} visitors a second:")
    for title, people, seconds, warm_up in (
        ("the first minute: all phones open within 5 s, no warm-up", audience, minute, 0.0),
        (f"{asked.seconds:.0f} s after a warm-up of {WARM_UP:.0f} s", audience, asked.seconds, WARM_UP),
        (f"{RELOADS:.0f} reloads a second, a crawler, five who dawdle", rude, minute, WARM_UP),
    ):
        run = _run_hall(mode, people, seconds=seconds, warm_up=warm_up)
        _print_run(title, run)
        _print_ratio(alone, run, audience.phones)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mode", choices=MODES)
    parser.add_argument("--phones", type=int)
    parser.add_argument("--visits", type=float, default=VISITS)
    parser.add_argument("--seconds", type=float, default=180.0)
    return parser.parse_args()


def _run_hall(mode: str, audience: Audience, *, seconds: float, warm_up: float = WARM_UP) -> Run:
    """Start servers with new tournaments, run one hall on them, stop them."""
    with (
        tempfile.TemporaryDirectory(prefix="chama-hall-") as name,
        _run_product(mode, Path(name)) as (site, servers),
    ):
        tournaments = _make_tournaments(site)
        crowd = Crowd(site.base, [one["slug"] for one in tournaments])
        moments: list[dict[str, Usage]] = []

        def take_reading() -> None:
            moments.append({server.name: usage_of([server.pid]) for server in servers})

        staff = _staff_jobs(crowd, tournaments)
        people = replace(audience, sessions=tournaments[0]["players"])
        asyncio.run(attend(crowd, staff, people, warm_up=warm_up, seconds=seconds, take_reading=take_reading))
        before, after = moments
        return Run(crowd.log, {name: after[name] - before[name] for name in after}, seconds)


def _staff_jobs(crowd: Crowd, tournaments: Sequence[PreparedTournament]) -> list[Job]:
    """Return, not started, the work of all judges and coordinators; every other one reads English."""
    languages = itertools.cycle(("pt-BR", "en"))

    def browser(session: str) -> Browser:
        return Browser(crowd, {"sessionid": session}, next(languages))

    jobs: list[Job] = []
    for hall in tournaments:
        jobs += [Judge(browser(one), hall["slug"], PAUSE).work() for one in hall["judges"]]
        jobs += [Coordinator(browser(one), hall["slug"]).work() for one in hall["coordinators"]]
    return jobs


@contextmanager
def _run_product(mode: str, folder: Path) -> Iterator[tuple[Site, Sequence[Server]]]:
    """Start the site with everything behind it; yield it, and the servers whose processor time counts.

    Sets variables of this process's environment, which the servers inherit.
    """
    os.environ["DJANGO_SETTINGS_MODULE"] = "tools.benchmarks.settings"  # each answer says what it cost
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


def _make_tournaments(site: Site) -> list[PreparedTournament]:
    """Make the tournaments in the running site's database, in a process of its own."""
    command = [sys.executable, "-m", "tools.benchmarks.prepare.hall"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=site.environ)
    found: list[PreparedTournament] = json.loads(done.stdout.splitlines()[-1])
    return found


def _print_run(title: str, run: Run) -> None:
    print(f"\n{title}")
    print(f"  {'':<14} {'median':>8} {'p95':>8} {'worst':>8} {'cpu':>8} {'sql':>4} {'size':>9}  answers")
    for kind in sorted({kind for kind, _ in run.log.statuses}):
        _print_kind(kind, run.log)
    parts = ", ".join(f"{name} {usage.seconds / run.seconds:.0%}" for name, usage in run.usages.items())
    most = sum(usage.megabytes for usage in run.usages.values())
    print(f"  the product used {run.share:.0%} of a core ({parts}), at most {most} MB")
    if run.log.delays:
        delays = sorted(run.log.delays)
        print(f"  news on a phone: median {statistics.median(delays):.1f} s, latest {delays[-1]:.1f} s")


def _print_kind(kind: str, log: AnswerLog) -> None:
    seconds, costs = log.seconds[kind], log.costs.get(kind, [])
    found = [(code, n) for (one, code), n in sorted(log.statuses.items()) if one == kind]
    answers = ", ".join(f"{n} × {code}" for code, n in found)
    times = " ".join(f"{_ms(seconds, at):>8}" for at in SHARES.values())
    cpu = _ms([spent for spent, _ in costs], 0.5) if costs else "–"
    sql = f"{statistics.median(number for _, number in costs):.0f}" if costs else "–"
    print(f"  {kind:<14} {times} {cpu:>8} {sql:>4} {log.taken[kind] / len(seconds):>7.0f} B  {answers}")


def _print_ratio(alone: Run, full: Run, phones: int) -> None:
    """Print what the audience costs: judges' waits beside those without it, errors, late news."""
    sheets = [run.log.seconds.get("sheet", []) for run in (full, alone)]
    ratio = f"× {_quantile(sheets[0], 0.95) / _quantile(sheets[1], 0.95):.2f}" if all(sheets) else "–"
    wrong = sum(n for (_, code), n in full.log.statuses.items() if code not in RIGHT)
    refused = sum(n for (kind, code), n in full.log.statuses.items() if code == 503 and kind in ACTS)
    lost = sum(n for (_, code), n in full.log.statuses.items() if code == TIMED_OUT)
    print(f"\n  a sheet's p95 beside that without audience: {ratio}")
    print(f"  answers that were not right: {wrong}, of them none at all: {lost}; judges refused: {refused}")
    cost = (full.share - alone.share) * 60 / max(phones, 1)
    print(f"  processor time a phone and minute: {cost * 1000:.1f} ms, visitors and screens included")
    if full.log.delays:
        late = sum(delay > LATEST_NEWS for delay in full.log.delays)
        print(f"  news later than one poll and 2 s: {late} of {len(full.log.delays)}")


def _ms(seconds: Sequence[float], share: float) -> str:
    """Format a quantile, given as a share from 0 to 1."""
    return f"{_quantile(seconds, share) * 1000:.0f} ms"


def _quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


if __name__ == "__main__":
    main()
