"""The server's database is lost, and comes back from a dump into a new one; the day goes on."""

import os
import subprocess
import time
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.servers.postgres import installed, postgres
from tests.servers.process import LOOPBACK, free_port, python_command
from tests.servers.site import Site
from tools.endorsement.drill.day import DrillOutcome, begun, go_on, head_of, played_on, record_one_more
from tools.endorsement.play.console import environment, manage


def database_lost(folder: Path, entries: int) -> DrillOutcome:
    """Play, dump, lose, restore into a new database, check every record, go on."""
    folder.mkdir(parents=True, exist_ok=True)
    dump = folder / "chama.dump"
    with postgres() as url:
        environ = environment(folder / "data", DATABASE_URL=url)
        (folder / "data").mkdir()
        manage(environ, "migrate", "--skip-checks", "-v0")
        with served(folder, environ) as first:
            day = begun(first.base, entries)
            saved = head_of(day)
            run("pg_dump", "--format=custom", "--file", str(dump), libpq(url))
            record_one_more(day)
            acknowledged, acknowledged_at = head_of(day), time.monotonic()
        lost_at = time.monotonic()
        new = database(url, "restored")
        run("createdb", "--maintenance-db", libpq(url), "restored")
        run("pg_restore", "--exit-on-error", "--no-owner", "--dbname", libpq(new), str(dump))
        environ["DATABASE_URL"] = new
        manage(environ, "migrate", "--skip-checks", "-v0")
        manage(environ, "check_records")
        with served(folder, environ) as second:
            seconds = time.monotonic() - lost_at
            go_on(day, second.base)
            back = head_of(day)
            if back != saved:
                raise AssertionError(f"the dump ends at {saved}, what came back at {back}")
            lines, verdict = played_on(day, folder)
    return DrillOutcome(seconds, back + 1, acknowledged - back, lost_at - acknowledged_at, lines, verdict)


def served(folder: Path, environ: dict[str, str]) -> Site:
    """Web processes as in the image; matches are called by hand here, so no worker runs."""
    port = free_port()
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{port}", "--worker-class", "gthread",
        "--workers", "2", "--threads", "4", "--log-level", "warning",
    )  # fmt: skip
    return Site("web", command, port, folder, environ)


def database(url: str, name: str) -> str:
    """The same server, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def libpq(url: str) -> str:
    """The address as PostgreSQL's own programs take it."""
    return urlunsplit(urlsplit(url)._replace(scheme="postgresql"))


def run(program: str, *arguments: str) -> None:
    """One of PostgreSQL's programs, of the same version as the server. `RuntimeError`."""
    command = [str(installed() / "bin" / program), *arguments]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{program}: {done.stderr}")
