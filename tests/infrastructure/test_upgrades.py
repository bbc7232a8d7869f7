"""A database of an earlier version is brought up to this one, or refused in a sentence."""

import lzma
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import TextField

from core.commands import prepare_database
from core.db.history import LAST_COMMIT
from core.db.triggers import guards_present
from matches.models import Sheet
from tests.fixtures.database import database_url
from tests.servers.process import ROOT, python_command
from tests.servers.site import environment, environment_of_a_laptop
from tournaments.guards import GUARDS

OLDER = ROOT / "tests" / "older"
RELEASES = sorted(path.name.removesuffix(".sqlite3.xz") for path in OLDER.glob("*.sqlite3.xz"))
PLAY_ON = "from tests.servers.playing_on import play_on; play_on()"


# --- the data of each release, with days in progress ------------------------------------------------------


@pytest.fixture
def environ(request: pytest.FixtureRequest, tmp_path: Path, db: None) -> Iterator[dict[str, str]]:
    """The environment of commands on the data of a release, in the kind of database of this run."""
    if connection.vendor == "sqlite":
        content = lzma.decompress((OLDER / f"{request.param}.sqlite3.xz").read_bytes())
        (tmp_path / "chama.sqlite3").write_bytes(content)
        yield environment_of_a_laptop(tmp_path)
        return
    sql = lzma.decompress((OLDER / f"{request.param}.sql.xz").read_bytes())
    scratch = f"{connection.settings_dict['NAME']}_older"
    url = urlsplit(database_url())._replace(path=f"/{scratch}").geturl()
    with psycopg.connect(database_url(), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {scratch}")
        try:
            with psycopg.connect(url, autocommit=True) as empty:
                empty.execute(sql)
            yield environment(tmp_path, DATABASE_URL=url)
        finally:
            server.execute(f"DROP DATABASE {scratch} WITH (FORCE)")


def test_every_release_has_data_of_both_databases() -> None:
    assert RELEASES
    assert [path.name for path in sorted(OLDER.glob("*.sql.xz"))] == [f"{one}.sql.xz" for one in RELEASES]


@pytest.mark.fault("F128")
@pytest.mark.F114
@pytest.mark.parametrize("environ", RELEASES, indirect=True)
def test_the_days_of_a_release_are_played_on_by_this_version(environ: dict[str, str]) -> None:
    for words in (["migrate", "-v0"], ["shell", "-v0", "-c", PLAY_ON], ["check_records"]):
        command = python_command("manage.py", *words)
        done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    assert "0 unsound" in done.stdout


# --- histories that these migrations do not continue ------------------------------------------------------


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A folder for the lock of commands that migrate: the tests' database may be in memory."""
    monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "chama.sqlite3"))


def _forget(**chosen: object) -> None:
    MigrationRecorder(connection).migration_qs.filter(**chosen).delete()


def _refused() -> str:
    with pytest.raises(CommandError) as at_a_command:
        prepare_database()
    with pytest.raises(CommandError) as by_migrate:
        call_command("migrate", verbosity=0)
    assert str(at_a_command.value) == str(by_migrate.value)
    return str(by_migrate.value)


@pytest.mark.F114
@pytest.mark.django_db
def test_a_database_of_the_last_commit_before_the_release_is_taken_over() -> None:
    _forget(app__in=["accounts", "core", "matches", "tournaments"], name="0001_initial")
    call_command("migrate", verbosity=0)
    assert ("core", "0001_initial") in MigrationRecorder(connection).applied_migrations()


@pytest.mark.F114
@pytest.mark.django_db
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "missing",
    [{"app": "tournaments", "name": "0032_fewer_guards"}, {"app": "core", "name__gt": "0001_initial"}],
    ids=["the last one", "all but the first"],
)
def test_an_older_database_is_refused_with_the_commit_that_can_migrate_it(missing: dict[str, str]) -> None:
    _forget(**missing)
    assert f"Check out commit {LAST_COMMIT} " in _refused()


@pytest.mark.F114
@pytest.mark.django_db
@pytest.mark.usefixtures("folder")
def test_a_database_of_another_line_of_versions_is_refused() -> None:
    _forget(app="core")
    MigrationRecorder(connection).record_applied("matches", "0002_elsewhere")
    assert "(matches.0002_elsewhere)" in _refused()


@pytest.mark.django_db
def test_a_command_waits_for_another_that_migrates_and_then_checks_the_history(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only a laptop's database is migrated by commands")
    taken: list[Path] = []

    @contextmanager
    def lock(path: Path, seconds: float) -> Iterator[None]:
        """Wait until the other command has recorded its last migration."""
        taken.append(path)
        MigrationRecorder(connection).record_applied("tournaments", "0032_fewer_guards")
        yield

    monkeypatch.setattr("core.commands.file_lock", lock)
    _forget(app="tournaments", name="0032_fewer_guards")
    prepare_database()
    assert len(taken) == 1


@pytest.mark.F114
@pytest.mark.django_db
def test_a_database_of_a_newer_version_still_serves_this_one() -> None:
    MigrationRecorder(connection).record_applied("matches", "0002_newer")
    prepare_database()


# --- triggers ---------------------------------------------------------------------------------------------


@pytest.mark.F104
@pytest.mark.django_db(transaction=True)
def test_guards_outlive_a_table_that_is_made_anew() -> None:
    before = Sheet._meta.get_field("reason")
    after = TextField(blank=True, null=True)
    after.set_attributes_from_name("reason")
    after.model = Sheet
    with connection.schema_editor() as editor:
        editor.alter_field(Sheet, before, after)
        assert guards_present(connection) == {guard.name for guard in GUARDS}
    with connection.schema_editor() as editor:
        editor.alter_field(Sheet, after, before)
    assert guards_present(connection) == {guard.name for guard in GUARDS}
