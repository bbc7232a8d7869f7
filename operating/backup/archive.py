"""The backup file: a zip of the database, the keys beside it, and a manifest with their hashes."""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

FORMAT = "chama-backup/1"
DATABASE, MANIFEST = "chama.sqlite3", "manifest.json"
BESIDE = ("secret_key", "signing_key")
"""Files of DATA_DIR that are not in the database: without them sessions, cards and signatures are lost."""

LARGEST_MANIFEST = 64_000_000  # bytes
CHUNK = 1_000_000
UNREADABLE = (OSError, zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError)


class IncompleteBackup(Exception):
    """The file is no complete backup; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Content:
    """The size and hash that a file must have."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupHead:
    """The latest line of a tournament's record when the backup was made: its number and hash."""

    slug: str
    seq: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of a backup: `files` by name, and `records`, the heads of all records.

    `made` is ISO 8601 in UTC, `version` the product's.
    """

    made: str
    version: str
    files: Mapping[str, Content]
    records: tuple[BackupHead, ...]

    def as_json(self) -> bytes:
        """Return the manifest as the JSON in the file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, indent=1, sort_keys=True).encode()


def content_of(file: bytes) -> Content:
    """Return size and hash of a file's bytes."""
    return Content(len(file), hashlib.sha256(file).hexdigest())


def write_archive(path: Path, files: Mapping[str, bytes], manifest: Manifest) -> None:
    """Write the zip of these files (bytes by name), and sync it to the disk. Raise `OSError`."""
    with path.open("wb") as out:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            archive.writestr(MANIFEST, manifest.as_json())
            for name, content in files.items():
                archive.writestr(name, content)
        out.flush()
        os.fsync(out.fileno())


def unpack_archive(path: Path, into: Path) -> Manifest:
    """Extract the files of the manifest into the folder, compare their hashes, and return the manifest.

    Raise `IncompleteBackup`; then the folder may have some of the files.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _read_manifest(archive)
            for name, content in manifest.files.items():
                _extract(archive, name, content, into)
    except UNREADABLE as error:
        raise IncompleteBackup(f"{path.name} is not a complete backup: {error}") from None
    return manifest


def _read_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Parse the manifest. Raise one of `UNREADABLE` if it is of no backup that this version knows."""
    if archive.getinfo(MANIFEST).file_size > LARGEST_MANIFEST:
        raise ValueError("its manifest is too long")
    said: Any = json.loads(archive.read(MANIFEST))
    if said["format"] != FORMAT or DATABASE not in said["files"]:
        raise ValueError(f"its format is {said['format']!r}, not {FORMAT!r}")
    if unknown := set(said["files"]) - {DATABASE, *BESIDE}:
        raise ValueError(f"it holds {min(unknown)!r}, which no backup has")
    files = {name: Content(**content) for name, content in said["files"].items()}
    return Manifest(
        said["made"], said["version"], files, tuple(BackupHead(**head) for head in said["records"])
    )


def _extract(archive: zipfile.ZipFile, name: str, content: Content, into: Path) -> None:
    """Extract one file, at most as many bytes as the manifest says: the zip's own size cannot be trusted.

    Raise `ValueError` if size or hash differ.
    """
    target = into / name
    with archive.open(name) as source, target.open("xb") as out:
        for chunk in _read_at_most(source, content.size):
            out.write(chunk)
    with suppress(OSError):
        target.chmod(0o600)
    if content_of(target.read_bytes()) != content:
        raise ValueError(f"{name} is not what was saved")


def _read_at_most(source: IO[bytes], size: int) -> Iterator[bytes]:
    """Yield chunks of the source, at most one byte more than `size`, so that a longer file is noticed."""
    left = size + 1
    while left > 0 and (chunk := source.read(min(CHUNK, left))):
        left -= len(chunk)
        yield chunk
