"""State of the database's disk: whether it accepts changes, how much room is left, and its statistics.

If the disk is full or the database read-only, writes are refused with a sentence and reads go on.
"""

import shutil
import sqlite3
import time
from functools import lru_cache
from pathlib import Path

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import Model

from core.terminal import spoken

TAKES_NOTHING = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
WRITES_FAIL = (
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
)  # fmt: skip
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
READ_ONLY, DISK_FULL, UNDEFINED_TABLE = "25006", "53100", "42P01"  # PostgreSQL: appendix A of its manual
LOCKED = "database is locked"
NO_TABLE = "no such table"


def database_answers() -> bool:
    """Return whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True


def takes_no_changes(error: Exception) -> bool:
    """Return whether the error means that the database cannot store changes: read-only, full, or failing to
    write.
    """
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return code & 0xFF in TAKES_NOTHING or code in WRITES_FAIL
    return _sqlstate(cause) in (READ_ONLY, DISK_FULL)


def _sqlstate(cause: object) -> str | None:
    """Return PostgreSQL's error code (SQLSTATE); None for an error of another database."""
    state: str | None = getattr(cause, "sqlstate", None)
    return state


def sentence_for(error: Exception) -> str:
    """Return what to tell the person who typed a command, instead of a traceback; "" for our own bugs."""
    cause, where = error.__cause__, connection.settings_dict["NAME"]
    if connection.vendor == "postgresql" and isinstance(error, OperationalError) and not _sqlstate(cause):
        return unreachable_sentence(str(cause))
    if told := _sentence_by_code(error, getattr(cause, "sqlite_errorcode", 0) & 0xFF, where):
        return told
    return _sentence_by_message(str(cause), where, unprepared=_sqlstate(cause) == UNDEFINED_TABLE)


def _sentence_by_code(error: Exception, code: int, where: object) -> str:
    """Return the sentence for an error with this primary SQLite code (0 on PostgreSQL); "" if none fits."""
    if code == sqlite3.SQLITE_READONLY or _sqlstate(error.__cause__) == READ_ONLY:
        return read_only_sentence()
    if takes_no_changes(error):
        return spoken(
            "The disk of {where} is full. Free some space there, then start again; nothing is lost.",
            where=where,
        )
    if code in DAMAGED:
        return damage_sentence(str(error.__cause__))
    if code == sqlite3.SQLITE_CANTOPEN:
        return spoken(
            "The database {where} cannot be opened. Check the permissions of its folder and the free "
            "space there.",
            where=where,
        )
    return ""


def _sentence_by_message(said: str, where: object, *, unprepared: bool) -> str:
    """Return the sentence for an error with this message of the driver; "" if none fits.

    `unprepared`: PostgreSQL lacks a table.
    """
    if unprepared or NO_TABLE in said:
        return "The database was not prepared: run `manage.py migrate` first."
    if LOCKED in said:
        return spoken(
            "Another program has been writing to {where} for too long. Try again; nothing was changed.",
            where=where,
        )
    return ""


def read_only_sentence() -> str:
    """Return the sentence for a read-only database, with what to do."""
    sentence = "The database {where} is read-only. Make it writable, or set DATA_DIR to another folder."
    return spoken(sentence, where=connection.settings_dict["NAME"])


def unreachable_sentence(said: str) -> str:
    """Return the first line of PostgreSQL's message, and where to look if it is away or refuses sign-in."""
    first = next(iter(said.splitlines()), "no answer")
    where_to_look = (
        "Look at name, password, host and port in DATABASE_URL, and whether PostgreSQL runs there."
    )
    return f"{first}. {where_to_look}"


def damage_sentence(what: str) -> str:
    """Return the sentence for a damaged database file; `what` is SQLite's finding."""
    sentence = (
        "The database {where} is damaged ({what}). Restore a backup, or the record files, before going on."
    )
    return spoken(sentence, where=connection.settings_dict["NAME"], what=what)


FEW_BYTES = 200_000_000
LOOK_AGAIN = 10.0  # seconds
_measured: dict[Path, tuple[float, int]] = {}


def is_disk_nearly_full() -> bool:
    """Return whether less than 200 MB are free on the database's disk; False for a database on a server."""
    folder = database_folder()
    return folder is not None and free_bytes(folder) < FEW_BYTES


def free_megabytes() -> int:
    """Return the free megabytes on the database's disk; 0 for a database on a server."""
    folder = database_folder()
    return free_bytes(folder) // 1_000_000 if folder else 0


def database_folder() -> Path | None:
    """Return the folder of the SQLite file; None for another database."""
    return _folder_of(str(connection.settings_dict["NAME"])) if connection.vendor == "sqlite" else None


@lru_cache(maxsize=8)
def _folder_of(name: str) -> Path:
    """Return the folder of a file path; cached, because every page asks for it."""
    return Path(name).parent


def free_bytes(folder: Path) -> int:
    """Return the free bytes on the disk of this folder, measured at most ten seconds ago."""
    now = time.monotonic()
    at, free = _measured.get(folder, (-LOOK_AGAIN, 0))
    if now - at >= LOOK_AGAIN:
        free = shutil.disk_usage(folder).free
        _measured[folder] = now, free
    return free


def analyze(*models: type[Model]) -> None:
    """Update PostgreSQL's statistics of these models' tables; SQLite does not need it."""
    if connection.vendor == "postgresql":
        tables = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in models)
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {tables}")
