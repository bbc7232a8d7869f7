"""SQLite backend with a fair queue for writers, since in the embedded mode all writers are in one process.

SQLite by itself lets writers poll, and polls less often the longer one waits. With eight writers, one may
wait until `timeout` and get “database is locked”. Here a write first takes the lock of its file, and releases
it with its transaction. For other processes SQLite's own waiting applies.

SQLite drops triggers with their table if a migration rebuilds it, and renames no table while a trigger names
a missing one. So the schema editor drops triggers first and creates them again.

Tested with Django 5.2 to 6.1 (`core.deployment`): what rebuilds a table has a private name and may change.
"""

import hashlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from django.db.backends.sqlite3 import base, operations
from django.db.backends.sqlite3.schema import DatabaseSchemaEditor

from core.db.fair_lock import FairLock

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid"


class SchemaEditor(DatabaseSchemaEditor):
    """Django's schema editor, which also preserves triggers when it rebuilds a table."""

    def _remake_table(self, *args: Any, **options: Any) -> None:
        """Rebuild a table, as Django does, with all triggers dropped before and created again after."""
        with self._without_triggers():
            super()._remake_table(*args, **options)  # type: ignore[misc]  # the stubs do not know it

    @contextmanager
    def _without_triggers(self) -> Iterator[None]:
        """Drop all triggers of the database, and create them again after the block, unless it raises."""
        with self.connection.cursor() as cursor:
            found = cursor.execute(TRIGGERS).fetchall()
            for name, _ in found:
                cursor.execute(f'DROP TRIGGER "{name}"')
            yield
            for _, sql in found:
                cursor.execute(sql)


LOCKED = "database is locked"
READS = ("SELECT", "PRAGMA", "EXPLAIN", "BEGIN DEFERRED")
_locks: defaultdict[str, FairLock] = defaultdict(FairLock)


class Connection(sqlite3.Connection):
    """A connection that holds the write lock of its file while it writes."""

    def __init__(self, database: Any, *args: Any, **options: Any) -> None:
        super().__init__(database, *args, **options)
        self.write_lock = _locks[str(database)]
        self.patience = float(options.get("timeout", 5))
        self.holds_lock = False

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        """Return a cursor; in place of Django's class it is one that takes the write lock."""
        return super().cursor(Cursor if factory is base.SQLiteCursorWrapper else factory)

    @contextmanager
    def writing(self, query: str) -> Iterator[None]:
        """Hold the write lock during a writing statement, or until the end of a transaction it begins.

        Take none for a read, or within a transaction: that has the lock, or began as a deferred one. Raise
        `OperationalError` if the lock does not come within the connection's `timeout`.
        """
        if self.holds_lock or self.in_transaction or query.lstrip().upper().startswith(READS):
            yield
            return
        if not self.write_lock.acquire(self.patience):
            raise sqlite3.OperationalError(LOCKED)
        self.holds_lock = True
        try:
            yield
        finally:
            self._release_outside_transaction()

    def commit(self) -> None:
        """Commit, and release the write lock."""
        try:
            super().commit()
        finally:
            self._release_outside_transaction()

    def rollback(self) -> None:
        """Roll back, and release the write lock."""
        try:
            super().rollback()
        finally:
            self._release_outside_transaction()

    def close(self) -> None:
        """Close the connection, which rolls back an open transaction, and release the write lock."""
        super().close()
        self._release()

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # the connection was never opened
            super().close()  # since Python 3.13 no other code closes it
        self._release()

    def _release_outside_transaction(self) -> None:
        """Release the write lock, unless a transaction is still open."""
        if not self.in_transaction:
            self._release()

    def _release(self) -> None:
        """Release the write lock if this connection holds it."""
        if getattr(self, "holds_lock", False):
            self.holds_lock = False
            self.write_lock.release()


class Cursor(base.SQLiteCursorWrapper):
    """A cursor that takes the write lock before it writes."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement, with the write lock if it writes."""
        with self.connection.writing(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        """Run a statement for each parameter set, with the write lock if it writes."""
        with self.connection.writing(query):
            return super().executemany(query, param_list)


class DatabaseOperations(operations.DatabaseOperations):
    """Django's operations without a lookup of the time zone setting for each value."""

    def convert_datetimefield_value(self, value: Any, expression: object, connection: Any) -> Any:
        """Return a stored time as UTC; a page of a bracket has a thousand of them."""
        if type(value) is datetime:
            return value.replace(tzinfo=UTC)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend: connections with a write queue, migrations that preserve triggers."""

    SchemaEditorClass = SchemaEditor

    ops_class = DatabaseOperations

    def get_connection_params(self) -> dict[str, object]:
        """Return Django's parameters with our connection class."""
        params: dict[str, object] = super().get_connection_params()
        return {**params, "factory": Connection}

    def get_new_connection(self, conn_params: Any) -> Any:
        """Return a connection with the SQL function `line_digest`, which the record's guards need
        (`core.record.guards`).
        """
        connection = super().get_new_connection(conn_params)
        connection.create_function("line_digest", 1, _line_digest, deterministic=True)
        return connection


def _line_digest(text: str) -> str:
    """Return SHA-256 in hexadecimal: the SQL function `line_digest`."""
    return hashlib.sha256(text.encode()).hexdigest()
