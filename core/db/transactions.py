"""Kinds of transactions beside Django's: a read of one snapshot, a dry run, and a write that is retried."""

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


@contextmanager
def rehearsal() -> Iterator[None]:
    """Undo everything done in this block at its end, without notices.

    A server has room for that beside others. SQLite has one writer at a time, so a file is copied first.
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
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def _in_memory() -> bool:
    name = str(connection.settings_dict["NAME"])
    return name == ":memory:" or "mode=memory" in name


@contextmanager
def _instead(path: Path, copy: Path) -> Iterator[None]:
    """Let the connection of this process be one to a copy."""
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
    """Work that is one transaction may be done again in any case: it was rolled back as a whole."""
    return True


def retry_on_conflict(work: Callable[[], T], *, while_: Callable[[], bool] = always) -> T:
    """Do the work; up to three times more where it was rolled back for others, `while_` that may be."""
    for _ in range(TIMES):
        try:
            return work()
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", None) not in TRY_AGAIN or not while_():
                raise
    return work()
