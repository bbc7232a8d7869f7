"""When the database takes no changes: its disk is full, or it was made read-only. Reading goes on."""

import sqlite3

import psycopg

TAKES_NOTHING = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_FULL)
REFUSED_BY_POSTGRES = (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.DiskFull)


def takes_no_changes(error: Exception) -> bool:
    """Whether that is why the database refused; the transaction was rolled back."""
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in TAKES_NOTHING
    return isinstance(cause, REFUSED_BY_POSTGRES)
