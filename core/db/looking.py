"""One look at the database: everything that is read inside it is of one moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection, transaction

P = ParamSpec("P")
T = TypeVar("T")
REPEATABLE_READ = 3  # psycopg's IsolationLevel, which a laptop has no need to load
_LOOKING: ContextVar[bool] = ContextVar("looking", default=False)


@contextmanager
def one_look() -> Iterator[None]:
    """Read one snapshot: see no later commits, and block no writer.

    Inside a transaction that is open already it changes nothing. Nothing may be written in it.
    """
    token = _LOOKING.set(True)
    try:
        with _transaction():
            yield
    finally:
        _LOOKING.reset(token)


def is_one_look() -> bool:
    """Whether all that is read now is of one moment."""
    return _LOOKING.get()


def at_one_moment(work: Callable[P, T]) -> Callable[P, T]:
    """Do the work in one look."""

    @wraps(work)
    def looking(*args: P.args, **kwargs: P.kwargs) -> T:
        with one_look():
            return work(*args, **kwargs)

    return looking


@contextmanager
def _transaction() -> Iterator[None]:
    if connection.in_atomic_block or _is_deferred():
        yield
    elif connection.vendor == "postgresql":
        with _unmoved(), transaction.atomic():
            yield
    else:
        with _deferred():
            yield


@contextmanager
def _unmoved() -> Iterator[None]:
    """On PostgreSQL: transactions begin as such, without a statement of their own that says so."""
    connection.ensure_connection()
    raw: Any = connection.connection
    before = raw.isolation_level, raw.read_only
    raw.isolation_level, raw.read_only = REPEATABLE_READ, True
    try:
        yield
    finally:
        if not raw.closed:
            raw.isolation_level, raw.read_only = before


def _is_deferred() -> bool:
    """On SQLite: whether a look is open already, of which Django knows nothing."""
    return bool(getattr(connection.connection, "in_transaction", False))


@contextmanager
def _deferred() -> Iterator[None]:
    """On SQLite: a transaction that takes no lock, since Django's own are `IMMEDIATE` here."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
