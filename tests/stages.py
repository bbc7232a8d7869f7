"""What the cast builds first in a test is built once a process; the next test gets the same rows put back.

Nearly half the time of most tests went into eight people who are entered, here and drawn. A stage is put
back where nothing is in the database yet, no worker is to hear of it, and neither settings nor code are
other than usual; else it is built.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast

import pytest
from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from tests.chance import seeded
from tests.rows import filled
from tests.unguarded import unguarded
from tournaments.models import Tournament

P = ParamSpec("P")
T = TypeVar("T")

JUST_NOW = 20.0
"""Seconds: so long ago is "just now" for what has just begun, as it is where a machine is busy."""


class Stage(NamedTuple):
    """What a builder gave, all rows there were then, by table, as the database takes them back, and when."""

    value: Any
    rows: dict[str, Any]
    at: float


class NamedRows(NamedTuple):
    """Rows of a table of SQLite, with the names of their columns."""

    names: str
    rows: list[tuple[Any, ...]]


_KEPT: dict[tuple[object, ...], Stage] = {}
_PATCHES: list[pytest.MonkeyPatch] = []
"""What the running test changes."""


@contextmanager
def put_back(while_unchanged: pytest.MonkeyPatch) -> Iterator[None]:
    """Stages are kept and put back until something is patched."""
    _PATCHES.append(while_unchanged)
    yield
    _PATCHES.remove(while_unchanged)


def forget() -> None:
    """Build everything anew, for who looks at how it is built."""
    _KEPT.clear()


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """A builder that is asked once for what it was asked for before."""
    return _kept(build, float("inf"))


def kept_for_a_moment(build: Callable[P, T]) -> Callable[P, T]:
    """The same for what begins now: it is built again once that was longer ago than `JUST_NOW`."""
    return _kept(build, JUST_NOW)


def _kept(build: Callable[P, T], seconds: float) -> Callable[P, T]:
    @wraps(build)
    def stage(*args: P.args, **chosen: P.kwargs) -> T:
        if not _may_be_kept():
            return build(*args, **chosen)
        asked = (connection.vendor, build.__module__, build.__name__, args, repr(sorted(chosen.items())))
        found = _KEPT.get(asked)
        if found and time.monotonic() - found.at < seconds:
            _put_back(found.rows)
            return cast("T", _again(found.value))
        with seeded(asked):
            began, made = time.monotonic(), build(*args, **chosen)
        _KEPT[asked] = Stage(made, _rows(), began)
        return made

    return stage


def _again(value: Any) -> Any:
    """The same as the database has it now, where it is of a database; a copy, where it holds such things."""
    if isinstance(value, Tournament):
        return Tournament.objects.select_related("ledger").get(pk=value.pk)
    if isinstance(value, Model):
        return type(value)._default_manager.get(pk=value.pk)
    if isinstance(value, dict):
        return {key: _again(one) for key, one in value.items()}
    return type(value)(map(_again, value)) if isinstance(value, list | tuple) else value


def _may_be_kept() -> bool:
    if not (_is_nobodys_news() and _as_usual()):
        return False
    with connection.cursor() as cursor:
        return _is_owner(cursor) and not filled(cursor)


def _is_nobodys_news() -> bool:
    """Whether no worker would hear of it: nothing is committed, or there is none."""
    return connection.in_atomic_block or settings.CELERY_BROKER_URL.startswith("memory")


def _as_usual() -> bool:
    """Neither code nor settings are changed by the test."""
    patched = [patch._setattr or patch._setitem for patch in _PATCHES]
    return bool(patched) and not any(patched) and not _overridden()


def _is_owner(cursor: CursorWrapper) -> bool:
    """Whether guards may be set aside: the web's role may not."""
    if connection.vendor == "sqlite":
        return True
    cursor.execute("SHOW is_superuser")
    return bool(cursor.fetchone() == ("on",))


def _overridden() -> bool:
    """Whether settings are other than the run's."""
    return isinstance(vars(settings)["_wrapped"], UserSettingsHolder)


def _rows() -> dict[str, Any]:
    """Every row of every table, as this database takes it back unchanged."""
    with connection.cursor() as cursor:
        read = _read_postgres if connection.vendor == "postgresql" else _read_sqlite
        return {table: read(cursor, table) for table in filled(cursor)}


def _put_back(rows: dict[str, Any]) -> None:
    with unguarded(rows), connection.cursor() as cursor:
        write = _write_postgres if connection.vendor == "postgresql" else _write_sqlite
        for table, content in rows.items():
            write(cursor, table, content)


def _read_sqlite(cursor: CursorWrapper, table: str) -> NamedRows:
    """A plus before a column changes nothing, but for the type by which Django would make an object of it."""
    found = cursor.execute("SELECT name FROM pragma_table_info(%s)", [table]).fetchall()
    names = [_quoted(name) for (name,) in found]
    cursor.execute(f"SELECT {', '.join(f'+{name}' for name in names)} FROM {_quoted(table)}")
    return NamedRows(", ".join(names), cursor.fetchall())


def _write_sqlite(cursor: CursorWrapper, table: str, content: NamedRows) -> None:
    """By name: a test that migrates back and forth leaves the columns in another order."""
    marks = ", ".join(["%s"] * len(content.rows[0]))
    cursor.executemany(f"INSERT INTO {_quoted(table)} ({content.names}) VALUES ({marks})", content.rows)


def _read_postgres(cursor: CursorWrapper, table: str) -> str:
    cursor.execute(f"SELECT json_agg(one)::text FROM {_quoted(table)} AS one")
    return str(cursor.fetchone()[0])


def _write_postgres(cursor: CursorWrapper, table: str, rows: str) -> None:
    """Keys are put back as they were: no sequence gives out again what it gave when they were made."""
    name = _quoted(table)
    cursor.execute(
        f"INSERT INTO {name} SELECT * FROM json_populate_recordset(NULL::{name}, %s::json)", [rows]
    )


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
