"""Bring a backup back: all of it is looked at first, in a folder of its own; only what is sound replaces.

What stood there before is put aside and never deleted.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from core.commands import prepare_database
from core.private import folder as private_folder
from core.private import write
from operating.backup import archive, erasures
from operating.backup.archive import DATABASE, Manifest
from operating.backup.make import latest_in
from operating.backup.naming import STAMP
from operating.records import Checked, check_all

LOG_FILES = ("-wal", "-shm")
SOMETHING = """
    SELECT EXISTS (SELECT 1 FROM accounts_user) OR EXISTS (SELECT 1 FROM tournaments_tournament)
"""


class NotRestored(Exception):
    """Nothing was replaced; the message is the sentence that says why."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What came back: of when, how many records, how many people were forgotten again, where the old lies."""

    file: Path
    made: str
    records: int
    forgotten: int
    aside: Path | None


def found(source: Path) -> Path:
    """The backup that is meant: the file, or the latest one of a folder. `NotRestored`."""
    if not source.exists():
        raise NotRestored(f"{source} is not there. Put the stick in, or look at the name.")
    path = latest_in(source) if source.is_dir() else source
    if path is None:
        raise NotRestored(f"No backup lies in {source}.")
    return path


def restore(source: Path, *, replace: bool, erased: Iterable[str] = ()) -> Restored:
    """Look at all of it, then put it in the place of this laptop's data, which nobody may use meanwhile.

    `NotRestored`.
    """
    path, database = found(source), Path(connection.settings_dict["NAME"])
    holds_something = _holds_something(database)
    if holds_something and not replace:
        raise NotRestored(
            f"{database.parent} has data already. To go on with them leave the restoring out; to put the "
            f"backup {path.name} in their place add --replace. They are put aside, not deleted."
        )
    try:
        codes = {*erased, *erasures.read(path.parent / erasures.NAME)}
        codes |= erasures.known_here() if holds_something else set()
    except erasures.NoList as error:
        raise NotRestored(f"{error}. Repair it, or take it away if nobody was ever forgotten.") from None
    with TemporaryDirectory(prefix="restoring.", dir=private_folder(database.parent)) as name:
        workshop = Path(name)
        manifest = _unpacked(path, workshop)
        with database_at(workshop / DATABASE):
            records = _looked_through(manifest)
            forgotten = erasures.apply(codes)
        aside = _aside(database) if holds_something else None
        _put_in_place(workshop, database, manifest)
    return Restored(path, manifest.made, records, forgotten, aside)


def restored_words(done: Restored) -> str:
    """What came back, in lines."""
    lines = [f"{done.file.name}, made {done.made}, is back: {done.records} records, all sound."]
    if done.forgotten:
        lines.append(f"Forgotten once more, as it was asked for: {done.forgotten}.")
    if done.aside:
        lines.append(f"What was here before lies in {done.aside}.")
    return "\n".join(lines)


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


def _looked_through(manifest: Manifest) -> int:
    """The file, its version, and every record; how many these are. `NotRestored`."""
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
    """What was done to the tables that this version knows nothing of; empty where there is nothing."""
    loader = MigrationLoader(connection)
    done = (key for key in loader.applied_migrations if key[0] in loader.migrated_apps)
    return ", ".join(".".join(key) for key in done if key not in loader.disk_migrations)


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
