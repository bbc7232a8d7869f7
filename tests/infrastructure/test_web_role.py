"""What the web's role in PostgreSQL may: a whole small day, and nothing that is the owner's (V13.2.2)."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction

from core.models import RecordLine
from core.record.erasing import erase_lines
from operating.web_role import excess_rights
from tests import cast
from tests.acts import assert_sound
from tests.cast import START, ana
from tournaments.endings import KEPT, erase, move_to_bin
from tournaments.models import Tournament

ROLE = "chama_web_of_tests"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no roles"),
]


def run(sql: str) -> None:
    """One statement, taken back where it is refused."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@contextmanager
def web() -> Iterator[None]:
    """As the web's role, which goes with the test's transaction."""
    run(f"CREATE ROLE {ROLE} NOLOGIN")
    call_command("web_role", ROLE, verbosity=0)
    run(f"SET LOCAL ROLE {ROLE}")
    yield


def test_a_whole_small_day_is_run_as_it() -> None:
    with web():
        tournament = cast.finished(8)
        assert_sound(tournament)
        secret = cast.created(name="Secreto")
        move_to_bin(secret, typed="Secreto", by=ana(), now=START)
        assert erase(secret.ledger_id, now=START + KEPT + timedelta(days=1))
        assert not RecordLine.objects.filter(ledger=secret.ledger_id).exists()


BODY = "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
OWNERS = [
    "ALTER TABLE core_recordline DISABLE TRIGGER ALL",
    "ALTER TABLE core_recordline DISABLE TRIGGER guard_record_line_kept",
    "ALTER TABLE accounts_player ADD COLUMN extra text",
    "ALTER TABLE accounts_player OWNER TO CURRENT_USER",
    "DROP TRIGGER guard_record_line_kept ON core_recordline",
    "DROP TABLE core_recordline CASCADE",
    "DROP FUNCTION guard_record_line_kept() CASCADE",
    f"CREATE OR REPLACE FUNCTION guard_record_line_kept() {BODY}",
    "CREATE TRIGGER t BEFORE INSERT ON core_ledger FOR EACH ROW EXECUTE FUNCTION guard_record_line_kept()",
    "CREATE TABLE mine (id int)",
    "CREATE TEMPORARY TABLE tournaments_tournament (id int, ledger_id bigint)",
    "CREATE SCHEMA mine",
    "TRUNCATE core_recordline CASCADE",
    "TRUNCATE accounts_player CASCADE",
    "UPDATE core_recordline SET type = type",
    "DELETE FROM core_recordline",
    "SET session_replication_role = replica",
    "DELETE FROM django_migrations",
    "CREATE ROLE another",
]


@pytest.mark.parametrize("sql", OWNERS)
def test_what_is_the_owners_is_refused(sql: str) -> None:
    cast.created()
    with web(), pytest.raises((ProgrammingError, DatabaseError), match=r"permission denied|must be owner"):
        run(sql)


def test_a_record_that_was_public_goes_not_even_when_all_else_is_deleted() -> None:
    tournament = cast.announced()
    run("SET CONSTRAINTS ALL IMMEDIATE")
    run("ALTER TABLE tournaments_tournament DISABLE TRIGGER ALL")
    Tournament.objects.filter(pk=tournament.pk)._raw_delete("default")
    with web(), pytest.raises(IntegrityError, match="announced or drawn"), transaction.atomic():
        erase_lines(tournament.ledger_id)


def test_a_role_that_may_more_is_told_and_nothing_is_changed() -> None:
    run(f"CREATE ROLE {ROLE} NOLOGIN CREATEROLE")
    run(f"GRANT UPDATE (type) ON core_recordline TO {ROLE}")
    with pytest.raises(CommandError, match="may make roles"):
        call_command("web_role", ROLE, verbosity=0)
    assert "may change or delete lines of records" in excess_rights(ROLE)


def test_a_role_that_is_not_there_is_told() -> None:
    with pytest.raises(CommandError, match="createuser"):
        call_command("web_role", "nobody-of-that-name")
