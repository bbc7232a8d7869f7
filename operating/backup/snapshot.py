"""A copy of the whole SQLite database at one moment, in memory, and the difference between two copies."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from accounts.erasing import ERASED_NAME_PREFIX
from operating.backup.archive import BackupHead

HEADS = """
    SELECT tournament.slug, ledger.head_seq, ledger.head_hash FROM tournaments_tournament AS tournament
    JOIN core_ledger AS ledger ON ledger.id = tournament.ledger_id ORDER BY tournament.slug
"""
ERASED = "SELECT code FROM accounts_player WHERE user_id IS NULL AND name = ? || upper(code)"
READ_VERSION, WRITE_VERSION = 18, 19  # bytes of the file header: 1 rollback journal, 2 WAL
BLOCK = 64  # pages compared at once


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The database file as bytes, in rollback-journal mode, and the heads of its records, by slug.

    `erased`: public codes of its erased players.
    """

    image: bytes
    records: tuple[BackupHead, ...]
    erased: frozenset[str] = frozenset()

    @property
    def page_size(self) -> int:
        """Return the bytes per page, from the file header (1 stands for 65,536)."""
        size = int.from_bytes(self.image[16:18], "big")
        return 65_536 if size == 1 else size


def connect(database: Path) -> sqlite3.Connection:
    """Return a read-write connection that never creates the file and may be used in other threads."""
    address = f"{database.as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=20, isolation_level=None, check_same_thread=False)


def take_snapshot(connection: sqlite3.Connection) -> Snapshot:
    """Return a copy of the whole database, read in one transaction.

    Writers are not blocked: the database is in WAL mode.
    """
    connection.execute("BEGIN")
    try:
        records = tuple(BackupHead(*row) for row in connection.execute(HEADS))
        erased = frozenset(code for (code,) in connection.execute(ERASED, [ERASED_NAME_PREFIX]))
        image = connection.serialize()
    finally:
        connection.execute("ROLLBACK")
    return Snapshot(image[:READ_VERSION] + b"\x01\x01" + image[WRITE_VERSION + 1 :], records, erased)


def data_version(connection: sqlite3.Connection) -> int:
    """Return a number that changes with each commit by another connection."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def damage_in(snapshot: Snapshot) -> str:
    """Return what SQLite finds wrong with the snapshot's image; "" if nothing."""
    with closing(sqlite3.connect(":memory:")) as copy:
        copy.deserialize(snapshot.image)
        answer = str(copy.execute("PRAGMA integrity_check(1)").fetchone()[0])
    return "" if answer == "ok" else answer


def changed_pages(before: bytes, after: bytes, size: int) -> list[int]:
    """Return the numbers, from 0, of the pages of `after` that differ from `before` at the same place."""
    return [
        page
        for block in range(0, len(after), size * BLOCK)
        if before[block : block + size * BLOCK] != after[block : block + size * BLOCK]
        for page in _changed_in(block, before, after, size)
    ]


def _changed_in(block: int, before: bytes, after: bytes, size: int) -> Iterator[int]:
    """Yield the numbers of the changed pages in the block that begins at this byte."""
    for start in range(block, min(block + size * BLOCK, len(after)), size):
        if before[start : start + size] != after[start : start + size]:
            yield start // size


def put_pages(image: bytearray, pages: Sequence[int], content: bytes, size: int, length: int) -> None:
    """Put pages of `size` bytes, one after the other in `content`, into the image at the places `pages`.

    The image is first cut or extended to `length` bytes.
    """
    del image[length:]
    image.extend(bytes(length - len(image)))
    for number, page in enumerate(pages):
        image[page * size : (page + 1) * size] = content[number * size : (number + 1) * size]
