"""Site, worker and beat as they run on a server with two roles in PostgreSQL (docs/operating/roles.md)."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import httpx
import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from psycopg import sql

from core.models import RecordLine
from tests import cast
from tests.api.day import Day
from tests.api.described import Described
from tests.api.wires import Http
from tests.fixtures.database import database_url
from tests.fixtures.sites import running
from tests.infrastructure.test_web_role import OWNERS
from tests.journeys.test_api_day import RealHouse
from tests.servers.postgres import address_of_role, make_role
from tests.servers.process import ROOT, password, python_command, wait_until
from tests.servers.site import Site, celery_worker, gunicorn_site
from tournaments.endings import KEPT, move_to_bin
from tournaments.models import Tournament

pytestmark = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no roles")


@contextmanager
def web_role() -> Iterator[str]:
    """The `DATABASE_URL` of a role that reads and writes rows; it goes with the test."""
    name, secret = f"rows_only_{connection.settings_dict['NAME']}", password()
    make_role(database_url(), name, secret)
    try:
        call_command("web_role", name, verbosity=0)
        yield address_of_role(database_url(), name, secret)
    finally:
        for words in ("DROP OWNED BY {}", "DROP ROLE {}"):
            with connection.cursor() as cursor:
                cursor.execute(sql.SQL(words).format(sql.Identifier(name)).as_string(cursor.connection))


@pytest.fixture
def url(transactional_db: None) -> Iterator[str]:
    """Where web and workers sign in."""
    with web_role() as found:
        yield found


@pytest.fixture
def site(url: str, real_broker: str, tmp_path: Path) -> Iterator[Site]:
    """The site in gunicorn, and a worker with beat, neither of which owns anything."""
    web, worker = gunicorn_site(tmp_path, url, real_broker), celery_worker(tmp_path, url, real_broker)
    with running(web), running(worker):
        yield web


def test_a_whole_day_is_served_and_worked_without_owning_a_table(site: Site, tmp_path: Path) -> None:
    day = Day(Described(Http(site.base)), RealHouse())
    day.play()
    assert day.endings == ["by_time", "by_cards", "by_ruling", "by_win"]
    command = python_command("manage.py", "check_record", *day.keep(tmp_path))
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.startswith("sound: ")
    assert "permission denied" not in site.log


def test_a_worker_without_a_table_empties_the_bin(site: Site) -> None:
    secret = cast.created(name="Secreto")
    long_ago = timezone.now() - KEPT - timedelta(days=1)
    move_to_bin(secret, typed="Secreto", by=cast.ana(), now=long_ago)
    wait_until(lambda: not Tournament.objects.filter(pk=secret.pk).exists())
    assert not RecordLine.objects.filter(ledger=secret.ledger_id).exists()
    assert httpx.get(site.url(f"/api/v1/tournaments/{secret.slug}/"), trust_env=False).status_code == 404


def test_who_breaks_into_the_web_changes_no_table_and_no_guard(url: str) -> None:
    tournament = cast.announced()
    lines = RecordLine.objects.filter(ledger=tournament.ledger_id).count()
    with psycopg.connect(url, autocommit=True) as intruder:
        for words in OWNERS:
            with pytest.raises(psycopg.Error, match=r"permission denied|must be owner"):
                intruder.execute(words.encode())
        written = intruder.execute("SELECT count(*) FROM core_recordline").fetchone()
    assert written == (RecordLine.objects.count(),)
    assert RecordLine.objects.filter(ledger=tournament.ledger_id).count() == lines
