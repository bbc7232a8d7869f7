"""The product in its full mode: two web processes, a worker of two, beat, PostgreSQL, a broker.

The commands are those of `Dockerfile` and `compose.yaml`, but for `--preload`: a killed web process is
there again at once, so that the time goes into kills and not into imports.
"""

import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from endorsement.play.console import environment, manage
from endorsement.play.server import free_port
from endorsement.servers.broker import Broker, broker
from endorsement.servers.postgres import Postgres, postgres
from endorsement.servers.process import LOOPBACK, Process, children, listens, wait_until

WEB_PROCESSES = 2


@dataclass
class Full:
    """All of it; `web_points` and `worker_points` arm the named points of `core/failpoints.py`."""

    folder: Path
    environ: dict[str, str]
    postgres: Postgres
    broker: Broker
    web: Process
    worker: Process
    beat: Process
    base: str
    restarted: Counter[str] = field(default_factory=Counter)

    @property
    def web_points(self) -> Path:
        """The folder that breaks web processes."""
        return self.folder / "web-points"

    @property
    def worker_points(self) -> Path:
        """The folder that breaks workers."""
        return self.folder / "worker-points"

    def start(self) -> None:
        """Everything from nothing."""
        self.postgres.start()
        self.broker.process.start()
        manage(self.environ, "migrate", "-v0")
        self.worker.launch()
        self.beat.launch()
        self.web.start()
        wait_until(lambda: "ready." in self.worker.log, what=f"a worker: {self.worker.log[-1500:]}")

    def stop(self) -> None:
        """Everything ends, last what others stand on."""
        for process in (self.beat, self.worker, self.web, self.broker.process):
            process.end(signal.SIGKILL)
        self.postgres.stop()

    def supervise(self) -> None:
        """Start again what ended by itself, as `restart: unless-stopped` of compose.yaml does."""
        for process in (self.worker, self.beat, self.web):
            if process.has_ended:
                process.launch()
                self.restarted[process.name] += 1

    def web_processes(self) -> list[int]:
        """The processes that answer, without their parent."""
        return children(self.web.pid)


@contextmanager
def full_mode(folder: Path) -> Iterator[Full]:
    """The product running in a folder of its own."""
    product = _assembled(folder)
    try:
        product.start()
        yield product
    finally:
        product.stop()


def _assembled(folder: Path) -> Full:
    folder.mkdir(parents=True, exist_ok=True)
    database, queue = postgres(), broker(_made(folder / "broker"))
    environ = environment(
        _made(folder / "data"), DATABASE_URL=database.url, CELERY_BROKER_URL=queue.url, SWEEP_SECONDS="1",
        PYTHONUNBUFFERED="1",
    )  # fmt: skip
    port = free_port()
    return Full(
        folder, environ, database, queue,
        web=_web(folder, environ, port),
        worker=_celery(folder, environ, "worker", "--concurrency", "2", "--loglevel", "INFO"),
        beat=_celery(folder, environ, "beat", "--loglevel", "WARNING", "--pidfile="),
        base=f"http://{LOOPBACK}:{port}",
    )  # fmt: skip


def _web(folder: Path, environ: dict[str, str], port: int) -> Process:
    command = [
        sys.executable, "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class",
        "gthread", "--workers", str(WEB_PROCESSES), "--threads", "8", "--preload", "--log-level", "warning",
        "--backlog", "512", "--keep-alive", "30",
    ]  # fmt: skip
    points = _made(folder / "web-points")
    return Process(
        "web", command, folder, {**environ, "FAILPOINTS": str(points)}, ready=lambda: listens(port)
    )


def _celery(folder: Path, environ: dict[str, str], *words: str) -> Process:
    points = _made(folder / "worker-points")
    command = [sys.executable, "-m", "celery", "-A", "config", *words]
    return Process(words[0], command, folder, {**environ, "FAILPOINTS": str(points)})


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
