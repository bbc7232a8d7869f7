"""The bare minimum of recording a result, by pgbench on the product's own server."""

import re
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.servers.postgres import installed

MATCHES = 4096
SECONDS = 3
SCHEMA = f"""
create table floor_match (id int primary key, state int not null, winner int);
create table floor_audit (id bigserial primary key, match int not null, body text not null);
create table floor_seat (id int primary key, entry int);
insert into floor_match select i, 0, null from generate_series(1, {MATCHES}) i;
insert into floor_seat select i, null from generate_series(1, {MATCHES}) i;
"""
SCRIPT = f"""
\\set match random(1, {MATCHES})
begin;
select state from floor_match where id = :match for update;
update floor_match set state = state + 1, winner = 1 where id = :match;
insert into floor_audit (match, body) values (:match, repeat('x', 400));
update floor_seat set entry = 1 where id = (:match + 1) / 2;
commit;
"""


def prepare_floor(url: str) -> None:
    """Create and fill the tables of the floor's transaction in an empty database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(SCHEMA)


def floor_rate(url: str, clients: int) -> float:
    """Return transactions a second, measured by pgbench for 3 s; RuntimeError if it prints no rate."""
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(SCRIPT)
        script.flush()
        return _run_pgbench(url, script.name, clients)


def _run_pgbench(url: str, script: str, clients: int) -> float:
    parts = urlsplit(url)
    command: list[str | Path] = [
        installed() / "bin" / "pgbench", "--no-vacuum", "--file", script, "--client", str(clients),
        "--jobs", str(min(clients, 2)), "--time", str(SECONDS), "--host", str(parts.hostname),
        "--port", str(parts.port), "--username", str(parts.username), parts.path.lstrip("/"),
    ]  # fmt: skip
    environ = {"PGPASSWORD": parts.password or ""}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environ)
    found = re.search(r"tps = ([0-9.]+) \(without", done.stdout)
    if found is None:
        raise RuntimeError(f"pgbench said nothing of its rate:\n{done.stdout}")
    return float(found[1])
