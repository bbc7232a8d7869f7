"""The product in its full mode: two web processes, workers of two processes each, beat, PostgreSQL, a broker.

The commands are those of `Dockerfile` and `compose.yaml`, but for `--preload`: a killed web process is
back at once, so that the time goes into kills and not into imports. Web, worker and beat sign in to
PostgreSQL as `docs/operating/roles.md` says, as a role that reads and writes rows only. The console is the
owner's. `kill_database` does what a machine, an operator or the kernel may do to PostgreSQL.
"""

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.servers import broker
from tests.servers.postgres import Cluster, address_of_role, cluster, make_role
from tests.servers.process import (
    LOOPBACK,
    Server,
    ServerDied,
    children,
    free_port,
    kill,
    listens,
    password,
    python_command,
    wait_until,
)
from tools.endorsement.play.console import environment, manage

SETTINGS = ("shared_buffers=16MB", "max_connections=80")  # fsync and synchronous_commit stay on
WAYS = ("power cut", "postmaster killed", "immediate shutdown")
TRIES = 20


def kill_database(database: Cluster, rng: Random) -> str:
    """Kill the database in a random way and start it again; return the way."""
    way, pid = rng.choice(WAYS), database.server.pid
    processes = [pid, *children(pid)]
    if way == "immediate shutdown":
        kill(pid, signal.SIGQUIT)
        database.server.gone()
    else:
        for one in processes if way == "power cut" else processes[:1]:
            kill(one)
        database.server.gone()
    start_after_kill(database.server)
    return way


def start_after_kill(server: Server) -> None:
    """Start the server, with up to `TRIES` attempts, since a killed one may still be in its way.

    Raises `ServerDied`.
    """
    for _ in range(TRIES):
        with suppress(ServerDied):
            server.start()
            return
    raise ServerDied(f"PostgreSQL does not come back: {server.log[-3000:]}")


WEB_PROCESSES = 2
WEB_ROLE = "chama_web"


@dataclass
class Full:
    """The processes of the product, not started yet; `restarted` counts those that ended by themselves.

    `web_points` and `worker_points` arm the named points of `core/failpoints.py`.
    """

    folder: Path
    environ: dict[str, str]
    database: Cluster
    broker: Server
    web: Server
    workers: Sequence[Server]
    beat: Server
    base: str
    secret: str
    restarted: Counter[str] = field(default_factory=Counter)

    @property
    def web_points(self) -> Path:
        """Return the folder whose files arm points in web processes."""
        return self.folder / "web-points"

    @property
    def worker_points(self) -> Path:
        """Return the folder whose files arm points in workers."""
        return self.folder / "worker-points"

    def start(self) -> None:
        """Start database and broker, migrate, start the other processes, and wait until all are ready."""
        self.database.server.start()
        self.broker.start()
        manage(self.environ, "migrate", "--skip-checks", "-v0")
        make_role(self.database.url, WEB_ROLE, self.secret)
        manage(self.environ, "web_role", WEB_ROLE)
        for server in (*self.workers, self.beat):
            server.launch()
        self.web.start()
        wait_until(lambda: self.is_whole, what=f"workers: {[worker.log_path for worker in self.workers]}")

    def stop(self) -> None:
        """Kill all processes, and stop the database last."""
        for server in (self.beat, *self.workers, self.web, self.broker):
            server.kill()
        self.database.stop()

    def supervise(self) -> None:
        """Start again, and count, what ended by itself, as `restart: unless-stopped` of compose.yaml does."""
        for server in (*self.workers, self.beat, self.web):
            if server.has_ended:
                server.launch()
                self.restarted[server.name] += 1

    @property
    def is_whole(self) -> bool:
        """Return whether everything runs, and each worker said since its start that it is ready."""
        servers = (*self.workers, self.beat, self.web)
        return not any(server.has_ended for server in servers) and all(
            "ready." in worker.said for worker in self.workers
        )

    def web_processes(self) -> list[int]:
        """Return the ids of the processes that answer, without their parent."""
        return children(self.web.pid)


@contextmanager
def full_mode(folder: Path, *, workers: int = 1, sweep: int | None = 1) -> Iterator[Full]:
    """Run the product in a folder of its own until the block ends.

    `sweep`: seconds between two runs of the sweeper, None for the product's default.
    """
    product = _assemble(folder, workers, sweep)
    try:
        product.start()
        yield product
    finally:
        product.stop()


def _assemble(folder: Path, workers: int, sweep: int | None) -> Full:
    """Return the product's processes, not started, with a database, a broker and folders of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    database = cluster(SETTINGS)
    queue, address = broker.server(_make_folder(folder / "broker"))
    environ = environment(
        _make_folder(folder / "data"), DATABASE_URL=database.url, CELERY_BROKER_URL=address,
        PYTHONUNBUFFERED="1",
        **({"SWEEP_SECONDS": str(sweep)} if sweep else {}),
    )  # fmt: skip
    port, secret = free_port(), password()
    rows_only = {**environ, "DATABASE_URL": address_of_role(database.url, WEB_ROLE, secret)}
    return Full(
        folder, environ, database, queue,
        web=_web_server(folder, rows_only, port),
        workers=[_worker_server(folder, rows_only, f"worker{number + 1}") for number in range(workers)],
        beat=_celery_server(folder, rows_only, "beat", "beat", "--loglevel", "WARNING", "--pidfile="),
        base=f"http://{LOOPBACK}:{port}", secret=secret,
    )  # fmt: skip


def _web_server(folder: Path, environ: dict[str, str], port: int) -> Server:
    """Return the web processes on this port, not started."""
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", str(WEB_PROCESSES), "--threads", "8", "--preload", "--log-level", "warning",
        "--backlog", "512", "--keep-alive", "30",
    )  # fmt: skip
    points = {"FAILPOINTS": str(_make_folder(folder / "web-points"))}
    return Server(
        "web", command, folder, environ={**environ, **points}, ready=lambda: listens(port), seconds=60
    )


def _worker_server(folder: Path, environ: dict[str, str], name: str) -> Server:
    """Return a worker with two processes, not started."""
    options = ("--concurrency", "2", "--hostname", f"{name}@%h", "--loglevel", "INFO")
    return _celery_server(folder, environ, name, "worker", *options)


def _celery_server(folder: Path, environ: dict[str, str], name: str, *words: str) -> Server:
    """Return a Celery process, not started; `words`: its command, as `worker` or `beat`, and options."""
    points = {"FAILPOINTS": str(_make_folder(folder / "worker-points"))}
    command = python_command("-m", "celery", "-A", "config", *words)
    return Server(name, command, folder, environ={**environ, **points}, ready=lambda: True)


def _make_folder(folder: Path) -> Path:
    """Create the folder if it is missing, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder
