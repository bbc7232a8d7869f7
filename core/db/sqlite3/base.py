"""SQLite whose writers take turns, first come first served: in the embedded mode all are in one process.

By itself SQLite lets writers poll, and who has waited longest polls least: with eight of them one may wait
until `timeout` and be told that the database is locked. Here a write first takes the turn of its file, and
gives it back with its transaction. Other processes are waited for as SQLite does it.

SQLite drops triggers with their table if a migration rebuilds it, and renames no table while a trigger names
a missing one. So the schema editor drops them first and creates them again.
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

from core.db.fair_lock import Turn

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid"


class SchemaEditor(DatabaseSchemaEditor):
    """Django's own, which keeps triggers."""

    def _remake_table(self, *args: Any, **options: Any) -> None:
        with self._triggers_put_away():
            super()._remake_table(*args, **options)  # type: ignore[misc]  # the stubs do not know it

    @contextmanager
    def _triggers_put_away(self) -> Iterator[None]:
        with self.connection.cursor() as cursor:
            found = cursor.execute(TRIGGERS).fetchall()
            for name, _ in found:
                cursor.execute(f'DROP TRIGGER "{name}"')
            yield
            for _, sql in found:
                cursor.execute(sql)


LOCKED = "database is locked"
READS = ("SELECT", "PRAGMA", "EXPLAIN", "BEGIN DEFERRED")
_turns: defaultdict[str, Turn] = defaultdict(Turn)


class Connection(sqlite3.Connection):
    """A connection that has the turn of its file for as long as it writes."""

    def __init__(self, database: Any, *args: Any, **options: Any) -> None:
        super().__init__(database, *args, **options)
        self.turn = _turns[str(database)]
        self.patience = float(options.get("timeout", 5))
        self.has_turn = False

    def cursor(self, factory: Any = sqlite3.Cursor) -> Any:
        """Django's cursors write in turn."""
        return super().cursor(Cursor if factory is base.SQLiteCursorWrapper else factory)

    @contextmanager
    def writing(self, query: str) -> Iterator[None]:
        """Have the turn for a statement that writes, and longer where it begins a transaction."""
        if self.has_turn or self.in_transaction or query.lstrip().upper().startswith(READS):
            yield
            return
        if not self.turn.take(self.patience):
            raise sqlite3.OperationalError(LOCKED)
        self.has_turn = True
        try:
            yield
        finally:
            self._settle()

    def commit(self) -> None:
        """The transaction is over, and the turn with it."""
        try:
            super().commit()
        finally:
            self._settle()

    def rollback(self) -> None:
        """The same."""
        try:
            super().rollback()
        finally:
            self._settle()

    def close(self) -> None:
        """Roll back what is open."""
        super().close()
        self._give()

    def __del__(self) -> None:
        with suppress(sqlite3.ProgrammingError):  # it was never opened
            super().close()  # from Python 3.13 on no other code does
        self._give()

    def _settle(self) -> None:
        if not self.in_transaction:
            self._give()

    def _give(self) -> None:
        if getattr(self, "has_turn", False):
            self.has_turn = False
            self.turn.give()


class Cursor(base.SQLiteCursorWrapper):
    """Asks for the turn before it writes."""

    connection: Connection

    def execute(self, query: str, params: Any = None) -> Any:
        """Run a statement, in turn."""
        with self.connection.writing(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Any) -> Any:
        """Run it for many, in turn."""
        with self.connection.writing(query):
            return super().executemany(query, param_list)


class DatabaseOperations(operations.DatabaseOperations):
    """Django's own converter, which would read the settings' zone again for each time in each row."""

    def convert_datetimefield_value(self, value: Any, expression: object, connection: Any) -> Any:
        """A time as it is kept, in UTC; a page of a bracket has a thousand of them."""
        if type(value) is datetime:
            return value.replace(tzinfo=UTC)
        return super().convert_datetimefield_value(value, expression, connection)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, with connections that take turns and migrations that keep triggers."""

    SchemaEditorClass = SchemaEditor

    ops_class = DatabaseOperations

    def get_connection_params(self) -> dict[str, object]:
        """Its parameters, and our kind of connection."""
        params: dict[str, object] = super().get_connection_params()
        return {**params, "factory": Connection}

    def get_new_connection(self, conn_params: Any) -> Any:
        """One that can say the hash of a line: the record's guards compare it (`core.record.guards`)."""
        connection = super().get_new_connection(conn_params)
        connection.create_function("line_digest", 1, _line_digest, deterministic=True)
        return connection


def _line_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
