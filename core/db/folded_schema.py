"""Operations for migrations with a folded column (`core.db.folded`): create its trigger and its index."""

from collections.abc import Callable, Iterator

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Forwards = Callable[[Apps, BaseDatabaseSchemaEditor], None]
"""A function for `RunPython`."""

GRAMS = """
CREATE OR REPLACE FUNCTION folded_grams(whole text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
SELECT COALESCE(array_agg(DISTINCT substr($1, place, 3)), '{}')
FROM generate_series(1, length($1) - 2) AS place
$$
"""


def kept_true(table: str, of: str, folded: str = "folded") -> Forwards:
    """Return the function for `RunPython` that creates a trigger.

    The trigger sets the column `folded` to null if an update changes the text column `of` alone, so that the
    old folded text is not searched.
    """

    def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        vendor = schema_editor.connection.vendor
        for statement in _trigger_statements(table, of, folded, vendor):
            schema_editor.execute(statement, params=None)

    return forwards


def _trigger_statements(table: str, of: str, folded: str, vendor: str) -> Iterator[str]:
    """Yield the SQL that creates the trigger, or replaces it."""
    same = "IS NOT DISTINCT FROM" if vendor == "postgresql" else "IS"
    when = f"NEW.{of} <> OLD.{of} AND NEW.{folded} {same} OLD.{folded}"
    name = f"folded_{table}"
    if vendor == "postgresql":
        yield (
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ "
            f"BEGIN NEW.{folded} := NULL; RETURN NEW; END $$"
        )
        yield f"DROP TRIGGER IF EXISTS {name} ON {table}"
        yield (
            f"CREATE TRIGGER {name} BEFORE UPDATE OF {of} ON {table} FOR EACH ROW WHEN ({when}) "
            f"EXECUTE FUNCTION {name}()"
        )
    else:
        null = f"UPDATE {table} SET {folded} = NULL WHERE id = NEW.id"  # noqa: S608  our own names
        yield f"DROP TRIGGER IF EXISTS {name}"
        yield f"CREATE TRIGGER {name} AFTER UPDATE OF {of} ON {table} WHEN {when} BEGIN {null}; END"


def grams_index(table: str) -> Forwards:
    """Return the function for `RunPython` that creates PostgreSQL's trigram index, on a table that is still
    empty; it does nothing on SQLite.
    """

    def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(GRAMS, params=None)
            schema_editor.execute(
                f"CREATE INDEX {table}_grams ON {table} USING gin (folded_grams(folded))",
                params=None,
            )

    return forwards
