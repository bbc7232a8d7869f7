"""What a server process does before its first request."""

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.checks import registry
from django.db import InternalError, connection
from psycopg import sql

from core.db.storage import sentence_for
from core.deployment import TESTED, check_django_version
from tests.fixtures.database import database_url
from tests.servers.process import LOOPBACK, ROOT, free_port, python_command
from tests.servers.site import environment, environment_of_a_laptop

LOOK = """import gc, sys, config.wsgi
print(gc.get_freeze_count() > 50_000, "api.v1.matches" in sys.modules)"""

CONNECTIONS = """import config.{kind}
from django.db import connection
settings = connection.settings_dict
print(settings["OPTIONS"].get("pool", {{}}).get("max_size"), settings["CONN_MAX_AGE"])"""


def said(script: str, **environ: str) -> str:
    """What a process of its own prints."""
    command = [sys.executable, "-c", script]
    ours = {name: value for name, value in os.environ.items() if name != "CONNECTIONS"}
    given = {**ours, **environ}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=given).stdout.strip()


def test_every_route_is_loaded_and_the_collector_leaves_it_alone() -> None:
    assert said(LOOK) == "True True"


@pytest.mark.parametrize(
    ("kind", "url", "connections", "expected"),
    [
        ("wsgi", "postgres://u:p@127.0.0.1:1/x", None, "8 0"),
        ("wsgi", "postgres://u:p@127.0.0.1:1/x", "20", "20 0"),
        ("celery", "postgres://u:p@127.0.0.1:1/x", None, "None 60"),
        ("wsgi", "sqlite:////tmp/x", None, "None 0"),
    ],
)
def test_only_the_threads_of_a_web_process_share_connections(
    kind: str, url: str, connections: str | None, expected: str
) -> None:
    environ = {"DATABASE_URL": url} | ({"CONNECTIONS": connections} if connections else {})
    assert said(CONNECTIONS.format(kind=kind), **environ) == expected


def test_a_setting_that_ends_the_program_ends_gunicorn_with_its_sentence() -> None:
    """Else it would start workers for ever, and its port would take what nobody answers."""
    command = python_command(
        "-m", "gunicorn", "config.wsgi", "--bind", f"{LOOPBACK}:{free_port()}", "-w", "2"
    )
    environ = {**os.environ, "SECRET_KEY": "here", "SECRET_KEY_FILE": "and there"}
    done = subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode != 0
    assert "SECRET_KEY and SECRET_KEY_FILE are both set: set only one." in done.stderr


def test_a_command_that_reaches_no_postgresql_says_so_in_a_sentence(tmp_path: Path) -> None:
    command = python_command("manage.py", "migrate")
    environ = environment(tmp_path, DATABASE_URL=f"postgres://u:p@{LOOPBACK}:{free_port()}/x")
    environ.pop("CONNECTIONS", None)  # of a web process, which another test may have been
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: ")
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("state", "words"), [("25006", "is read-only"), ("53100", "is full")])
def test_a_command_tells_a_read_only_postgresql_from_a_full_one(state: str, words: str) -> None:
    error = InternalError()
    error.__cause__ = psycopg.errors.lookup(state)()
    assert words in sentence_for(error)


def forgotten(folder: Path, **given: str) -> set[str]:
    """The settings that `check --deploy` misses."""
    environ = {**environment_of_a_laptop(folder), **given}
    command = python_command("manage.py", "check", "--deploy")
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=True)
    return set(re.findall(r"\(chama\.W001\) (\w+) is not set", done.stderr))


def test_the_check_of_a_deployment_names_the_settings_that_were_forgotten(tmp_path: Path) -> None:
    server = {
        "SECRET_KEY": "x" * 60,
        "SIGNING_KEY": "5" * 64,
        "DATABASE_URL": "postgres://u:p@127.0.0.1:1/x",
    }
    broker = {"CELERY_BROKER_URL": "redis://127.0.0.1:1/0", "ALLOWED_HOSTS": "a.example"}
    assert forgotten(tmp_path) == {*server, *broker}
    assert forgotten(tmp_path, **server, **broker) == set()


@pytest.mark.parametrize(
    ("version", "found"),
    [((5, 2, 19), []), ((6, 1, 0), []), ((5, 1, 0), ["chama.E002"]), ((6, 2, 0), ["chama.E002"])],
)
def test_a_django_that_was_not_tested_is_refused(
    version: tuple[int, int, int], found: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert check_django_version in registry.registry.get_checks()
    monkeypatch.setattr("django.VERSION", (*version, "final", 0))
    assert [message.id for message in check_django_version()] == found


def test_each_module_that_uses_private_names_of_django_says_with_which_it_was_tested() -> None:
    private = re.compile(r"\b(_remake_table|get_related_populators|get_compiler)\b")
    using = [
        path for path in (ROOT / "core").rglob("*.py") if private.search(path.read_text(encoding="utf-8"))
    ]
    first, last = (".".join(map(str, version)) for version in TESTED)
    assert using
    assert [
        path
        for path in using
        if f"Tested with Django {first} to {last}" not in path.read_text(encoding="utf-8")
    ] == []


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one encoding")
@pytest.mark.django_db(transaction=True)
def test_the_check_of_a_deployment_finds_a_database_without_accents(tmp_path: Path) -> None:
    place = urlsplit(database_url())
    name = f"ascii_{connection.settings_dict['NAME']}"
    with psycopg.connect(database_url(), autocommit=True) as server:
        made = sql.SQL(
            "CREATE DATABASE {} ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc "
            "TEMPLATE template0"
        )
        server.execute(made.format(sql.Identifier(name)))
        try:
            environ = environment(tmp_path, DATABASE_URL=place._replace(path=f"/{name}").geturl())
            command = python_command("manage.py", "check", "--deploy")
            done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
        finally:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
    assert done.returncode == 1
    assert "(chama.E001) The database's encoding is SQL_ASCII" in done.stderr
