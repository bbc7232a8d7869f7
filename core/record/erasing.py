"""Deletion of record lines, only for a tournament that was never public and leaves the bin.

On PostgreSQL a function with the rights of the tables' owner does it, so the web's role cannot delete lines
itself (ADR 0098). The function refuses a record that was ever public.
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
        AND line.type IN ('tournament.announced', 'draw.published', 'round.drawn')
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'record_was_public',
            MESSAGE = '{says}';
    END IF;
    DELETE FROM core_recordline line WHERE line.ledger_id = erased;
END $$
"""


def make_function(editor: BaseDatabaseSchemaEditor) -> None:
    """Create or replace the function `erase_record` on PostgreSQL; do nothing on SQLite."""
    if editor.connection.vendor == "postgresql":
        with editor.connection.cursor() as cursor:
            cursor.execute("SELECT quote_ident(current_schema())")
            (schema,) = cursor.fetchone()
        editor.execute(FUNCTION.format(schema=schema, says=NEVER_PUBLIC), params=None)


def erase_lines(ledger_id: int) -> None:
    """Delete all lines of a record whose tournament is deleted.

    Raise `IntegrityError` if the tournament exists, and on PostgreSQL if it was ever public.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT erase_record(%s)", [ledger_id])
    else:
        RecordLine._base_manager.filter(ledger=ledger_id).delete()
