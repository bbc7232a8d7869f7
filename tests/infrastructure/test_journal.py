"""F130: what was committed is on the stick at the next look, and a restore brings it back."""

import random
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from operating.backup import erasures, journal_file
from operating.backup.journal_file import JournalFile, NoJournal, replay_journal
from operating.backup.make import make_backup
from operating.backup.periodic import PeriodicBackups
from operating.backup.snapshot import Snapshot, changed_pages, put_pages
from operating.backup.state import AWAY, FULL, OTHER, SLOW, state
from tests.fixtures.laptops import SIMULATE, Laptop
from tests.servers.process import wait_until

pytestmark = pytest.mark.F130
NOW = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
PAGE = 512


@pytest.fixture(autouse=True)
def _nobody_is_forgotten_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasures, "erased_codes", list)


# --- the file, by itself ------------------------------------------------------------------------------


def image_of(chance: random.Random, pages: int) -> bytes:
    header = bytearray(chance.randbytes(PAGE * pages))
    header[16:18] = PAGE.to_bytes(2, "big")
    return bytes(header)


def written(folder: Path) -> tuple[Path, list[bytes], list[int]]:
    """A journal of images that grow, shrink and change; the images, and where each entry ends."""
    chance = random.Random(7)
    images = [image_of(chance, pages) for pages in (4, 4, 9, 3, 200, 200)]
    images[5] = images[4][: 150 * PAGE] + bytes(PAGE) + images[4][151 * PAGE :]
    file = JournalFile(folder / "a.journal", Snapshot(images[0], ()))
    ends = [file.end]
    for image in images[1:]:
        file.append(Snapshot(image, ()), NOW)
        ends.append(file.end)
    return file.path, images, ends


def replayed(journal: Path, base: bytes, folder: Path) -> tuple[bytes, bool]:
    """What a restore makes of it, and whether it says that the end is torn."""
    database = folder / "copy.sqlite3"
    database.write_bytes(base)
    done = replay_journal(journal, database)
    return database.read_bytes(), done.is_torn


def test_only_pages_that_changed_are_written(tmp_path: Path) -> None:
    _, images, ends = written(tmp_path)
    assert changed_pages(images[4], images[5], PAGE) == [150]
    assert ends[5] - ends[4] < 2 * PAGE


@pytest.mark.parametrize("lengths", [(1, 1), (3, 5), (5, 3), (130, 129), (64, 128)])
def test_pages_that_changed_make_one_image_into_the_other(lengths: tuple[int, int]) -> None:
    before, after = (image_of(random.Random(length), length) for length in lengths)
    pages = changed_pages(before, after, PAGE)
    content, image = b"".join(after[page * PAGE : (page + 1) * PAGE] for page in pages), bytearray(before)
    put_pages(image, pages, content, PAGE, len(after))
    assert image == after


def test_a_torn_end_brings_back_what_was_whole_before_it(tmp_path: Path) -> None:
    path, images, ends = written(tmp_path)
    whole = path.read_bytes()
    for cut in {*range(ends[0], len(whole), 997), *ends, *(end - 1 for end in ends[1:])}:
        path.write_bytes(whole[:cut])
        entries = sum(end <= cut for end in ends) - 1
        assert replayed(path, images[0], tmp_path) == (images[entries], cut not in ends)


def test_a_byte_that_flipped_ends_it_before_its_entry(tmp_path: Path) -> None:
    path, images, ends = written(tmp_path)
    whole = path.read_bytes()
    for at in range(ends[0], len(whole), 1009):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        entries = sum(end <= at for end in ends) - 1
        assert replayed(path, images[0], tmp_path) == (images[entries], True)


def test_a_journal_of_another_backup_is_not_replayed(tmp_path: Path) -> None:
    path, images, _ = written(tmp_path)
    with pytest.raises(NoJournal, match="another backup"):
        replayed(path, images[1], tmp_path)
    path.write_bytes(b'{"format": "chama-jou')
    with pytest.raises(NoJournal, match="incomplete"):
        replayed(path, images[0], tmp_path)


# --- beside a laptop's backups ------------------------------------------------------------------------


