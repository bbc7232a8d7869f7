"""Triggers outlive a table that a migration rebuilds: SQLite drops them with the old one.

It also renames no table while a trigger names one that is missing for a moment. So they are put away first.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.sqlite3.schema import DatabaseSchemaEditor

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
