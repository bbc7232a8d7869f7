"""Back a laptop's database up while it is in use: the copy is of one moment, the file whole or absent."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from django.conf import settings

from operating.backup import archive, erasures
from operating.backup.archive import BackupHead, Content, Manifest
from operating.backup.naming import PART, NamedBackup, following, named, superfluous

HEADS = """
    SELECT tournament.slug, ledger.head_seq, ledger.head_hash FROM tournaments_tournament AS tournament
    JOIN core_ledger AS ledger ON ledger.id = tournament.ledger_id ORDER BY tournament.slug
"""
STEP = 2_000  # pages copied at a time; in between others get the interpreter


class NoBackup(Exception):
    """It could not be made; the message is the sentence that says why."""


def make(database: Path, folder: Path, *, now: datetime) -> Path:
    """One more backup in the folder, which exists; older ones go by the rule.

    `now` in UTC. Raises `OSError`, `NoBackup`.
    """
    _clear(folder)
    name = following(backups_in(folder), now)
    with _part(folder, f"{name.name}.sqlite3") as copy, _part(folder, name.name) as packed:
        heads = _copied(database, copy)
        files = {archive.DATABASE: copy, **_beside(settings.DATA_DIR)}
        contents = {said: archive.content_of(path) for said, path in files.items()}
        archive.write(packed, files, _manifest(now, contents, heads))
        packed.replace(folder / name.name)
    _have_on_disk(folder)
    erasures.note(folder)
    for old in superfluous(backups_in(folder)):
        (folder / old.name).unlink(missing_ok=True)
    return folder / name.name


def backups_in(folder: Path) -> list[NamedBackup]:
    """What lies there, by number."""
    return sorted(one for path in folder.iterdir() if (one := named(path.name)))


def latest_in(folder: Path) -> Path | None:
    """The backup that was made last."""
    found = backups_in(folder)
    return folder / found[-1].name if found else None


def _copied(database: Path, copy: Path) -> list[BackupHead]:
    """The database as it is at this moment, and looked through; its records' heads."""
    address = f"{database.as_uri()}?mode=rw"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=20)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.execute("BEGIN")
        source.execute("SELECT 1 FROM sqlite_master").fetchone()  # from here on it is one moment
        source.backup(target, pages=STEP, sleep=0.001)
        target.execute("PRAGMA journal_mode = DELETE")  # one file, none beside it
        answer = target.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if answer != "ok":
            raise NoBackup(f"The database is damaged: {answer}")
        return [BackupHead(*row) for row in target.execute(HEADS)]


def _beside(data_dir: Path) -> dict[str, Path]:
    return {name: data_dir / name for name in archive.BESIDE if (data_dir / name).is_file()}


def _manifest(now: datetime, contents: dict[str, Content], heads: list[BackupHead]) -> Manifest:
    return Manifest(now.isoformat(timespec="seconds"), settings.VERSION, contents, tuple(heads))


@contextmanager
def _part(folder: Path, name: str) -> Iterator[Path]:
    """A file that is gone at the end of the block, unless it was renamed."""
    path = folder / f"{name}{PART}"
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def _clear(folder: Path) -> None:
    """What a killed process has left."""
    for path in folder.glob(f"chama-*{PART}*"):
        path.unlink(missing_ok=True)


def _have_on_disk(folder: Path) -> None:
    """The name too, where a folder can be synced."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
