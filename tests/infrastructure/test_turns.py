"""Writers of one process take turns on SQLite: in the order in which they asked, and never without end."""

import gc
import sqlite3
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from django.db.backends.sqlite3.base import SQLiteCursorWrapper

from core.db import fair_lock
from core.db.fair_lock import FairLock, serialized
from core.db.sqlite3.base import Connection
from tests.servers.process import wait_until

LONG = 60.0


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database with one table."""
    path = tmp_path / "turns.sqlite3"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE said (words TEXT)")
    return path


@pytest.fixture
def two(file: Path) -> Iterator[tuple[Connection, Connection]]:
    """Two connections to it, as Django opens them."""
    options = {"timeout": 0.1, "isolation_level": None, "check_same_thread": False}
    one, other = Connection(file, **options), Connection(file, **options)
    yield one, other
    one.close()
    other.close()


def _write(connection: Connection, words: str = "x") -> None:
    connection.cursor(SQLiteCursorWrapper).execute("INSERT INTO said VALUES (%s)", [words])


def wait_in_line(turn: FairLock, number: int) -> bool:
    return len(turn._waiting) == number


def test_the_turn_goes_to_who_asked_first() -> None:
    turn, got = FairLock(), []
    assert turn.acquire(LONG)

    def ask(number: int) -> None:
        if turn.acquire(LONG):
            got.append(number)
            turn.release()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for number, thread in enumerate(threads, 1):
        thread.start()
        wait_until(partial(wait_in_line, turn, number))
    turn.release()
    for thread in threads:
        thread.join(LONG)
    assert got == list(range(8))


def test_who_waits_too_long_gives_up_and_is_forgotten() -> None:
    turn = FairLock()
    assert turn.acquire(LONG)
    assert not turn.acquire(0.01)
    turn.release()
    assert turn.acquire(0.01)


def test_a_transaction_has_the_turn_until_its_end(two: tuple[Connection, Connection]) -> None:
    one, other = two
    for end in (one.commit, one.rollback):
        one.cursor(SQLiteCursorWrapper).execute("BEGIN IMMEDIATE")
        _write(one)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            _write(other)
        end()
        _write(other)
    assert not one.holds_lock
    assert not other.holds_lock


def test_reading_needs_no_turn(two: tuple[Connection, Connection]) -> None:
    one, other = two
    _write(other, "before")
    assert one.write_lock.acquire(LONG)
    assert other.cursor(SQLiteCursorWrapper).execute("SELECT words FROM said").fetchall() == [("before",)]
    one.write_lock.release()


def test_what_fails_or_is_closed_gives_the_turn_back(two: tuple[Connection, Connection], file: Path) -> None:
    one, other = two
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        one.cursor(SQLiteCursorWrapper).execute("INSERT INTO nowhere VALUES (1)")
    _write(other)
    third = Connection(file, isolation_level=None)
    third.cursor(SQLiteCursorWrapper).execute("BEGIN IMMEDIATE")
    third.close()
    _write(other)
    forgotten = Connection(file, isolation_level=None)
    forgotten.cursor(SQLiteCursorWrapper).execute("BEGIN IMMEDIATE")
    del forgotten
    gc.collect()
    _write(other)


def test_those_of_one_name_go_one_after_the_other_and_others_beside_them() -> None:
    went: list[str] = []
    inside, on = threading.Event(), threading.Event()

    def hold() -> None:
        with serialized("copa"):
            inside.set()
            on.wait(LONG)
            went.append("first")

    def follow() -> None:
        with serialized("copa"):
            went.append("second")

    first, second = threading.Thread(target=hold), threading.Thread(target=follow)
    first.start()
    inside.wait(LONG)
    second.start()
    with serialized("liga"):
        went.append("other")
    on.set()
    first.join(LONG)
    second.join(LONG)
    assert went == ["other", "first", "second"]


def test_an_error_gives_the_turn_back() -> None:
    with pytest.raises(RuntimeError, match="broken"), serialized("copa"):
        raise RuntimeError("broken")
    with serialized("copa"):
        pass


def test_who_waits_too_long_goes_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_lock, "PATIENCE", 0.01)
    with serialized("copa"), serialized("copa"):
        pass
    with serialized("copa"):
        pass
