"""Restore a backup: verify all of it in a temporary folder, then replace the data.

The previous data is copied to another folder and never deleted.
"""

import os
import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from core.commands import prepare_database
from core.db.history import UnknownHistory, unknown_migrations
from core.secure_files import replace_file, secure_folder
from core.terminal import spoken
from operating.backup import archive, erasures
from operating.backup.archive import DATABASE, Manifest
from operating.backup.journal_file import NoJournal, ReplayResult, replay_journal
from operating.backup.naming import JOURNAL, STAMP, latest_in
from operating.records import RecordCheck, check_all

LEFT_OUT = "{journal} was left out: {why}."
LOG_FILES = ("-wal", "-shm")
SOMETHING = """
    SELECT EXISTS (SELECT 1 FROM accounts_user) OR EXISTS (SELECT 1 FROM tournaments_tournament)
"""


class NotRestored(Exception):
    """Nothing was replaced; the message says why."""


@dataclass(frozen=True, slots=True)
class BackupSource:
    """A backup and the journal that is replayed on top of it, if any."""

    backup: Path
    journal: Path | None = None


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """The result of a restore: the backup, when it was made (ISO 8601), and how many records it has.

    `forgotten`: people erased again. `aside`: the folder with the old data, None if there were none.
    `journal`: words on what was replayed from the journal, or why nothing was; "" without one.
    """

    file: Path
    made: str
    records: int
    forgotten: int
    aside: Path | None
    journal: str


def find_backup(source: Path) -> BackupSource:
    """Return the backup that the path means. Raise `NotRestored`.

    A folder means its latest backup with its journal; a journal means itself with its backup; a backup means
    itself.
    """
    if not source.exists():
        sentence = "{source} does not exist. Plug in the USB stick, or check the name."
        raise NotRestored(spoken(sentence, source=source))
    if source.suffix == JOURNAL:
        return BackupSource(source.with_suffix(".zip"), source)
    if not source.is_dir():
        return BackupSource(source)
    path = latest_in(source)
    if path is None:
        raise NotRestored(spoken("There is no backup in {folder}.", folder=source))
    journal = path.with_suffix(JOURNAL)
    return BackupSource(path, journal if journal.exists() else None)


def restore(source: Path, *, replace: bool, erased: Iterable[str] = ()) -> RestoreResult:
    """Verify a backup, then replace this laptop's data; no other process may use them in that time.

    Without `replace` only an empty database is replaced. `erased`: codes of players to erase again, beside
    those listed with the backup and those erased here. Raise `NotRestored`.
    """
    chosen, database = find_backup(source), Path(connection.settings_dict["NAME"])
    holds_something = _has_content(database)
    if holds_something and not replace:
        sentence = (
            "{folder} already has data. To continue with them, do not restore; to replace them with the "
            "backup {backup}, add --replace. They are moved aside, not deleted."
        )
        raise NotRestored(spoken(sentence, folder=database.parent, backup=chosen.backup.name))
    try:
        players = {*erased, *erasures.codes_in(chosen.backup.parent)}
        players |= erasures.erased_codes_here() if holds_something else set()
        with TemporaryDirectory(prefix="restoring.", dir=secure_folder(database.parent)) as name:
            return _restore_verified(chosen, Path(name), database, players, copy_current=holds_something)
    except erasures.InvalidErasureList as error:
        sentence = "{error}. Repair it, or remove it if no one was ever forgotten."
        raise NotRestored(spoken(sentence, error=error)) from None
    except OSError as error:
        sentence = "{path}: {reason}. Free some space there, then restore again."
        path = error.filename or database.parent
        raise NotRestored(spoken(sentence, path=path, reason=error.strerror)) from None


def _restore_verified(
    source: BackupSource, workshop: Path, database: Path, erased: set[str], *, copy_current: bool
) -> RestoreResult:
    """Unpack the backup into `workshop`, replay its journal and verify every record; then replace `database`.

    `erased`: codes of players to erase again. `copy_current`: copy the present data to a new folder first.
    Raises `NotRestored` before anything is replaced.
    """
    manifest = _unpack(source.backup, workshop)
    _refuse_newer(manifest.version)
    manifest, journal = _replay_journal(source, workshop / DATABASE, manifest)
    with database_at(workshop / DATABASE):
        records = _verify(manifest)
        forgotten = erasures.erase_again(erased)
    aside = _copy_aside(database) if copy_current else None
    _put_in_place(workshop, database, manifest)
    return RestoreResult(source.backup, manifest.made, records, forgotten, aside, journal)


def restore_report(done: RestoreResult) -> str:
    """Return the lines that report a restore to the operator, in the system's language."""
    back = "{backup}, made {made}, is restored: {records} records, all sound."
    lines = [spoken(back, backup=done.file.name, made=_local_time(done.made), records=done.records)]
    if done.journal:
        lines.append(done.journal)
    if done.forgotten:
        lines.append(spoken("Forgotten again, as requested before: {count}.", count=done.forgotten))
    if done.aside:
        lines.append(spoken("The previous data are in {folder}.", folder=done.aside))
    return "\n".join(lines)


def _replay_journal(source: BackupSource, database: Path, manifest: Manifest) -> tuple[Manifest, str]:
    """Apply the journal's complete entries to the unpacked database.

    Return the manifest with the heads after them, and the words for the operator. An incomplete or foreign
    journal does not stop the restore.
    """
    if source.journal is None:
        return manifest, _journal_hint(source.backup)
    try:
        done = replay_journal(source.journal, database)
    except NoJournal as error:
        return manifest, spoken(LEFT_OUT, journal=source.journal.name, why=error)
    if done.last is None:
        why = spoken("it has no complete entry")
        return manifest, spoken(LEFT_OUT, journal=source.journal.name, why=why)
    return replace(manifest, records=done.last.records), _journal_words(source.journal, done, done.last.made)


