"""Try something on a copy of the database; users of the real one do not notice."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.db import connection, transaction


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
