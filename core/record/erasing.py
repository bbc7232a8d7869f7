"""The only way in which lines of a record go: with a tournament that never was public, out of the bin.

On PostgreSQL that is a function with the rights of who owns the tables: so the web's role needs none to
delete lines (ADR 0098), and a record that was ever public is beyond its reach.
"""

from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from core.models import RecordLine

NEVER_PUBLIC = "the record of a tournament that was announced or drawn is never deleted"
FUNCTION = """
CREATE OR REPLACE FUNCTION erase_record(erased bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM core_recordline line WHERE line.ledger_id = erased
        AND line.type IN ('tournament.announced', 'draw.published')
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'record_was_public',
            MESSAGE = '{says}';
    END IF;
    DELETE FROM core_recordline line WHERE line.ledger_id = erased;
END $$
"""


def make_function(editor: BaseDatabaseSchemaEditor) -> None:
    """Make it, where the database is PostgreSQL."""
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute("SELECT quote_ident(current_schema())")
            (schema,) = cursor.fetchone()
        editor.execute(FUNCTION.format(schema=schema, says=NEVER_PUBLIC), params=None)


def erase_lines(ledger_id: int) -> None:
    """Delete all lines of a record whose tournament is gone.

    Raises `IntegrityError` while there is its tournament, and on PostgreSQL where it was public once.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT erase_record(%s)", [ledger_id])
    else:
        RecordLine._base_manager.filter(ledger=ledger_id).delete()
