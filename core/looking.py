"""One look at the database: everything that is read inside it is of one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

ONE_MOMENT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


@contextmanager
def one_look() -> Iterator[None]:
    """Read without seeing what others commit meanwhile, and without keeping anybody from writing.

    Inside a transaction that is open already it changes nothing. Nothing may be written in it.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(ONE_MOMENT)
            yield
    else:
        with _deferred():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """On SQLite: a transaction that takes no lock, since Django's own are `IMMEDIATE` here."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
