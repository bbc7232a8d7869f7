"""Bring a backup back: all of it is looked at first, in a folder of its own; only what is sound replaces.

What stood there before is put aside and never deleted.
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

from django.apps import apps
from django.conf import settings
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader

from core.commands import prepare_database
from core.private import folder as private_folder
from core.private import write
from operating.backup import archive, erasures
from operating.backup.archive import DATABASE, Manifest
from operating.backup.journal_file import NoJournal, Replayed, replay
from operating.backup.naming import JOURNAL, STAMP, latest_in
from operating.records import Checked, check_all

LOG_FILES = ("-wal", "-shm")
SOMETHING = """
    SELECT EXISTS (SELECT 1 FROM accounts_user) OR EXISTS (SELECT 1 FROM tournaments_tournament)
"""


class NotRestored(Exception):
    """Nothing was replaced; the message is the sentence that says why."""


@dataclass(frozen=True, slots=True)
class BackupSource:
    """A backup and the journal that is replayed on top of it, if any."""

    backup: Path
    journal: Path | None = None


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back: from when, how many records, how many people were forgotten again, where the old lies.

    `journal` says what its journal brought, or why it brought nothing.
    """

    file: Path
    made: str
    records: int
    forgotten: int
    aside: Path | None
    journal: str


def found(source: Path) -> BackupSource:
    """Return what is meant. `NotRestored`.

    A folder means its latest backup with its journal, a journal itself with its backup, a backup it alone.
    """
    if not source.exists():
        raise NotRestored(f"{source} is not there. Put the stick in, or look at the name.")
    if source.suffix == JOURNAL:
        return BackupSource(source.with_suffix(".zip"), source)
    if not source.is_dir():
        return BackupSource(source)
    path = latest_in(source)
    if path is None:
        raise NotRestored(f"No backup lies in {source}.")
    journal = path.with_suffix(JOURNAL)
    return BackupSource(path, journal if journal.exists() else None)


def restore(source: Path, *, replace: bool, erased: Iterable[str] = ()) -> Restored:
    """Look at all of it, then put it in the place of this laptop's data, which nobody may use meanwhile.

    `NotRestored`.
    """
    chosen, database = found(source), Path(connection.settings_dict["NAME"])
    holds_something = _holds_something(database)
    if holds_something and not replace:
        raise NotRestored(
            f"{database.parent} has data already. To go on with them leave the restoring out; to put the "
            f"backup {chosen.backup.name} in their place add --replace. They are put aside, not deleted."
        )
    try:
        codes = {*erased, *erasures.read(chosen.backup.parent / erasures.NAME)}
        codes |= erasures.known_here() if holds_something else set()
        with TemporaryDirectory(prefix="restoring.", dir=private_folder(database.parent)) as name:
            return _restored(chosen, Path(name), database, codes, puts_aside=holds_something)
    except erasures.NoList as error:
        raise NotRestored(f"{error}. Repair it, or take it away if nobody was ever forgotten.") from None
    except OSError as error:
        raise NotRestored(
            f"{error.filename or database.parent}: {error.strerror}. Make room there, then restore again."
        ) from None


def _restored(
    source: BackupSource, workshop: Path, database: Path, codes: set[str], *, puts_aside: bool
) -> Restored:
    manifest = _unpacked(source.backup, workshop)
    _refuse_newer(manifest.version)
    manifest, journal = _replayed(source, workshop / DATABASE, manifest)
    with database_at(workshop / DATABASE):
        records = _looked_through(manifest)
        forgotten = erasures.apply(codes)
    aside = _aside(database) if puts_aside else None
    _put_in_place(workshop, database, manifest)
    return Restored(source.backup, manifest.made, records, forgotten, aside, journal)


def restored_words(done: Restored) -> str:
    """What came back, in lines."""
    lines = [f"{done.file.name}, made {done.made}, is back: {done.records} records, all sound."]
    if done.journal:
        lines.append(done.journal)
    if done.forgotten:
        lines.append(f"Forgotten once more, as it was asked for: {done.forgotten}.")
    if done.aside:
        lines.append(f"What was here before lies in {done.aside}.")
    return "\n".join(lines)


def _replayed(source: BackupSource, database: Path, manifest: Manifest) -> tuple[Manifest, str]:
    """Bring the database up to the last whole entry; a journal that is torn or not ours stops nothing."""
    if source.journal is None:
        return manifest, _left_out(source.backup)
    try:
        done = replay(source.journal, database)
    except NoJournal as error:
        return manifest, f"{source.journal.name} was left out: {error}."
    if done.last is None:
        return manifest, f"{source.journal.name} was left out: it has no whole entry."
    return replace(manifest, records=done.last.records), _journal_words(source.journal, done, done.last.made)


