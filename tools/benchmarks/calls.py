"""`make bench-calls`: how long a free table waits for its next match while many tournaments share one server.

24, 60 and 100 tournaments of 32 entries at 4 tables; three results a second over all of them. Web processes,
workers and beat run by the commands of `docs/operating/systemd`, each number of tournaments on servers of its
own. A wait begins when the result is committed and ends when the call is: PostgreSQL says both moments.

    python -m tools.benchmarks.calls [--tournaments 24 60 100] [--seconds 90] [--rate 3]
"""

import argparse
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypedDict

import httpx

from tests.servers.broker import broker
from tests.servers.postgres import postgres
from tests.servers.process import ROOT, Server, python_command
from tests.servers.site import environment, gunicorn_site
from tools.benchmarks.usage import usage_of

UNITS = ROOT / "docs" / "operating" / "systemd"
WORKERS = ("chama-worker", "chama-worker-later")
VISITS = 20  # until each web process has had a request, and with it the fallback scheduler
SWEEP_SECONDS = "5"


class CallMeasurement(TypedDict):
    """What `tools.benchmarks.prepare.calls` prints.

    Waits in seconds from a result to the call that it made possible; jobs that dispatch matches, by who ran
    them; the number of forecasts made; seconds by which the oldest waiting job is overdue.
    """

    results: int
    waits: list[float]
    dispatches: dict[str, int]
    forecasts: int
    late: float


def main() -> None:
    """Measure each number of tournaments, and print."""
    asked = _arguments()
    print(f"{asked.rate:g} results a second for {asked.seconds:g} s; {os.cpu_count()} cores")
    print(f"{'tournaments':>11} {'calls':>6} {'p50':>7} {'p95':>7} {'longest':>8}  dispatches by workers")
    for number in asked.tournaments:
        _print_measurement(number, _measure(number, asked.seconds, asked.rate))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tournaments", type=int, nargs="+", default=[24, 60, 100])
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--rate", type=float, default=3.0)
    return parser.parse_args()


def _measure(tournaments: int, seconds: float, rate: float) -> tuple[CallMeasurement, dict[str, float]]:
    """Run one day on servers of its own; also return by server how much of a core it used."""
    with tempfile.TemporaryDirectory(prefix="chama-calls-") as folder, _run_product(Path(folder)) as servers:
        environ = {**servers[0].environ, "EVENT_LOG_LEVEL": "WARNING"}
        chosen = map(str, (tournaments, seconds, rate))
        command = [sys.executable, "-m", "tools.benchmarks.prepare.calls", *chosen]
        began, before = time.monotonic(), _seconds_used(servers)
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environ)
        spent, after = time.monotonic() - began, _seconds_used(servers)
        measured: CallMeasurement = json.loads(done.stdout.splitlines()[-1])
        return measured, {name: (after[name] - before[name]) / spent for name in after}


def _seconds_used(servers: Sequence[Server]) -> dict[str, float]:
    """Return the processor time of each server so far."""
    return {server.name: usage_of([server.pid]).seconds for server in servers}


@contextmanager
def _run_product(folder: Path) -> Iterator[Sequence[Server]]:
    """Start all that one server runs; yield the web server, then the workers."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres(settings=("track_commit_timestamp=on",)))
        queue = stack.enter_context(broker())
        given = {"DATABASE_URL": database, "CELERY_BROKER_URL": queue, "CACHE_URL": f"{queue[:-2]}/1"}
        environ = environment(folder, **given, SECRET_KEY="bench" * 20, SWEEP_SECONDS=SWEEP_SECONDS)
        subprocess.run(python_command("manage.py", "migrate", "-v0"), check=True, env=environ, cwd=ROOT)
        site = gunicorn_site(folder, database, queue)
        site.environ = environ
        stack.enter_context(site)
        for _ in range(VISITS):
            httpx.get(site.url(), trust_env=False, timeout=60)
        workers = [stack.enter_context(_unit_server(name, folder, environ, "ready.")) for name in WORKERS]
        stack.enter_context(_unit_server("chama-beat", folder, environ, ""))
        yield [site, *workers]


def _unit_server(name: str, folder: Path, environ: Mapping[str, str], ready: str) -> Server:
    """Return, not started, a server with the command and priority of a systemd unit.

    It is ready once its log contains `ready`.
    """
    text = (UNITS / f"{name}.service").read_text(encoding="utf-8")
    (line,) = re.findall(r"^ExecStart=/opt/chama/venv/bin/celery (.+)$", text, re.MULTILINE)
    nice = re.findall(r"^Nice=(\d+)$", text, re.MULTILINE)
    command = python_command("-m", "celery", *shlex.split(line.replace("%H", "bench")))
    command = [word if word != "WARNING" else "INFO" for word in command]
    command = ["nice", "-n", *(nice or ["0"]), *command]
    server = Server(name, command, folder, environ=environ, ready=lambda: True, seconds=300)
    server.ready = lambda: ready in server.log
    return server


def _print_measurement(tournaments: int, found: tuple[CallMeasurement, Mapping[str, float]]) -> None:
    measured, shares = found
    waits, ran = sorted(measured["waits"]), measured["dispatches"]
    p95 = waits[min(len(waits) - 1, int(0.95 * len(waits)))]
    times = f"{statistics.median(waits):>5.2f} s {p95:>5.2f} s {waits[-1]:>6.2f} s"
    by_workers = ran.get("worker", 0) / max(1, sum(ran.values()))
    print(f"{tournaments:>11} {len(waits):>6} {times}  {by_workers:.1%} of {sum(ran.values())}")
    forecasts = f"{measured['forecasts']} forecasts, the oldest due one {measured['late']:.0f} s late"
    used = ", ".join(f"{name} {share:.0%}" for name, share in shares.items())
    print(f"{'':>11} {forecasts}; of a core {used}", flush=True)


if __name__ == "__main__":
    main()
