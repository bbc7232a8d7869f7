"""Transactions that Django does not have: a read of one snapshot, a dry run, and a write that is retried."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

P = ParamSpec("P")
T = TypeVar("T")
REPEATABLE_READ = 3  # psycopg's IsolationLevel, which a laptop need not import
_IN_SNAPSHOT: ContextVar[bool] = ContextVar("looking", default=False)


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Read one snapshot: see no later commits, and block no writer. Nothing may be written in this block.

    Inside an open transaction it changes nothing.
    """
    token = _IN_SNAPSHOT.set(True)
    try:
        with _transaction():
            yield
    finally:
        _IN_SNAPSHOT.reset(token)


def is_in_read_snapshot() -> bool:
    """Return whether this code runs inside `read_snapshot`."""
    return _IN_SNAPSHOT.get()


def in_snapshot(work: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it reads one snapshot (`read_snapshot`)."""

    @wraps(work)
    def looking(*args: P.args, **kwargs: P.kwargs) -> T:
        with read_snapshot():
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
    """Set the isolation level of PostgreSQL's next transactions, which saves a statement for each."""
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
    """Return whether SQLite has an open snapshot, of which Django does not know."""
    return bool(getattr(connection.connection, "in_transaction", False))


@contextmanager
def _deferred() -> Iterator[None]:
    """Open an SQLite transaction that takes no lock, since Django's own are `IMMEDIATE` here."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


@contextmanager
def rehearsal() -> Iterator[None]:
    """Undo everything done in this block at its end, without notices (dry run).

    PostgreSQL rolls back. SQLite has one writer at a time, so the block works on a copy of the file.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block or _in_memory():
        with _taken_back():
            yield
        return
    path = Path(connection.settings_dict["NAME"])
    with ExitStack() as until_the_end:
        folder = until_the_end.enter_context(TemporaryDirectory(prefix="rehearsal-", dir=path.parent))
        until_the_end.enter_context(_instead(path, Path(folder) / path.name))
        until_the_end.enter_context(_taken_back())
        yield


@contextmanager
def _taken_back() -> Iterator[None]:
    """Roll back everything that the block writes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _in_memory() -> bool:
    name = str(connection.settings_dict["NAME"])
    return name == ":memory:" or "mode=memory" in name


@contextmanager
def _instead(path: Path, copy: Path) -> Iterator[None]:
    """Connect this process to a copy of the database during the block."""
    connection.close()
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    connection.settings_dict["NAME"] = copy
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = path


TIMES = 3
TRY_AGAIN = {"40001", "40P01"}  # serialization_failure, deadlock_detected


def always() -> bool:
    """Return True: a single transaction may always be retried, because it was rolled back as a whole."""
    return True


def retry_on_conflict(work: Callable[[], T], *, while_: Callable[[], bool] = always) -> T:
    """Run the work; retry it up to three times after a serialization failure or deadlock, if `while_()`
    allows it.
    """
    for _ in range(TIMES):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in TRY_AGAIN or not while_():
                raise
    return work()