def _left_out(backup: Path) -> str:
    journal = backup.with_suffix(JOURNAL)
    return f"To have what changed after it too, restore {journal} instead." if journal.exists() else ""


def _journal_words(path: Path, done: Replayed, until: str) -> str:
    torn = " Its last entry was not whole and was left out." if done.is_torn else ""
    return f"{path.name} was replayed: everything until {until} is back.{torn}"


@contextmanager
def database_at(path: Path) -> Iterator[None]:
    """For the block this process works on another file of SQLite."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = path
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def _unpacked(path: Path, workshop: Path) -> Manifest:
    try:
        return archive.unpack(path, workshop)
    except archive.NotWhole as error:
        raise NotRestored(f"{error}. Take the one before it.") from None


def _refuse_newer(version: str) -> None:
    if _as_numbers(version) > _as_numbers(settings.VERSION):
        raise NotRestored(
            f"This backup is of a newer version of the program ({version}; this is {settings.VERSION}). "
            "Install that one, then restore."
        )


def _as_numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def _looked_through(manifest: Manifest) -> int:
    """Open the database and check its version and every record; return how many. `NotRestored`."""
    try:
        return _checked(manifest)
    except (DatabaseError, CommandError) as error:
        raise NotRestored(
            f"The database of this backup cannot be opened: {error}. Take the one before it."
        ) from None


def _checked(manifest: Manifest) -> int:
    with connection.cursor() as cursor:
        answer = cursor.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if answer != "ok" or (answer := cursor.execute("PRAGMA foreign_key_check").fetchone()):
            raise NotRestored(f"The database of this backup is damaged: {answer}. Take the one before it.")
    if unknown := _unknown_migrations():
        raise NotRestored(
            f"This backup is of a newer version of the program ({manifest.version}: {unknown}). Install "
            "that one, then restore."
        )
    prepare_database()
    heads = {(head.slug, head.seq, head.sha256) for head in manifest.records}
    count = 0
    for checked in check_all():
        _refuse_unsound(checked, heads)
        count += 1
    if count != len(heads):
        raise NotRestored(f"{len(heads)} records were saved and {count} are there. Take the one before it.")
    return count


def _refuse_unsound(checked: Checked, heads: set[tuple[str, int, str]]) -> None:
    if checked.faults:
        raise NotRestored(f"The record of {checked.slug} is not sound: {checked.faults[0]}.")
    if (checked.slug, checked.head.seq, checked.head.sha256) not in heads:
        raise NotRestored(f"The record of {checked.slug} does not end as it did when it was saved.")


def _unknown_migrations() -> str:
    """Return the migrations that this version does not know; empty if it knows all."""
    loader = MigrationLoader(connection)
    known = {
        *loader.disk_migrations,
        *(key for one in loader.disk_migrations.values() for key in one.replaces),
    }
    done = (key for key in loader.applied_migrations if key[0] in loader.migrated_apps or _is_foreign(key[0]))
    return ", ".join(".".join(key) for key in done if key not in known)


def _is_foreign(label: str) -> bool:
    return label not in apps.app_configs


def _holds_something(database: Path) -> bool:
    """Whether somebody would miss it; what cannot be read counts."""
    if not database.exists() or database.stat().st_size == 0:
        return False
    try:
        with closing(sqlite3.connect(database)) as file:
            return bool(file.execute(SOMETHING).fetchone()[0])
    except sqlite3.DatabaseError as error:
        return "no such table" not in str(error)


def _put_in_place(workshop: Path, database: Path, manifest: Manifest) -> None:
    """By one rename: killed before or after, the old or the new one is there, whole, and no other's log."""
    for log in _logs(database):
        log.unlink()
    for name in manifest.files:
        if name != DATABASE:
            write(settings.DATA_DIR / name, (workshop / name).read_bytes())
    (workshop / DATABASE).replace(database)


def _aside(database: Path) -> Path:
    """Have what stands here in a folder beside it; no log of it stays."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(database)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    aside = private_folder(database.parent / f"before-{datetime.now(UTC).strftime(STAMP)}-{os.getpid()}")
    for path in (database, *(settings.DATA_DIR / name for name in archive.BESIDE)):
        if path.exists():
            shutil.copy2(path, aside / path.name)
    for log in _logs(database):
        log.replace(aside / log.name)
    return aside


def _logs(database: Path) -> list[Path]:
    logs = [database.with_name(f"{database.name}{ending}") for ending in LOG_FILES]
    return [log for log in logs if log.exists()]
