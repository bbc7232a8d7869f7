"""What the cast builds first in a test is built once a process; the next test gets the same rows put back.

Nearly half the time of most tests went into eight people who are entered, here and drawn. A stage is put
back where the test's transaction is taken back in the end, nothing is in the database yet, and neither
settings nor code are other than usual; else it is built.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, NamedTuple, TypeAlias

import pytest
from django.conf import UserSettingsHolder, settings
from django.db import connection
from django.db.backends.utils import CursorWrapper

from tests.rows import filled
from tests.unguarded import unguarded
from tournaments.models import Tournament

Build: TypeAlias = Callable[..., Tournament]


class Stage(NamedTuple):
    """A tournament and all rows there were when it was built, by table, as the database takes them back."""

    tournament: int
    rows: dict[str, Any]


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


def kept(build: Build) -> Build:
    """A builder that is asked once for what it was asked for before."""

    @wraps(build)
    def stage(*args: Any, **chosen: Any) -> Tournament:
        if not _may_be_kept():
            return build(*args, **chosen)
        asked = (connection.vendor, build.__name__, args, repr(sorted(chosen.items())))
        if asked not in _KEPT:
            made = build(*args, **chosen)
            _KEPT[asked] = Stage(made.pk, _rows())
            return made
        _put_back(_KEPT[asked].rows)
        return Tournament.objects.select_related("ledger").get(pk=_KEPT[asked].tournament)

    return stage


def _may_be_kept() -> bool:
    if not (connection.in_atomic_block and _as_usual()):
        return False
    with connection.cursor() as cursor:
        return _is_owner(cursor) and not filled(cursor)


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