def _local_time(moment: str) -> str:
    """Return an ISO 8601 time as this computer's clock shows it."""
    return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def _journal_hint(backup: Path) -> str:
    """Return a hint that a journal beside the backup has later changes; "" if there is none."""
    journal = backup.with_suffix(JOURNAL)
    sentence = "To restore later changes too, restore {journal} instead."
    return spoken(sentence, journal=journal) if journal.exists() else ""


def _journal_words(path: Path, done: ReplayResult, until: str) -> str:
    """Return the words for a replayed journal, of changes until this time."""
    words = spoken(
        "{journal} was replayed: everything until {until} is restored.", journal=path.name, until=until
    )
    torn = spoken("Its last entry was incomplete and was left out.")
    return f"{words} {torn}" if done.is_torn else words


@contextmanager
def database_at(path: Path) -> Iterator[None]:
    """Connect this process to another SQLite file during the block."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = path
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _unpack(path: Path, workshop: Path) -> Manifest:
    """Unpack the backup into the folder. Raise `NotRestored`."""
    try:
        return archive.unpack_archive(path, workshop)
    except archive.IncompleteBackup as error:
        raise NotRestored(spoken("{error}. Use the previous backup.", error=error)) from None


def _refuse_newer(version: str) -> None:
    """Raise `NotRestored` if the backup's version is newer than this one."""
    if _as_numbers(version) > _as_numbers(settings.VERSION):
        raise _newer_version_error(version)


def _newer_version_error(version: str) -> NotRestored:
    """Return the error for a backup of a newer version."""
    sentence = (
        "This backup is of a newer version of the program ({theirs}; this is {ours}). Install that one, then "
        "restore."
    )
    return NotRestored(spoken(sentence, theirs=version, ours=settings.VERSION))


def _as_numbers(version: str) -> list[int]:
    """Return the numbers in a version, which compare as versions do."""
    return [int(number) for number in re.findall(r"\d+", version)]


def _verify(manifest: Manifest) -> int:
    """Check and migrate the connected database, check all records; return how many there are.

    Raise `NotRestored`.
    """
    try:
        return _verify_records(manifest)
    except UnknownHistory as error:
        raise NotRestored(str(error)) from None
    except (DatabaseError, CommandError) as error:
        sentence = "The database of this backup cannot be opened: {what}. Use the previous backup."
        raise NotRestored(spoken(sentence, what=error)) from None


def _verify_records(manifest: Manifest) -> int:
    """Check the database, migrate it, and check every record against the manifest; return their number.

    Raise `NotRestored`, and database errors as they are.
    """
    with connection.cursor() as cursor:
        answer = cursor.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if answer != "ok" or (answer := cursor.execute("PRAGMA foreign_key_check").fetchone()):
            sentence = "The database of this backup is damaged: {what}. Use the previous backup."
            raise NotRestored(spoken(sentence, what=answer))
    if unknown := unknown_migrations(connection):
        raise _newer_version_error(f"{manifest.version}: {unknown}")
    prepare_database()
    heads = {(head.slug, head.seq, head.sha256) for head in manifest.records}
    count = 0
    for checked in check_all():
        _refuse_unsound(checked, heads)
        count += 1
    if count != len(heads):
        sentence = "{saved} records were saved, but {found} were found. Use the previous backup."
        raise NotRestored(spoken(sentence, saved=len(heads), found=count))
    return count


def _refuse_unsound(checked: RecordCheck, heads: set[tuple[str, int, str]]) -> None:
    """Raise `NotRestored` if the record has faults, or if its head is not among the saved `heads`."""
    if checked.faults:
        sentence = "The record of {slug} is not sound: {fault}."
        raise NotRestored(spoken(sentence, slug=checked.slug, fault=checked.faults[0]))
    if (checked.slug, checked.head.seq, checked.head.sha256) not in heads:
        sentence = "The record of {slug} does not end as it did when it was saved."
        raise NotRestored(spoken(sentence, slug=checked.slug))


def _has_content(database: Path) -> bool:
    """Return whether the database has accounts or tournaments; an unreadable one counts as if it had."""
    if not database.exists() or database.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(database)) as file:
            return bool(file.execute(SOMETHING).fetchone()[0])
    except sqlite3.DatabaseError as error:
        return "no such table" not in str(error)


def _put_in_place(workshop: Path, database: Path, manifest: Manifest) -> None:
    """Replace the keys, then the database by one rename: a killed process leaves the old or the new one.

    The old database's WAL files are deleted first: they would be applied to the new one.
    """
    for log in _wal_files(database):
        log.unlink()
    for name in manifest.files:
        if name != DATABASE:
            replace_file(settings.DATA_DIR / name, (workshop / name).read_bytes())
    (workshop / DATABASE).replace(database)


def _copy_aside(database: Path) -> Path:
    """Copy the present data (database, keys) into a new folder beside it; return that folder.

    WAL files that remain after a checkpoint are moved there.
    """
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(database)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = secure_folder(database.parent / f"before-{datetime.now(UTC).strftime(STAMP)}-{os.getpid()}")
    for path in (database, *(settings.DATA_DIR / name for name in archive.BESIDE)):
        if path.exists():
            shutil.copy2(path, aside / path.name)
    for log in _wal_files(database):
        log.replace(aside / log.name)
    return aside


def _wal_files(database: Path) -> list[Path]:
    """Return the database's WAL files that exist."""
    logs = [database.with_name(f"{database.name}{ending}") for ending in LOG_FILES]
    return [log for log in logs if log.exists()]
