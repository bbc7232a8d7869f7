"""When the database takes no changes: its disk is full, or it was made read-only. Reading goes on."""

import sqlite3

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from core.terminal.language import spoken

TAKES_NOTHING = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
WRITES_FAIL = (
    sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_DIR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
)  # fmt: skip
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
READ_ONLY, DISK_FULL, UNDEFINED_TABLE = "25006", "53100", "42P01"  # PostgreSQL's, appendix A of its manual
LOCKED = "database is locked"
NO_TABLE = "no such table"


def database_answers() -> bool:
    """Whether the database says anything at all."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True


def takes_no_changes(error: Exception) -> bool:
    """Whether that is why the database refused; the transaction was rolled back."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", 0)
        return code & 0xFF in TAKES_NOTHING or code in WRITES_FAIL
    return _state(cause) in (READ_ONLY, DISK_FULL)


def _state(cause: object) -> str | None:
    """PostgreSQL's code of an error; None of another database's."""
    state: str | None = getattr(cause, "sqlstate", None)
    return state


def sentence_for(error: Exception) -> str:
    """Return the sentence for the person who typed a command, instead of a trace; empty for our own bugs."""
    cause, where = error.__cause__, connection.settings_dict["NAME"]
    if connection.vendor == "postgresql" and isinstance(error, OperationalError) and not _state(cause):
        return unreached(str(cause))
    if told := _told_by_code(error, getattr(cause, "sqlite_errorcode", 0) & 0xFF, where):
        return told
    return _told_by_words(str(cause), where, unprepared=_state(cause) == UNDEFINED_TABLE)


def _told_by_code(error: Exception, code: int, where: object) -> str:
    if code == sqlite3.SQLITE_READONLY:
        return read_only()
    if takes_no_changes(error):
        return spoken(
            "The disk that holds {where} is full. Make room there, then start again; nothing is lost.",
            where=where,
        )
    if code in DAMAGED:
        return damaged(str(error.__cause__))
    if code == sqlite3.SQLITE_CANTOPEN:
        return spoken(
            "The database {where} cannot be opened. Look at the rights of its folder, and for room there.",
            where=where,
        )
    return ""


def _told_by_words(said: str, where: object, *, unprepared: bool) -> str:
    if unprepared or NO_TABLE in said:
        return "The database was not prepared: run `manage.py migrate` first."
    if LOCKED in said:
        return spoken(
            "Somebody else has been writing to {where} for too long. Try again; nothing was changed.",
            where=where,
        )
    return ""


def read_only() -> str:
    """Return the sentence for a read-only file."""
    sentence = "The database {where} is read-only. Make it writable, or set DATA_DIR to another folder."
    return spoken(sentence, where=connection.settings_dict["NAME"])


def unreached(said: str) -> str:
    """Return the sentence for a PostgreSQL that is away or refuses sign-in, after its first line."""
    first = next(iter(said.splitlines()), "no answer")
    where_to_look = (
        "Look at name, password, host and port in DATABASE_URL, and whether PostgreSQL runs there."
    )
    return f"{first}. {where_to_look}"


def damaged(what: str) -> str:
    """The sentence for a file that cannot be trusted."""
    sentence = (
        "The database {where} is damaged ({what}). Restore a backup, or the record files, before going on."
    )
    return spoken(sentence, where=connection.settings_dict["NAME"], what=what)
