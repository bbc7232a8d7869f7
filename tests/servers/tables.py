"""An empty database, which all processes of a run copy instead of making its tables anew."""

import fcntl
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.servers.process import ROOT, python_command
from tests.servers.site import environment, environment_of_a_laptop

TEMPLATE = "chama_tables"
LOAD = "from django.utils import timezone; from simulation import demo; demo.load(timezone.now())"


def tables_once(shared: Path) -> Path:
    """A laptop's database in this folder; whoever comes first makes it, the others wait for that."""
    with _one_at_a_time(shared) as folder:
        made = folder / "chama.sqlite3"
        if not made.exists():
            new = folder / "new"
            new.mkdir(exist_ok=True)
            make_tables(environment_of_a_laptop(new))
            (new / made.name).rename(made)
    return made


def demo_once(shared: Path) -> Path:
    """The same with the demo in progress, as `serve --demo` loads it into an empty one."""
    tables = tables_once(shared)
    with _one_at_a_time(shared) as folder:
        made = folder / "demo" / tables.name
        if not made.exists():
            new = folder / "new-demo"
            new.mkdir(exist_ok=True)
            shutil.copy(tables, new)
            load_demo(environment_of_a_laptop(new))
            new.rename(made.parent)
    return made


def template_once(shared: Path, database_url: str) -> str:
    """The name of a database at this server of PostgreSQL, likewise."""
    with _one_at_a_time(shared) as folder:
        made = folder / "template"
        if not made.exists():
            with psycopg.connect(database_url, autocommit=True) as server:
                server.execute(f"DROP DATABASE IF EXISTS {TEMPLATE}")  # an earlier run's
                server.execute(f"CREATE DATABASE {TEMPLATE}")
            new = urlsplit(database_url)._replace(path=f"/{TEMPLATE}").geturl()
            make_tables({**environment(folder), "DATABASE_URL": new})
            made.touch()
    return TEMPLATE


@contextmanager
def _one_at_a_time(shared: Path) -> Iterator[Path]:
    folder = shared / "tables"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


def load_demo(environ: Mapping[str, str]) -> None:
    """Fill an empty database with the demo."""
    command = python_command("manage.py", "shell", "-v0", "-c", LOAD)
    subprocess.run(command, cwd=ROOT, env=environ, check=True)


def make_tables(environ: Mapping[str, str]) -> None:
    """Bring the database up to date."""
    subprocess.run(
        python_command("manage.py", "migrate", "--skip-checks", "-v0"), cwd=ROOT, env=environ, check=True
    )
