"""F27, F43, F84, F105: backups are whole or absent, come back by one command, and bring nobody back."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from operating.backup import archive, erasures, make, periodic
from operating.backup.naming import parse_name
from operating.backup.state import AWAY, FULL, OLD, state
from tests.fixtures.laptops import SIMULATE, Laptop
from tests.servers.process import ROOT
from tools.endorsement.drill import lose_laptop

NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)


def made(laptop: Laptop, stick: Path, settings: LazySettings, now: datetime = NOW) -> Path:
    """A backup made in this process, without the list of erasures, which asks the tests' own database."""
    settings.DATA_DIR = laptop.data
    return make.make_backup(laptop.database, stick, now=now)


@pytest.fixture(autouse=True)
def _nobody_is_forgotten_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasures, "erased_codes", list)


# --- whole or absent ----------------------------------------------------------------------------------


@pytest.mark.F105
def test_a_backup_whose_writer_is_killed_is_absent(laptop: Laptop, stick: Path, tmp_path: Path) -> None:
    """SIGKILL while the zip is being written: what is left counts for nothing, and the next one clears it."""
    killed = (
        "import os, signal, sys; sys.argv = ['manage.py', 'backup', sys.argv[1]]\n"
        "from operating.backup import archive\n"
        "archive.Manifest.as_json = lambda self: os.kill(os.getpid(), signal.SIGKILL)\n"
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'\n"
        "from core.commands import run_command; run_command(sys.argv)"
    )
    command = [sys.executable, "-c", killed, str(stick)]
    ended = subprocess.run(command, cwd=ROOT, env=laptop.environ, capture_output=True, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert [parse_name(path.name) for path in stick.iterdir()] == [None]
    assert laptop.asked("restore", str(stick), "--replace").returncode == 1
    laptop.done("backup", str(stick))
    assert sorted(path.suffix for path in stick.iterdir()) == [".json", ".zip"]


@pytest.mark.F105
def test_a_failure_on_the_way_leaves_nothing(
    laptop: Laptop, stick: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object) -> None:
        path.write_bytes(b"PK")
        raise OSError(28, "No space left on device")

    first = made(laptop, stick, settings)
    monkeypatch.setattr(archive, "write_archive", full)
    with pytest.raises(OSError, match="No space"):
        made(laptop, stick, settings)
    assert set(stick.iterdir()) == {first, stick / erasures.NAME}


@pytest.mark.F105
def test_a_file_that_is_cut_off_or_changed_anywhere_is_refused(
    laptop: Laptop, stick: Path, settings: LazySettings, tmp_path: Path
) -> None:
    whole = made(laptop, stick, settings).read_bytes()
    for number, at in enumerate(range(0, len(whole), len(whole) // 25)):
        for kind, content in (
            ("cut", whole[:at]),
            ("flipped", whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]),
        ):
            path = tmp_path / f"{kind}-{number}.zip"
            path.write_bytes(content)
            (into := tmp_path / f"{kind}-{number}").mkdir()
            if _is_the_same(path, into, laptop):
                continue  # a byte that means nothing, such as a time in the zip's own directory
            with pytest.raises(archive.IncompleteBackup):
                archive.unpack_archive(path, tmp_path / "nowhere")


def _is_the_same(path: Path, into: Path, laptop: Laptop) -> bool:
    try:
        archive.unpack_archive(path, into)
    except archive.IncompleteBackup:
        return False
    return (into / "secret_key").read_bytes() == (laptop.data / "secret_key").read_bytes()


def test_what_is_written_meanwhile_is_all_in_it_or_not_at_all(
    laptop: Laptop, stick: Path, settings: LazySettings
) -> None:
    """Two rows are always changed in one transaction; in every backup they agree."""
    with closing(sqlite3.connect(laptop.database)) as file:
        file.execute("CREATE TABLE pair (id INTEGER PRIMARY KEY, number INTEGER)")
        file.execute("INSERT INTO pair VALUES (1, 0), (2, 0)")
        file.commit()
    over = threading.Event()
    writing = threading.Thread(target=_write_pairs, args=(laptop.database, over))
    writing.start()
    try:
        files = [made(laptop, stick, settings, NOW + timedelta(minutes=number)) for number in range(8)]
    finally:
        over.set()
        writing.join()
    found = [_pair_in(path, stick / f"{path.stem}.out") for path in files]
    assert [one for one, other_one in found if one != other_one] == []
    assert len({one for one, _ in found}) > 1


def _write_pairs(database: Path, over: threading.Event) -> None:
    with closing(sqlite3.connect(database, timeout=20)) as file:
        while not over.is_set():
            file.execute("UPDATE pair SET number = number + 1")
            file.commit()


def _pair_in(path: Path, into: Path) -> tuple[int, int]:
    into.mkdir()
    archive.unpack_archive(path, into)
    with closing(sqlite3.connect(into / archive.DATABASE)) as file:
        first, second = (number for (number,) in file.execute("SELECT number FROM pair ORDER BY id"))
    return first, second


# --- bringing it back ---------------------------------------------------------------------------------


@pytest.mark.F43
def test_one_command_brings_everything_back_at_another_laptop(
    laptop: Laptop, other: Laptop, stick: Path
) -> None:
    laptop.done("backup", str(stick))
    told = other.done("restore", str(stick))
    assert "1 records, all sound" in told
    lines = "SELECT seq, text FROM core_recordline ORDER BY seq"
    assert other.rows(lines) == laptop.rows(lines)
    assert (other.data / "secret_key").read_text() == (laptop.data / "secret_key").read_text()
    assert other.done("check_records") == "1 records, 0 unsound\n"


@pytest.mark.F43
def test_data_that_are_there_are_replaced_on_demand_only_and_put_aside(laptop: Laptop, stick: Path) -> None:
    laptop.done("backup", str(stick))
    laptop.done(*SIMULATE[:-3], "--seed", "8", "--keep")
    refused = laptop.asked("restore", str(stick))
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    assert len(laptop.rows("SELECT slug FROM tournaments_tournament")) == 2
    laptop.done("restore", str(stick), "--replace")
    assert len(laptop.rows("SELECT slug FROM tournaments_tournament")) == 1
    (aside,) = laptop.data.glob("before-*")
    assert len(Laptop(aside).rows("SELECT slug FROM tournaments_tournament")) == 2


def _altered(path: Path, into: Path, alter: Callable[[Path], None], version: str = "") -> Path:
    """The same backup with another database in it and a manifest that vouches for it."""
    into.mkdir()
    manifest = archive.unpack_archive(path, into)
    alter(into / archive.DATABASE)
    files = {name: (into / name).read_bytes() for name in manifest.files}
    contents = {name: archive.content_of(content) for name, content in files.items()}
    said = archive.Manifest(manifest.made, version or manifest.version, contents, manifest.records)
    archive.write_archive(path, files, said)
    return path


def _rewrite_a_line(database: Path) -> None:
    with closing(sqlite3.connect(database)) as file:
        for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            file.execute(f'DROP TRIGGER "{name}"')
        file.execute("UPDATE core_recordline SET text = replace(text, 'entry', 'entri') WHERE seq = 5")
        file.commit()


def _with(statement: str) -> Callable[[Path], None]:
    def alter(database: Path) -> None:
        with closing(sqlite3.connect(database)) as file:
            file.execute(statement)
            file.commit()

    return alter


def _migration(app: str) -> Callable[[Path], None]:
    return _with(
        f"INSERT INTO django_migrations (app, name, applied) VALUES ('{app}', '0999_later', '2030-01-01')"
    )


def _no_database(database: Path) -> None:
    database.write_bytes(b"chama" * 4096)


UNSOUND: dict[str, tuple[Callable[[Path], None], str]] = {
    "a line rewritten": (_rewrite_a_line, "not sound"),
    "a later migration": (_migration("core"), "newer version"),
    "an unknown app": (_migration("leagues"), "newer version"),
    "no database": (_no_database, "cannot be opened"),
    "a table gone": (_with("DROP TABLE accounts_player"), "is damaged"),
    "an older checkout": (
        _with("DELETE FROM django_migrations WHERE name = '0032_fewer_guards'"),
        "before 0.1.0",
    ),
    "no migrations": (_with("DELETE FROM django_migrations"), "cannot be opened"),
}


@pytest.mark.F43
@pytest.mark.parametrize(("alter", "said"), UNSOUND.values(), ids=UNSOUND)
def test_what_is_not_sound_replaces_nothing(
    laptop: Laptop,
    other: Laptop,
    stick: Path,
    settings: LazySettings,
    alter: Callable[[Path], None],
    said: str,
) -> None:
    before = laptop.dump()
    _altered(made(laptop, stick, settings), stick / "out", alter)
    for one in (other, laptop):
        refused = one.asked("restore", "--replace", str(stick))
        assert (refused.returncode, said in refused.stderr, refused.stderr.count("\n")) == (1, True, 1)
        assert [*one.data.glob("restoring.*"), *one.data.glob("before-*")] == []
    assert other.database.stat().st_size == 0
    assert laptop.dump() == before


@pytest.mark.F43
@pytest.mark.parametrize(("version", "is_refused"), [("0.0.9", False), ("0.10.0", True), ("99", True)])
def test_the_version_is_compared_before_anything_is_replaced(
    laptop: Laptop, other: Laptop, stick: Path, settings: LazySettings, version: str, is_refused: bool
) -> None:
    """0.10 is newer than 0.9; an older one is brought up to date."""
    _altered(made(laptop, stick, settings), stick / "out", lambda _database: None, version)
    ended = other.asked("restore", str(stick))
    assert ended.returncode == is_refused
    assert ("newer version" in ended.stderr) == is_refused
    assert (other.database.stat().st_size == 0) == is_refused


@pytest.mark.F84
def test_an_older_backup_brings_nobody_back(laptop: Laptop, other: Laptop, stick: Path) -> None:
    (code, name) = laptop.rows("SELECT code, name FROM accounts_player ORDER BY id LIMIT 1")[0]
    laptop.done("backup", str(stick))
    (older,) = stick.glob("*.zip")
    laptop.done("anonymise", str(code))
    laptop.done("backup", str(stick))
    listed = json.loads((stick / "erasures.json").read_text())
    assert listed["codes"] == [code]
    assert "Forgotten again" in other.done("restore", str(older))
    assert other.rows("SELECT name FROM accounts_player ORDER BY id LIMIT 1") != [(name,)]
    assert str(name) not in (stick / "erasures.json").read_text()


@pytest.mark.F84
def test_a_list_that_cannot_be_read_stops_the_restoring(laptop: Laptop, other: Laptop, stick: Path) -> None:
    laptop.done("backup", str(stick))
    (stick / "erasures.json").write_text('{"format": "chama-erasures/1", "codes": [')
    refused = other.asked("restore", str(stick))
    assert (refused.returncode, "not a list of erasures" in refused.stderr) == (1, True)
    assert other.database.stat().st_size == 0


@pytest.mark.F84
def test_a_server_keeps_its_list_outside_and_applies_it(laptop: Laptop, stick: Path) -> None:
    (code,) = laptop.rows("SELECT code FROM accounts_player ORDER BY id LIMIT 1")[0]
    (stick / "erasures.json").write_text(json.dumps({"format": "chama-erasures/1", "codes": [code, "pgone"]}))
    assert laptop.done("erasures", str(stick), "--apply") == "2 on the list, 1 forgotten again\n"
    assert laptop.done("erasures", str(stick)) == "2 on the list\n"


@pytest.mark.F84
@pytest.mark.parametrize("more", [[], ["--apply"]])
def test_a_folder_that_is_not_there_is_no_empty_list(laptop: Laptop, stick: Path, more: list[str]) -> None:
    """A slip in its name would bring back whoever was forgotten, and nobody would be told."""
    refused = laptop.asked("erasures", str(stick / "slip"), *more)
    assert (refused.returncode, "slip is not a folder" in refused.stderr) == (1, True)


@pytest.mark.F84
def test_a_folder_without_a_list_is_not_the_one_with_the_backups(laptop: Laptop, stick: Path) -> None:
    refused = laptop.asked("erasures", str(stick), "--apply")
    assert (refused.returncode, f"There is no {stick / 'erasures.json'}" in refused.stderr) == (1, True)
    assert laptop.done("erasures", str(stick)) == "0 on the list\n"
    assert laptop.done("erasures", str(stick), "--apply") == "0 on the list, 0 forgotten again\n"


@pytest.mark.F84
def test_a_list_that_is_named_and_is_not_there_stops_the_restoring(
    laptop: Laptop, other: Laptop, stick: Path
) -> None:
    laptop.done("backup", str(stick))
    refused = other.asked("restore", str(stick), "--erasures", str(stick / "slip.json"))
    assert (refused.returncode, "There is no" in refused.stderr) == (1, True)


def test_nothing_is_restored_under_a_running_product(laptop: Laptop, stick: Path) -> None:
    laptop.done("backup", str(stick))
    with closing(sqlite3.connect(laptop.data / "serving.lock", isolation_level=None)) as serving:
        serving.execute("PRAGMA journal_mode = MEMORY")
        serving.execute("BEGIN EXCLUSIVE")
        refused = laptop.asked("restore", str(stick), "--replace")
    assert (refused.returncode, "End it first" in refused.stderr) == (1, True)


# --- every few minutes --------------------------------------------------------------------------------


@pytest.fixture
def backups(laptop: Laptop, stick: Path, settings: LazySettings) -> periodic.PeriodicBackups:
    """As `serve --backup-to` has them; nothing runs by itself."""
    settings.DATA_DIR = laptop.data
    state.begin(stick, timedelta(minutes=5), timezone.now())
    return periodic.PeriodicBackups(laptop.database, stick, timedelta(minutes=5))


def _reason(later: timedelta = timedelta()) -> str | None:
    found = state.trouble(timezone.now() + later)
    return found.reason if found else None


def test_the_staff_hears_of_a_stick_that_is_away_and_no_more_when_it_is_back(
    backups: periodic.PeriodicBackups, stick: Path
) -> None:
    assert (backups.run_once(), _reason()) == (True, None)
    stick.rename(stick.with_name("pulled"))
    assert (backups.run_once(), _reason()) == (False, AWAY)
    assert not stick.exists()
    stick.with_name("pulled").rename(stick)
    assert (backups.run_once(), _reason()) == (True, None)
    assert len(list(stick.glob("*.zip"))) == 2


def test_the_staff_hears_of_a_full_stick(
    backups: periodic.PeriodicBackups, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(archive, "write_archive", full)
    assert (backups.run_once(), _reason()) == (False, FULL)


def test_the_staff_hears_of_backups_that_just_do_not_come(backups: periodic.PeriodicBackups) -> None:
    assert backups.run_once()
    assert (_reason(timedelta(minutes=14)), _reason(timedelta(minutes=16))) == (None, OLD)


@pytest.mark.F27
@pytest.mark.F43
@pytest.mark.F130
def test_the_laptop_is_lost_in_mid_day_and_another_goes_on(tmp_path: Path) -> None:
    done = lose_laptop(tmp_path, 16, waits=True)
    assert done.verdict.sound
    assert done.lost == 0
    assert done.lines > done.saved


def test_serve_says_where_backups_go_or_why_they_cannot(tmp_path: Path) -> None:
    refused = Laptop(tmp_path).asked("serve", "--port", "1", "--backup-to", str(tmp_path / "no" / "stick"))
    assert refused.returncode == 1
    assert os.sep in refused.stderr


def test_a_backup_holds_what_no_database_gives_back(
    laptop: Laptop, stick: Path, settings: LazySettings
) -> None:
    with zipfile.ZipFile(made(laptop, stick, settings)) as packed:
        assert set(packed.namelist()) == {"manifest.json", "chama.sqlite3", "secret_key", "signing_key"}
        records = json.loads(packed.read("manifest.json"))["records"]
    ((seq, head),) = laptop.rows("SELECT head_seq, head_hash FROM core_ledger")
    assert [(one["seq"], one["sha256"]) for one in records] == [(seq, head)]
