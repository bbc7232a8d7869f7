"""Database triggers: one description, created on PostgreSQL and SQLite from the same SQL.

A new or changed trigger needs a migration with `create_all`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GUARD = "guard_"
"""Prefix of the triggers that refuse."""


@dataclass(frozen=True, slots=True)
class Trigger:
    """Run the SQL in `does` after `event` on each row of `table` for which `when` holds."""

    name: str
    event: str
    table: str
    when: str
    does: str

    def statements(self, vendor: str) -> Iterator[str]:
        """Yield the SQL that creates the trigger."""
        if vendor == "postgresql":
            yield from _with_function(self, "AFTER", f"{self.does} RETURN NULL;")
        else:
            yield f"{_heading(self, 'AFTER')} WHEN {self.when} BEGIN {self.does} END"


@dataclass(frozen=True, slots=True)
class Guard:
    """Refuse `event` on a row of `table` for which `when` holds and the query `exists` finds a row.

    The refusal is an `IntegrityError` with `label` and `says`. `when` reads `NEW` and `OLD` only.
    """

    label: str
    event: str
    table: str
    says: str
    when: str = "TRUE"
    exists: str = "SELECT 1"

    @property
    def name(self) -> str:
        """Return the name of the trigger."""
        return GUARD + self.label

    def statements(self, vendor: str) -> Iterator[str]:
        """Yield the SQL that creates the trigger."""
        message = f"{self.label}: {self.says}".replace("'", "''")
        if vendor == "postgresql":
            row = "OLD" if self.event == "DELETE" else "NEW"
            refusal = f"ERRCODE = 'check_violation', CONSTRAINT = '{self.label}', MESSAGE = '{message}'"
            body = f"IF EXISTS ({self.exists}) THEN RAISE EXCEPTION USING {refusal}; END IF; RETURN {row};"
            yield from _with_function(self, "BEFORE", body)
        else:
            # SQLite before 3.39 does not know IS DISTINCT FROM.
            when = self.when.replace("IS DISTINCT FROM", "IS NOT")
            refusal = f"SELECT RAISE(ABORT, '{message}') WHERE EXISTS ({self.exists});"
            yield f"{_heading(self, 'BEFORE')} WHEN {when} BEGIN {refusal} END"


def differs(*columns: str) -> str:
    """Return the SQL condition that an update changes at least one of the columns."""
    return "(" + " OR ".join(f"NEW.{column} IS DISTINCT FROM OLD.{column}" for column in columns) + ")"


def _heading(trigger: Trigger | Guard, time: str) -> str:
    """Return the beginning of the SQL; `time` is `BEFORE` or `AFTER`."""
    return f"CREATE TRIGGER {trigger.name} {time} {trigger.event} ON {trigger.table}"


def _with_function(trigger: Trigger | Guard, time: str, body: str) -> Iterator[str]:
    """Yield PostgreSQL's SQL for the trigger and the function with this body."""
    yield (
        f"CREATE OR REPLACE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN {body} END $$"
    )
    call = f"FOR EACH ROW WHEN ({trigger.when}) EXECUTE FUNCTION {trigger.name}()"
    yield f"{_heading(trigger, time)} {call}"


def create_all(editor: BaseDatabaseSchemaEditor, triggers: Iterable[Trigger | Guard]) -> None:
    """Create the triggers, which must not exist yet."""
    for trigger in triggers:
        for statement in trigger.statements(editor.connection.vendor):
            editor.execute(statement, params=None)


def drop_all(editor: BaseDatabaseSchemaEditor, names: Iterable[str]) -> None:
    """Drop triggers by name, if they exist; on PostgreSQL drop their functions too."""
    for name in names:
        if editor.connection.vendor == "postgresql":
            editor.execute(f"DROP FUNCTION IF EXISTS {name}() CASCADE", params=None)
        else:
            editor.execute(f"DROP TRIGGER IF EXISTS {name}", params=None)


GUARDS_PRESENT = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname LIKE 'guard\\_%'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'guard\\_%' ESCAPE '\\'",
}


def guards_present(connection: BaseDatabaseWrapper) -> set[str]:
    """Return the names of all guard triggers that this database has."""
    with connection.cursor() as cursor:
        cursor.execute(GUARDS_PRESENT[connection.vendor])
        return {name for (name,) in cursor.fetchall()}
