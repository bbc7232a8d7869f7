"""Back up a laptop's database while it is in use: one snapshot, written atomically."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings

from operating.backup import archive, erasures
from operating.backup.archive import Manifest
from operating.backup.journal import Journal
from operating.backup.naming import PART, backups_in, deletable_backups, journals_in, next_name
from operating.backup.snapshot import Snapshot, connect, damage_in, take_snapshot


class NoBackup(Exception):
    """No backup could be made; the message says why."""


def make_backup(database: Path, folder: Path, *, now: datetime, journal: Journal | None = None) -> Path:
    """Write one more backup into the existing folder and delete superfluous ones; return its path.

    The folder's list of erased players is completed. `now` is in UTC. `journal` continues from this backup.
    Raise `OSError`, `NoBackup`, `InvalidErasureList`.
    """
    _delete_partial_files(folder)
    name = next_name([*backups_in(folder), *journals_in(folder)], now)
    snapshot = _sound_snapshot(database)
    with _temporary_file(folder, name.name) as packed:
        _write_backup(packed, snapshot, now)
        with journal.continue_from(name, snapshot) if journal else nullcontext():
            packed.replace(folder / name.name)
    _sync_folder(folder)
    erasures.add_erased_here(folder)
    for old in deletable_backups(backups_in(folder)):
        (folder / old.name).unlink(missing_ok=True)
    return folder / name.name


def _sound_snapshot(database: Path) -> Snapshot:
    """Return a snapshot of the database that SQLite finds undamaged. Raise `NoBackup` for any other."""
    with closing(connect(database)) as source:
        snapshot = take_snapshot(source)
    if damage := damage_in(snapshot):
        raise NoBackup(f"The database is damaged: {damage}")
    return snapshot


def _write_backup(packed: Path, snapshot: Snapshot, now: datetime) -> None:
    """Write the backup of the snapshot, with the keys of `DATA_DIR`, into this file."""
    files = {archive.DATABASE: snapshot.image, **_files_beside(settings.DATA_DIR)}
    contents = {name: archive.content_of(content) for name, content in files.items()}
    made = now.isoformat(timespec="seconds")
    archive.write_archive(packed, files, Manifest(made, settings.VERSION, contents, snapshot.records))


def _files_beside(data_dir: Path) -> dict[str, bytes]:
    """Return the bytes of the keys in `data_dir` that belong to a backup, by file name."""
    paths = [data_dir / name for name in archive.BESIDE]
    return {path.name: path.read_bytes() for path in paths if path.is_file()}


@contextmanager
def _temporary_file(folder: Path, name: str) -> Iterator[Path]:
    """Create a partial file and yield its path; delete it after the block, unless it was renamed."""
    path = folder / f"{name}{PART}"
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _delete_partial_files(folder: Path) -> None:
    """Delete partial files that a killed process left."""
    for path in folder.glob(f"chama-*{PART}*"):
        path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """Sync the folder to the disk, so that a new file's name is there too; do nothing on Windows."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
