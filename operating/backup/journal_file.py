"""The journal file: changes since a backup, as a header line and entries with chained hashes.

An entry is `ENTRY` (its packed and plain length, and SHA-256 over the hash before it and the packed bytes),
then one zlib stream: a line of JSON (`made`, `length`, `pages`, `records`), then the changed pages. An
interrupted write fails its hash, and reading ends before it.
"""

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from core.terminal import spoken
from operating.backup.archive import BackupHead
from operating.backup.snapshot import Snapshot, changed_pages, put_pages

FORMAT = "chama-journal/1"
ENTRY = struct.Struct(">QQ32s")
LONGEST_HEADER = 1_000
LARGEST_ENTRY = 4_000_000_000  # bytes, unpacked


class JournalGone(Exception):
    """The folder exists, but the journal was deleted or is another disk's."""


class NoJournal(Exception):
    """The file is no journal of this backup; the message says why."""


class JournalFile:
    """The journal that this process appends to; a new one writes its header over any file at this path.

    It is open only during a write, so a disk can be unplugged.
    """

    def __init__(self, path: Path, base: Snapshot) -> None:
        said = {"format": FORMAT, "database": hashlib.sha256(base.image).hexdigest(), "page": base.page_size}
        header = json.dumps(said, sort_keys=True).encode() + b"\n"
        self.path, self.base = path, base
        self.end, self._digest = len(header), hashlib.sha256(header).digest()
        with path.open("wb") as file:
            _write_synced(file, header)

    def append(self, snapshot: Snapshot, made: datetime) -> None:
        """Append the pages that differ from the last snapshot, and sync them. Raise `OSError`, `JournalGone`.

        After an error nothing counts as written: the next entry overwrites what may be there.
        """
        packed, plain = _pack_entry(self.base, snapshot, made)
        digest = hashlib.sha256(self._digest + packed).digest()
        entry = ENTRY.pack(len(packed), plain, digest) + packed
        self.require_file()
        with self.path.open("r+b") as file:
            file.truncate(self.end)
            file.seek(self.end)
            _write_synced(file, entry)
        self.base, self.end, self._digest = snapshot, self.end + len(entry), digest

    def require_file(self) -> None:
        """Raise `JournalGone` if the file is missing or too short, `FileNotFoundError` without its folder.

        The latter means an unplugged disk.
        """
        try:
            size = self.path.stat().st_size
        except FileNotFoundError:
            if self.path.parent.is_dir():
                raise JournalGone from None
            raise
        if size < self.end:
            raise JournalGone


def _write_synced(file: IO[bytes], content: bytes) -> None:
    """Write the bytes, and sync them to the disk."""
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _pack_entry(base: Snapshot, snapshot: Snapshot, made: datetime) -> tuple[bytes, int]:
    """Return the zlib stream of an entry with the pages of `snapshot` that differ from `base`.

    The second value is the stream's length before packing.
    """
    size, image = snapshot.page_size, snapshot.image
    pages = changed_pages(base.image, image, size)
    said = {
        "made": made.isoformat(timespec="milliseconds"),
        "length": len(image),
        "pages": pages,
        "records": [asdict(head) for head in snapshot.records],
    }
    line = json.dumps(said).encode() + b"\n"
    plain = line + b"".join(image[page * size : (page + 1) * size] for page in pages)
    return zlib.compress(plain, 1), len(plain)


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """An entry that was read back: when it was `made` (ISO 8601), and the pages that it changes.

    `length`: bytes of the database after it. `pages`: numbers of the pages in `content`. `records`: the heads
    of all records then.
    """

    made: str
    length: int
    pages: list[int]
    records: tuple[BackupHead, ...]
    content: bytes


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """The number of complete entries, the last one (None without any), and whether a torn one follows."""

    entries: int
    last: JournalEntry | None
    is_torn: bool


def replay_journal(path: Path, database: Path) -> ReplayResult:
    """Write the pages of all complete entries into the database file. Raise `NoJournal`, `OSError`."""
    image = bytearray(database.read_bytes())
    with path.open("rb") as file:
        header = file.readline(LONGEST_HEADER)
        size = _page_size(header, hashlib.sha256(image).hexdigest())
        count, last = 0, None
        for last in read_entries(file, hashlib.sha256(header).digest()):
            put_pages(image, last.pages, last.content, size, last.length)
            count += 1
        is_torn = file.tell() != file.seek(0, os.SEEK_END)
    database.write_bytes(image)
    return ReplayResult(count, last, is_torn)


def _page_size(header: bytes, database: str) -> int:
    """Return the bytes of a page from a journal's header.

    Raise `NoJournal` if it is of another format, or of a backup of another database (`database`: its
    SHA-256).
    """
    try:
        said = json.loads(header)
        if said["format"] != FORMAT:
            raise NoJournal(spoken("its format is {format}", format=said["format"]))
        if said["database"] != database:
            raise NoJournal(spoken("it belongs to another backup"))
        return int(said["page"])
    except (ValueError, KeyError, TypeError):
        raise NoJournal(spoken("its beginning is incomplete")) from None


def read_entries(file: IO[bytes], digest: bytes) -> Iterator[JournalEntry]:
    """Yield complete entries from the file's position; afterwards that is behind the last of them.

    `digest`: the hash before the first entry.
    """
    while True:
        at = file.tell()
        packed, plain_length, expected = _read_entry(file)
        digest = hashlib.sha256(digest + packed).digest()
        if not packed or digest != expected or plain_length > LARGEST_ENTRY:
            file.seek(at)
            return
        yield _parse_entry(packed, plain_length)


def _read_entry(file: IO[bytes]) -> tuple[bytes, int, bytes]:
    """Return the next entry's zlib stream, its unpacked length and the expected hash.

    All are empty or 0 if they cannot be read; the hash is not compared yet.
    """
    with suppress(OSError, struct.error):
        packed_length, plain_length, expected = ENTRY.unpack(file.read(ENTRY.size))
        if packed_length <= LARGEST_ENTRY:
            return file.read(packed_length), plain_length, expected
    return b"", 0, b""


def _parse_entry(packed: bytes, length: int) -> JournalEntry:
    """Return the entry in packed bytes whose hash is right; `length`: of the plain bytes."""
    line, _, content = zlib.decompressobj().decompress(packed, length).partition(b"\n")
    said: dict[str, Any] = json.loads(line)
    records = tuple(BackupHead(**head) for head in said["records"])
    return JournalEntry(said["made"], said["length"], said["pages"], records, content)
