"""Our own programs as servers: the site in gunicorn, the worker with beat, the laptop's `serve`."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import httpx
from celery import Celery

from tests.servers.process import LOOPBACK, NOBODY, Server, children, free_port, kill, python_command

ANSWER_SECONDS = 5.0
ALIVE = "/saude/viva/"  # a page would be kept for a moment, and a test might be shown it

NOBODY_STANDS_BY = "36000"  # seconds: tables are called when the test says so


class Reached(Protocol):
    """What has addresses: a site, or the line to one."""

    def url(self, path: str = "/") -> str:
        """The full address of a path."""


class Site(Server):
    """A web server of ours with its address."""

    def __init__(
        self, name: str, command: list[str], port: int, folder: Path, environ: Mapping[str, str]
    ) -> None:
        self.port = port
        self.base = f"http://{LOOPBACK}:{port}"
        super().__init__(name, command, folder, environ=environ, ready=self._answers, seconds=120)

    def url(self, path: str = "/") -> str:
        """The full address of a path."""
        return self.base + path

    def forget(self) -> None:
        """Go on with new processes, forked from the first: what these have kept is not known any more."""
        for process in children(self.pid):
            kill(process)

    def _answers(self) -> bool:
        try:
            httpx.get(self.url(ALIVE), timeout=ANSWER_SECONDS, trust_env=False, verify=NOBODY)
        except httpx.TransportError:
            return False
        return True


def environment(folder: Path, **ours: str) -> dict[str, str]:
    """This process's environment for a server of ours, with the given variables on top."""
    environ = {**os.environ, "DATA_DIR": str(folder), "PYTHONUNBUFFERED": "1", "LANGUAGE": "en", **ours}
    environ.pop(
        "DJANGO_ALLOW_ASYNC_UNSAFE", None
    )  # the browser tests' own need, see tests/fixtures/browser.py
    return environ


def environment_of_a_laptop(folder: Path, **ours: str) -> dict[str, str]:
    """The same without servers beside it: SQLite and everything else in `folder`."""
    environ = environment(folder, **ours)
    for name in ("DATABASE_URL", "CELERY_BROKER_URL", "SECRET_KEY"):
        environ.pop(name, None)
    return environ


def gunicorn_site(folder: Path, database_url: str, broker_url: str) -> Site:
    """The site as in full mode (two processes of four threads, loaded once), not yet started."""
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", "2", "--threads", "4", "--graceful-timeout", "5", "--log-level", "warning",
        "--preload", "--config", "python:tests.servers.warm",
    )  # fmt: skip
    environ = environment(
        folder, DATABASE_URL=database_url, CELERY_BROKER_URL=broker_url, SWEEP_SECONDS=NOBODY_STANDS_BY
    )
    return Site("gunicorn", command, port, folder, environ)


def embedded_site(folder: Path, *arguments: str) -> Site:
    """`manage.py serve` as on a laptop: SQLite and worker inside, everything in `folder`; not yet started."""
    port = free_port()
    environ = environment_of_a_laptop(folder, PORT=str(port))
    return Site("serve", python_command("manage.py", "serve", *arguments), port, folder, environ)


def celery_worker(folder: Path, database_url: str, broker_url: str, *, sweep_seconds: int = 2) -> Server:
    """A real worker of two processes with beat, not yet started. It is ready when it answers a ping."""
    name = f"tests-{os.getpid()}@{folder.name}"
    command = python_command(
        "-m", "celery", "-A", "config", "worker", "--beat", "--schedule", str(folder / "beat"),
        "--concurrency", "2", "--hostname", name, "--loglevel", "INFO",
    )  # fmt: skip
    environ = environment(
        folder, DATABASE_URL=database_url, CELERY_BROKER_URL=broker_url, SWEEP_SECONDS=str(sweep_seconds)
    )
    client = Celery(broker=broker_url, set_as_current=False)  # our tasks stay those of our own app
    return Server(
        "celery", command, folder, environ=environ, seconds=60,
        ready=lambda: bool(client.control.ping([name], timeout=0.5)),
    )  # fmt: skip
