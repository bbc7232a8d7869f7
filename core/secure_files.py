"""Private files of the laptop: readable by their owner only, written atomically, locked by one process.

The settings use it, so it depends neither on Django nor on any location.
"""

import os
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe

from core.terminal import spoken

KEY_BYTES, SHORTEST_KEY = 50, 50
OURS = ("chama.sqlite3*", "secret_key*", "signing_key*", "https_*", "celerybeat-schedule*")
OTHERS = stat.S_IRWXG | stat.S_IRWXO
BUSY_SECONDS = 30


class Unusable(Exception):
    """The data folder cannot be used; the message is the sentence for the user."""


class TakenByAnother(Exception):
    """Another process holds the lock."""


FAILURES = (OSError, Unusable, TakenByAnother, sqlite3.Error)
"""All errors of folders and locks here, for callers that can go on without them."""


@contextmanager
def _unusable_on_error(path: Path) -> Iterator[None]:
    """Turn an `OSError` in the block into `Unusable`."""
    try:
        yield
    except OSError as error:
        sentence = (
            "{path} cannot be written ({reason}). Make it writable, free some space, or set DATA_DIR to "
            "another folder."
        )
        raise Unusable(spoken(sentence, path=path, reason=error.strerror)) from None


def secure_folder(path: Path) -> Path:
    """Return the folder; create it if it is missing. Raise `Unusable` on errors.

    Remove other users' rights to the folder and to our files in it (`OURS`).
    """
    with _unusable_on_error(path):
        if path.exists() and not path.is_dir():
            raise NotADirectoryError(None, "it is not a folder")
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(None, "no permission to write there")
    _remove_other_rights(path)
    for pattern in OURS:
        for found in path.glob(pattern):
            _remove_other_rights(found)
    return path


def secure_file(path: Path) -> Path:
    """Return the path; create an empty file there, for its owner only, if none exists. Raise `Unusable`."""
    with _unusable_on_error(path), suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return path


def _remove_other_rights(path: Path) -> None:
    """Remove the rights of group and others, except on a shared folder such as /tmp; ignore errors."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & OTHERS and not mode & stat.S_ISVTX:
            path.chmod(stat.S_IMODE(mode) & ~OTHERS)


def replace_file(path: Path, content: bytes) -> None:
    """Replace or create the file, for its owner only; a power cut leaves the old or the new file."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as temporary:
            temporary.write(content)
            temporary.flush()
            os.fsync(descriptor)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def file_lock(path: Path, seconds: float = 0) -> Iterator[None]:
    """Hold an exclusive lock on this file; wait at most so many seconds, then raise `TakenByAnother`.

    Raise `Unusable` if the file cannot be created. The system releases the lock when the process ends. It is
    an SQLite lock, because SQLite has one on every system.
    """
    connection = sqlite3.connect(secure_file(path), timeout=seconds, isolation_level=None)
    try:
        _lock_exclusively(connection)
        yield
    finally:
        connection.close()


def _lock_exclusively(connection: sqlite3.Connection) -> None:
    """Lock the connection's file. Raise `TakenByAnother` if another process holds the lock."""
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # no journal file
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise
        raise TakenByAnother from None


def get_or_create_key(
    folder: Path, name: str = "secret_key", make: Callable[[], str] = lambda: token_urlsafe(KEY_BYTES)
) -> str:
    """Return the key in the file `name` of this folder; if it is missing or cut short, store a new one.

    Raise `Unusable` on errors, `TakenByAnother` if another process holds the lock for 30 seconds.
    """
    path = folder / name
    with _unusable_on_error(path):
        if key := _complete_key(path):
            return key
        # Without a lock two processes would each create a key.
        with file_lock(folder / f"{name}.lock", BUSY_SECONDS):
            if not _complete_key(path):
                replace_file(path, make().encode())
        return _complete_key(path)


def _complete_key(path: Path) -> str:
    """Return the key in the file; "" if it is missing or was cut short."""
    key = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
    return key if len(key) >= SHORTEST_KEY else ""
