"""Triggers that refuse what no row may become, whoever asks: the last guard, below all acts.

A guard is one condition in the SQL that both databases speak. It tells an `IntegrityError` with its name and
a sentence. Constraints hold what one row says by itself; guards hold what it says together with others, and
what a change may never do.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PREFIX = "guard_"
OLD_ROW, NEW_ROW = "OLD", "NEW"


class GuardTrigger(Protocol):
    """What can be made and taken away on both databases."""

    @property
    def name(self) -> str:
        """Its name there, without `PREFIX`."""

    @property
    def table(self) -> str:
        """Whose rows it guards."""

    @property
    def says(self) -> str:
        """What it holds, for whoever is refused."""

    def created(self, vendor: str) -> Iterator[str]:
        """The statements that make it."""

    def breaches(self, vendor: str) -> str | None:
        """A query for the keys of rows that should not be there; None where it guards a change only."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Before `event` (`INSERT`, `UPDATE`, `DELETE`) on a row: refused where `when` holds.

    `when` speaks of `NEW` and `OLD` alone, and is cheap. `exists`, where there is one, is a query that has to
    find something besides; by vendor where the two databases differ in it. `says` is for whoever is refused.
    `binds_old_rows` false: rows that are there already may be so.
    """

    name: str
    table: str
    event: str
    says: str
    when: str = ""
    exists: str | Mapping[str, str] = ""
    binds_old_rows: bool = True

    def created(self, vendor: str) -> Iterator[str]:
        """The statements that make it."""
        yield from _postgresql(self) if vendor == "postgresql" else _sqlite(self)

    def query(self, vendor: str) -> str:
        """What has to find something."""
        return self.exists if isinstance(self.exists, str) else self.exists[vendor]

    def breaches(self, vendor: str) -> str | None:
        """A query for the keys of rows that should not be there; None where it guards a change only."""
        exists = self.query(vendor)
        parts = [part for part in (self.when, exists and f"EXISTS ({exists})") if part]
        if self.event != "INSERT" or not parts or not self.binds_old_rows:
            return None
        condition = dialect(" AND ".join(f"({part})" for part in parts), vendor).replace(f"{NEW_ROW}.", "x.")
        return f"SELECT x.id FROM {self.table} AS x WHERE {condition} ORDER BY x.id"  # our own


def dialect(sql: str, vendor: str) -> str:
    """SQLite has known `IS DISTINCT FROM` since 3.39 only, and `IS NOT` for ever."""
    return sql if vendor == "postgresql" else sql.replace("IS DISTINCT FROM", "IS NOT")


def refusal(name: str, says: str, vendor: str) -> str:
    """The statement that refuses, within a trigger."""
    words = f"{name}: {says}".replace("'", "''")
    if vendor == "postgresql":
        return (
            f"RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = '{name}', MESSAGE = '{words}';"
        )
    return f"RAISE(ABORT, '{words}')"


def _sqlite(guard: Guard) -> Iterator[str]:
    exists = guard.query("sqlite")
    parts = [part for part in (guard.when, exists and f"EXISTS ({exists})") if part]
    when = dialect(f" WHEN {' AND '.join(f'({part})' for part in parts)}", "sqlite") if parts else ""
    yield (
        f"CREATE TRIGGER {PREFIX}{guard.name} BEFORE {guard.event} ON {guard.table}{when} "
        f"BEGIN SELECT {refusal(guard.name, guard.says, 'sqlite')}; END"
    )


def _postgresql(guard: Guard) -> Iterator[str]:
    exists, row = guard.query("postgresql"), OLD_ROW if guard.event == "DELETE" else NEW_ROW
    refused = refusal(guard.name, guard.says, "postgresql")
    body = f"IF EXISTS ({exists}) THEN {refused} END IF; RETURN {row};" if exists else refused
    when = f" WHEN ({guard.when})" if guard.when else ""
    yield function(guard.name, body)
    yield (
        f"CREATE TRIGGER {PREFIX}{guard.name} BEFORE {guard.event} ON {guard.table} "
        f"FOR EACH ROW{when} EXECUTE FUNCTION {PREFIX}{guard.name}()"
    )


def function(name: str, body: str, declare: str = "") -> str:
    """A function for a trigger of PostgreSQL."""
    declared = f"DECLARE {declare} " if declare else ""
    return (
        f"CREATE OR REPLACE FUNCTION {PREFIX}{name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
        f"{declared}BEGIN {body} END $$"
    )


def add(editor: BaseDatabaseSchemaEditor, guards: Iterable[GuardTrigger]) -> None:
    """Make them, anew where they are there already."""
    vendor = editor.connection.vendor
    for guard in guards:
        drop(editor, guard.name, guard.table)
        for statement in guard.created(vendor):
            editor.execute(statement, params=None)


def drop(editor: BaseDatabaseSchemaEditor, name: str, table: str) -> None:
    """Take one away; none is no error."""
    on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
    editor.execute(f"DROP TRIGGER IF EXISTS {PREFIX}{name}{on}", params=None)


PRESENT = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgname LIKE 'guard\\_%'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'guard\\_%' ESCAPE '\\'",
}


def present(connection: BaseDatabaseWrapper) -> set[str]:
    """The names of all guards that this database has."""
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        return {name.removeprefix(PREFIX) for (name,) in cursor.fetchall()}


@dataclass(frozen=True, slots=True)
class Breach:
    """Rows that a guard would refuse, and are there already."""

    guard: GuardTrigger
    keys: tuple[int, ...]

    def __str__(self) -> str:
        shown = ", ".join(map(str, self.keys[:5])) + (" …" if len(self.keys) > 5 else "")
        return f"{self.guard.table} {shown}: {self.guard.says} ({self.guard.name})"


def breaches(connection: BaseDatabaseWrapper, guards: Iterable[GuardTrigger]) -> list[Breach]:
    """What is wrong already, by guard."""
    found = []
    for guard in guards:
        if query := guard.breaches(connection.vendor):
            with connection.cursor() as cursor:
                cursor.execute(query)
                if keys := tuple(key for (key,) in cursor.fetchall()):
                    found.append(Breach(guard, keys))
    return found
