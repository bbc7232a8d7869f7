"""`python -m tests.servers.release_data`: write the data of this version to `tests/older/` for later ones.

It is the demo, with days in progress: a file of SQLite and SQL of PostgreSQL, each compressed.
"""

import lzma
import sqlite3
import subprocess
import tomllib
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.servers.postgres import installed, postgres
from tests.servers.process import ROOT, password
from tests.servers.site import environment, environment_of_a_laptop
from tests.servers.tables import load_demo, make_tables

OLDER = ROOT / "tests" / "older"
ROWS = ["--inserts", "--rows-per-insert=200"]
DUMP = [str(installed() / "bin" / "pg_dump"), "--no-owner", "--no-privileges", *ROWS]
OF_THE_PROGRAM = ("\\", "SET ")
"""Lines that only `psql` or one version of the server understands begin so."""


def main() -> None:
    """Write both files."""
    with TemporaryDirectory() as name, postgres() as url:
        folder = Path(name)
        _write("sqlite3", _of_sqlite(folder))
        _write("sql", _of_postgresql(folder, url))


def _write(ending: str, content: bytes) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    (OLDER / f"{version}.{ending}.xz").write_bytes(lzma.compress(content, preset=9))


def _of_sqlite(folder: Path) -> bytes:
    database, copy = folder / "chama.sqlite3", folder / "copy.sqlite3"
    _fill(environment_of_a_laptop(folder))
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"VACUUM INTO '{copy}'")
    return copy.read_bytes()


def _of_postgresql(folder: Path, url: str) -> bytes:
    _fill(environment(folder, DATABASE_URL=url, SECRET_KEY=password(), DEBUG="true"))
    text = subprocess.run([*DUMP, url], check=True, capture_output=True, text=True).stdout
    lines = (line for line in text.splitlines() if not line.startswith(OF_THE_PROGRAM))
    return "\n".join(lines).encode()


def _fill(environ: Mapping[str, str]) -> None:
    quiet = {**environ, "LOG_LEVEL": "WARNING", "EVENT_LOG_LEVEL": "WARNING", "SECURITY_LOG_LEVEL": "WARNING"}
    make_tables(quiet)
    load_demo(quiet)


if __name__ == "__main__":
    main()
