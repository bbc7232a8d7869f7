"""The product in its full mode: two web processes, a worker of two, beat, PostgreSQL, a broker.

The commands are those of `Dockerfile` and `compose.yaml`, but for `--preload`: a killed web process is
there again at once, so that the time goes into kills and not into imports. Web, worker and beat sign in to
PostgreSQL as `docs/operating/roles.md` says, as a role that reads and writes rows only; the console is the
owner's.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from endorsement.chaos.deaths import SETTINGS
from endorsement.play.console import environment, manage
from tests.servers import broker
from tests.servers.postgres import Cluster, address_of_role, cluster, make_role
from tests.servers.process import (
    LOOPBACK,
    Server,
    children,
    free_port,
    listens,
    password,
    python_command,
    wait_until,
)

WEB_PROCESSES = 2
WEB_ROLE = "chama_web"


@dataclass
class Full:
    """All of it; `web_points` and `worker_points` arm the named points of `core/failpoints.py`."""

    folder: Path
    environ: dict[str, str]
    database: Cluster
    broker: Server
    web: Server
    worker: Server
    beat: Server
    base: str
    secret: str
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
        self.database.server.start()
        self.broker.start()
        manage(self.environ, "migrate", "-v0")
        make_role(self.database.url, WEB_ROLE, self.secret)
        manage(self.environ, "web_role", WEB_ROLE)
        self.worker.launch()
        self.beat.launch()
        self.web.start()
        wait_until(lambda: "ready." in self.worker.log, what=f"a worker: {self.worker.log[-1500:]}")

    def stop(self) -> None:
        """Everything ends, last what others stand on."""
        for server in (self.beat, self.worker, self.web, self.broker):
            server.kill()
        self.database.stop()

    def supervise(self) -> None:
        """Start again what ended by itself, as `restart: unless-stopped` of compose.yaml does."""
        for server in (self.worker, self.beat, self.web):
            if server.has_ended:
                server.launch()
                self.restarted[server.name] += 1

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
    database = cluster(SETTINGS)
    queue, address = broker.server(_made(folder / "broker"))
    environ = environment(
        _made(folder / "data"), DATABASE_URL=database.url, CELERY_BROKER_URL=address, SWEEP_SECONDS="1",
        PYTHONUNBUFFERED="1",
    )  # fmt: skip
    port, secret = free_port(), password()
    rows_only = {**environ, "DATABASE_URL": address_of_role(database.url, WEB_ROLE, secret)}
    return Full(
        folder, environ, database, queue,
        web=_web(folder, rows_only, port),
        worker=_celery(folder, rows_only, "worker", "--concurrency", "2", "--loglevel", "INFO"),
        beat=_celery(folder, rows_only, "beat", "--loglevel", "WARNING", "--pidfile="),
        base=f"http://{LOOPBACK}:{port}", secret=secret,
    )  # fmt: skip


def _web(folder: Path, environ: dict[str, str], port: int) -> Server:
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", str(WEB_PROCESSES), "--threads", "8", "--preload", "--log-level", "warning",
        "--backlog", "512", "--keep-alive", "30",
    )  # fmt: skip
    points = {"FAILPOINTS": str(_made(folder / "web-points"))}
    return Server(
        "web", command, folder, environ={**environ, **points}, ready=lambda: listens(port), seconds=60
    )


def _celery(folder: Path, environ: dict[str, str], *words: str) -> Server:
    points = {"FAILPOINTS": str(_made(folder / "worker-points"))}
    command = python_command("-m", "celery", "-A", "config", *words)
    return Server(words[0], command, folder, environ={**environ, **points}, ready=lambda: True)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