@pytest.fixture
def backups(laptop: Laptop, stick: Path, settings: LazySettings) -> Iterator[PeriodicBackups]:
    """As `serve --backup-to` has them, with one backup made; nothing runs by itself."""
    settings.DATA_DIR = laptop.data
    made = PeriodicBackups(laptop.database, stick, timedelta(minutes=5))
    state.begin(stick, timedelta(minutes=5), timezone.now())
    state.journal.begin(timezone.now())
    assert made.run_once()
    yield made
    state.end()


def rename_a_player(laptop: Laptop, name: str) -> None:
    """A change beside the record."""
    with closing(sqlite3.connect(laptop.database, timeout=20)) as file:
        file.execute("UPDATE accounts_player SET name = ? WHERE id = 1", [name])
        file.commit()


def reason(later: timedelta = timedelta()) -> str | None:
    found = state.trouble(timezone.now() + later)
    return found.reason if found else None


def test_everything_committed_since_the_backup_comes_back(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    rename_a_player(laptop, "Beatriz")
    backups.journal.run_once()
    laptop.done(*SIMULATE[:-2], "8", "--keep")
    backups.journal.run_once()
    told = other.done("restore", str(stick))
    assert "2 records, all sound" in told
    assert "was replayed" in told
    assert other.dump() == laptop.dump()


def test_a_look_without_news_writes_nothing(backups: PeriodicBackups, stick: Path) -> None:
    (path,) = stick.glob("*.journal")
    before = path.read_bytes()
    backups.journal.run_once()
    assert path.read_bytes() == before


def test_a_torn_last_write_does_not_break_the_restore(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    rename_a_player(laptop, "Beatriz")
    backups.journal.run_once()
    expected = laptop.dump()
    rename_a_player(laptop, "Bianca")
    backups.journal.run_once()
    (path,) = stick.glob("*.journal")
    path.write_bytes(path.read_bytes()[:-1])
    assert "incomplete" in other.done("restore", str(stick))
    assert other.dump() == expected


def test_a_journal_without_its_beginning_leaves_the_backup(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    expected = laptop.dump()
    (path,) = stick.glob("*.journal")
    path.write_bytes(b"")
    assert "was left out" in other.done("restore", str(stick))
    assert other.dump() == expected


def test_a_backup_named_by_itself_comes_back_alone_and_its_journal_with_it(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    before = laptop.dump()
    rename_a_player(laptop, "Beatriz")
    backups.journal.run_once()
    (path,) = stick.glob("*.journal")
    assert str(path) in other.done("restore", str(path.with_suffix(".zip")))
    assert other.dump() == before
    other.done("restore", "--replace", str(path))
    assert other.dump() == laptop.dump()


def test_a_newer_backup_has_a_journal_from_its_first_moment(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    """What was committed while the zip was written is in the new journal before the zip has its name."""
    for name in ("Beatriz", "Bianca", "Berenice"):
        rename_a_player(laptop, name)
        assert backups.run_once()
        other.done("restore", "--replace", str(stick))
        assert other.dump() == laptop.dump()
    assert [path.stem for path in sorted(stick.glob("*.journal"))] == [
        path.stem for path in sorted(stick.glob("*.zip"))
    ][-2:]


def test_a_stick_that_is_away_is_shown_and_catches_up(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path, caplog: pytest.LogCaptureFixture
) -> None:
    away = stick.rename(stick.with_name("pulled"))
    rename_a_player(laptop, "Beatriz")
    backups.journal.run_once()
    backups.journal.run_once()
    assert (reason(), stick.exists()) == (AWAY, False)
    away.rename(stick)
    backups.journal.run_once()
    assert reason() is None
    assert [str(stick) in record.getMessage() for record in caplog.records] == [True, True]
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


@pytest.mark.fault("F129")
def test_a_stick_that_is_pulled_is_shown_before_anything_is_recorded(
    backups: PeriodicBackups, stick: Path
) -> None:
    stick.rename(stick.with_name("pulled"))
    backups.journal.run_once()
    assert reason() == AWAY


def fails_half_way(error: OSError) -> Callable[..., None]:
    def write(file: object, content: bytes) -> None:
        file.write(content[: len(content) // 2])  # type: ignore[attr-defined]
        raise error

    return write


def test_a_full_stick_is_shown_and_what_was_half_written_counts_for_nothing(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rename_a_player(laptop, "Beatriz")
    with monkeypatch.context() as full:
        full.setattr(journal_file, "_write_synced", fails_half_way(OSError(28, "No space left on device")))
        backups.journal.run_once()
    assert reason() == FULL
    rename_a_player(laptop, "Bianca")
    backups.journal.run_once()
    assert reason() is None
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


def test_another_stick_gets_a_backup_at_once(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    stick.rename(stick.with_name("pulled"))
    stick.mkdir()
    rename_a_player(laptop, "Beatriz")
    with backups:
        wait_until(lambda: list(stick.glob("*.journal")))
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


def test_a_stick_that_hangs_delays_no_result_and_is_shown(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, goes_on, write = threading.Event(), threading.Event(), journal_file._write_synced

    def slowly(*what: object) -> None:
        hangs.set()
        goes_on.wait()
        write(*what)  # type: ignore[arg-type]

    rename_a_player(laptop, "Beatriz")
    with monkeypatch.context() as slow:
        slow.setattr(journal_file, "_write_synced", slowly)
        looking = threading.Thread(target=backups.journal.run_once)
        looking.start()
        assert hangs.wait(60)
        laptop.done(*SIMULATE[:-2], "8", "--keep")  # while the stick takes nothing
        assert reason(timedelta(seconds=11)) == SLOW
        goes_on.set()
        looking.join()
    backups.journal.run_once()
    assert reason() is None
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


@pytest.mark.F84
@pytest.mark.parametrize("is_torn", [False, True])
def test_whoever_was_forgotten_since_the_backup_stays_forgotten(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path, *, is_torn: bool
) -> None:
    """The laptop dies seconds later, and the backup comes back without its journal."""
    (code, name) = laptop.rows("SELECT code, name FROM accounts_player ORDER BY id LIMIT 1")[0]
    laptop.done("anonymise", str(code))
    backups.journal.run_once()
    ((zipped,), (path,)) = stick.glob("*.zip"), stick.glob("*.journal")
    if is_torn:
        path.write_bytes(b"")
    assert "Forgotten again" in other.done("restore", str(stick if is_torn else zipped))
    assert name not in [shown for (shown,) in other.rows("SELECT name FROM accounts_player")]


@pytest.mark.F84
def test_a_broken_list_of_the_forgotten_is_shown_and_stops_no_change(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    listed = stick / "erasures.json"
    listed.write_text("{")
    rename_a_player(laptop, "Beatriz")
    laptop.done("anonymise", str(laptop.rows("SELECT code FROM accounts_player WHERE id = 2")[0][0]))
    for _ in range(2):
        backups.journal.run_once()
        assert reason() == OTHER
    listed.unlink()
    backups.journal.run_once()
    assert (reason(), listed.exists()) == (None, True)
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


def test_a_backup_made_by_hand_into_the_same_folder_is_followed_by_one_with_a_journal(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    make_backup(laptop.database, stick, now=NOW)
    rename_a_player(laptop, "Beatriz")
    backups.journal.run_once()
    assert backups._wake.is_set()
    assert backups.run_once()
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


def test_a_backup_that_is_deleted_from_the_stick_is_followed_by_one_with_a_journal(
    backups: PeriodicBackups, laptop: Laptop, other: Laptop, stick: Path
) -> None:
    """A person deletes the backups from the stick and leaves the journals, which look small."""
    assert backups.run_once()
    for file in stick.glob("*.zip"):
        file.unlink()
    backups._wake.clear()
    rename_a_player(laptop, "Beatriz")
    backups.journal.run_once()
    assert backups._wake.is_set()
    assert reason() is None
    assert backups.run_once()
    backups._wake.clear()
    rename_a_player(laptop, "Bruna")
    backups.journal.run_once()
    assert not backups._wake.is_set()
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()


def test_what_is_committed_before_the_end_is_on_the_stick_at_the_end(
    laptop: Laptop, other: Laptop, stick: Path, settings: LazySettings
) -> None:
    """Somebody ends the program, pulls the stick and goes on at another laptop."""
    settings.DATA_DIR = laptop.data
    with PeriodicBackups(laptop.database, stick, timedelta(minutes=5)):
        wait_until(lambda: list(stick.glob("*.zip")))
        rename_a_player(laptop, "Beatriz")
    other.done("restore", str(stick))
    assert other.dump() == laptop.dump()
