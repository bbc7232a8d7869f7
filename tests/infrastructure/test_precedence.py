"""Whoever records goes first in a process: strangers and long work stand back, but never for ever."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import connection, transaction

from core import precedence
from core.db.looking import one_look
from core.precedence import FirstServed, Writers
from scheduling.biting import let_others
from web.views.tables.phone_cookie import NAME

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.F101]
LONG = 60.0


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Each time that something stood back, and for how many seconds it would have at most."""
    waited: list[float] = []
    monkeypatch.setattr(precedence.writers, "give_way", lambda most=precedence.LONGEST: waited.append(most))
    return waited


def call(work: Callable[[], object], method: str = "GET", **head: str) -> None:
    def application(_environ: Any, _start_response: Any) -> list[bytes]:
        work()
        return []

    FirstServed(application)({"REQUEST_METHOD": method, **head}, lambda *_: lambda _: None)


def read() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def read_twice() -> None:
    read()
    read()


def test_who_gives_way_goes_on_once_nobody_writes() -> None:
    writers, order = Writers(), list[str]()

    def draw() -> None:
        writers.give_way(LONG)
        order.append("drawn")

    with writers.one_more(), writers.one_more():
        drawing = threading.Thread(target=draw)
        drawing.start()
        with writers.one_more():
            pass
        another = threading.Thread(target=writers.give_way, args=(0.01,))
        another.start()
        another.join(LONG)  # nobody waits longer than they said
        assert not another.is_alive()
        order.append("written")
    drawing.join(LONG)
    assert order == ["written", "drawn"]


def test_a_phone_at_a_table_is_no_stranger() -> None:
    assert [f"{NAME}="] == [name for name in precedence.COOKIES if name.startswith(NAME)]
    phones = [precedence.account_in(f"csrftoken=x; mesa={table}; a=b", "") for table in ("one", "two")]
    assert phones == ["one", "two"]


def test_nobody_waits_for_themselves() -> None:
    writers = Writers()

    def write() -> None:
        with writers.one_more():
            writers.give_way(2 * LONG)

    writing = threading.Thread(target=write, daemon=True)
    writing.start()
    writing.join(LONG)
    assert not writing.is_alive()


def test_who_fails_writes_no_more() -> None:
    writers = Writers()
    with pytest.raises(ZeroDivisionError), writers.one_more():
        raise ZeroDivisionError
    done = threading.Thread(target=writers.give_way, args=(LONG,))
    done.start()
    done.join(LONG / 2)
    assert not done.is_alive()


@pytest.mark.parametrize(
    ("head", "counts"),
    [
        ({"method": "POST", "HTTP_AUTHORIZATION": "Token x"}, True),
        ({"method": "DELETE", "HTTP_COOKIE": "a=b; sessionid=x"}, True),
        ({"method": "POST", "HTTP_COOKIE": "__Host-sessionid=x; a=b"}, True),
        ({"method": "POST", "HTTP_COOKIE": "csrftoken=x; mesa=signed"}, True),
        ({"method": "POST", "HTTP_COOKIE": "csrftoken=x"}, False),
        ({"method": "GET", "HTTP_COOKIE": "sessionid=x"}, False),
        ({"method": "POST"}, False),
        ({}, False),
    ],
)
def test_those_with_an_account_are_counted_while_they_write(head: dict[str, str], counts: bool) -> None:
    found: list[bool] = []
    call(lambda: found.append(precedence.writers._many == 1), **head)
    assert found == [counts]
    assert precedence.writers._many == 0


def test_a_stranger_stands_back_before_each_statement_for_a_quarter_of_a_second_in_all(
    asked: list[float],
) -> None:
    call(read_twice)
    assert len(asked) == 2
    assert precedence.LONGEST >= asked[0] > asked[1]
    call(read, HTTP_COOKIE="sessionid=x")
    call(read, "POST", HTTP_AUTHORIZATION="Token x")
    read()
    assert len(asked) == 2


def test_nobody_stands_back_who_may_hold_what_the_other_waits_for(asked: list[float]) -> None:
    def within(block: Callable[[], AbstractContextManager[None]]) -> int:
        with block():
            before = len(asked)
            read()
            return len(asked) - before

    found: list[int] = []
    call(lambda: found.append(within(transaction.atomic)), "POST")
    call(lambda: found.append(within(one_look)))
    assert found == [0, 1]


def test_long_work_stands_back_in_each_of_its_bites(asked: list[float]) -> None:
    assert let_others()
    assert asked == [precedence.LONGEST]
