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
_IN_SNAPSHOT: ContextVar[bool] = ContextVar("in_snapshot", default=False)


@contextmanager
def read_snapshot() -> Iterator[None]:
    """Read one snapshot in the block: see no later commits, block no writer. The block may not write.

    Within an open transaction, reads go on in that one.
    """
    token = _IN_SNAPSHOT.set(True)
    try:
        with _snapshot_transaction():
            yield
    finally:
        _IN_SNAPSHOT.reset(token)


def is_in_read_snapshot() -> bool:
    """Return whether this code runs inside `read_snapshot`."""
    return _IN_SNAPSHOT.get()


def in_snapshot(work: Callable[P, T]) -> Callable[P, T]:
    """Decorate a function so that it reads one snapshot (`read_snapshot`)."""

    @wraps(work)
    def in_one_snapshot(*args: P.args, **kwargs: P.kwargs) -> T:
        with read_snapshot():
            return work(*args, **kwargs)

    return in_one_snapshot


@contextmanager
def _snapshot_transaction() -> Iterator[None]:
    """Open a transaction that reads one snapshot, unless any transaction is open."""
    if connection.in_atomic_block or _in_deferred_transaction():
        yield
    elif connection.vendor == "postgresql":
        with _repeatable_read(), transaction.atomic():
            yield
    else:
        with _deferred_transaction():
            yield


@contextmanager
def _repeatable_read() -> Iterator[None]:
    """Make PostgreSQL's transactions in the block read-only snapshots, without a statement for each."""
    connection.ensure_connection()
    raw: Any = connection.connection
    before = raw.isolation_level, raw.read_only
    raw.isolation_level, raw.read_only = REPEATABLE_READ, True
    try:
        yield
    finally:
        if not raw.closed:
            raw.isolation_level, raw.read_only = before


def _in_deferred_transaction() -> bool:
    """Return whether SQLite has an open transaction, also one that Django does not know."""
    return bool(getattr(connection.connection, "in_transaction", False))


@contextmanager
def _deferred_transaction() -> Iterator[None]:
    """Open an SQLite transaction without the write lock that Django's own take; roll it back at the end."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


@contextmanager
def rehearsal() -> Iterator[None]:
    """Run the block and undo all its writes at its end: a dry run, which runs nothing after a commit.

    PostgreSQL rolls back. SQLite has one writer at a time, so the block works on a copy of the file; without
    a file, or within an open transaction, it rolls back too.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block or _in_memory():
        with _roll_back_at_end():
            yield
        return
    path = Path(connection.settings_dict["NAME"])
    with ExitStack() as until_the_end:
        folder = until_the_end.enter_context(TemporaryDirectory(prefix="rehearsal-", dir=path.parent))
        until_the_end.enter_context(_use_copy(path, Path(folder) / path.name))
        until_the_end.enter_context(_roll_back_at_end())
        yield


@contextmanager
def _roll_back_at_end() -> Iterator[None]:
    """Roll back everything that the block writes."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _in_memory() -> bool:
    """Return whether the SQLite database has no file."""
    name = str(connection.settings_dict["NAME"])
    return name == ":memory:" or "mode=memory" in name


@contextmanager
def _use_copy(path: Path, copy: Path) -> Iterator[None]:
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


def retry_on_conflict(work: Callable[[], T], *, may_retry: Callable[[], bool] = always) -> T:
    """Return what `work` returns; retry it up to three times after a serialization failure or a deadlock.

    Raise the error if `may_retry()` is False after it, or after the last retry.
    """
    for _ in range(TIMES):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in TRY_AGAIN or not may_retry():
                raise
    return work()
