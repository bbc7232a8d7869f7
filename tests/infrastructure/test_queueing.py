"""Who is served first on the laptop: whoever writes, whoever is known, who only reads; and nobody alone."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from laptop import queueing
from laptop.answers import Busy
from laptop.queueing import (
    AT_ONCE_OF_ONE,
    READERS_AT_ONCE,
    STRANGERS_AT_ONCE,
    Dispatcher,
    Priority,
    PriorityQueue,
    priority_of,
)

pytestmark = pytest.mark.F101


def request(command: str = "GET", **headers: str) -> Any:
    return SimpleNamespace(command=command, path="/", headers=headers, error=None)


class Asking:
    """A connection with one request; it notes when it is served, and waits where it is told to."""

    def __init__(
        self, name: str, served: list[str], *, wait: threading.Event | None = None, **head: str
    ) -> None:
        self.name, self.served, self.wait = name, served, wait
        self.requests = [request(**head)]
        self.began = threading.Event()

    def service(self) -> None:
        self.began.set()
        if self.wait:
            assert self.wait.wait(30)
        self.served.append(self.name)

    def cancel(self) -> None:
        self.served.append(f"{self.name} cancelled")


@pytest.mark.parametrize(
    ("asked", "priority"),
    [
        (request("POST"), Priority.WRITE),
        (request("DELETE", COOKIE="sessionid=x"), Priority.WRITE),
        (request("GET", AUTHORIZATION="Token x"), Priority.SIGNED_IN),
        (request("GET", COOKIE="django_language=en; sessionid=x"), Priority.SIGNED_IN),
        (request("GET", COOKIE="django_language=en"), Priority.READ),
        (request("HEAD"), Priority.READ),
    ],
)
def test_a_request_s_priority_is_in_its_head(asked: Any, priority: Priority) -> None:
    assert priority_of(asked) is priority


def test_whoever_writes_overtakes_those_who_read() -> None:
    line, served = PriorityQueue(), list[str]()
    line.append(Asking("reads", served))
    line.append(Asking("is known", served, COOKIE="sessionid=x"))
    line.append(Asking("writes", served, command="POST"))
    while line:
        line.popleft().service()
    assert served == ["writes", "is known", "reads"]


@pytest.fixture
def threads() -> Iterator[Dispatcher]:
    dispatcher = Dispatcher(READERS_AT_ONCE + 2)
    yield dispatcher
    dispatcher.shutdown(timeout=10)


@pytest.mark.F100
@pytest.mark.parametrize(
    ("head", "most"),
    [
        ({"command": "POST", "AUTHORIZATION": "Token wild"}, AT_ONCE_OF_ONE[False]),
        ({"command": "POST", "COOKIE": "a=b; sessionid=wild; c=d"}, AT_ONCE_OF_ONE[False]),
        ({"COOKIE": "sessionid=wild"}, AT_ONCE_OF_ONE[True]),
        ({"command": "POST"}, STRANGERS_AT_ONCE),
        ({}, READERS_AT_ONCE),
    ],
)
def test_nobody_has_every_thread_however_much_they_send(
    threads: Dispatcher, head: dict[str, str], most: int
) -> None:
    served, goes_on = list[str](), threading.Event()
    wild = [Asking("wild", served, wait=goes_on, **head) for _ in range(most + 5)]
    for one in wild:
        threads.add_task(one)
    for one in wild[:most]:
        assert one.began.wait(30)
    judge = Asking("judge", served, command="POST", AUTHORIZATION="Token judge")
    threads.add_task(judge)
    assert judge.began.wait(30)
    assert not any(one.began.is_set() for one in wild[most:])
    goes_on.set()
    for one in wild:
        assert one.began.wait(30)


def test_accounts_take_turns() -> None:
    line, served = PriorityQueue(), list[str]()
    for name in ("wild", "wild", "wild", "judge", "other"):
        line.append(Asking(name, served, command="POST", AUTHORIZATION=name))
    while line:
        line.popleft().service()
    assert served == ["wild", "judge", "other", "wild", "wild"]
    assert not line.served


def test_a_reader_who_waited_too_long_is_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    line, served = PriorityQueue(), list[str]()
    late, judge = Asking("late", served), Asking("judge", served, command="POST")
    line.append(late)
    line.append(judge)
    monkeypatch.setattr(queueing, "PATIENCE", -1.0)
    line.popleft().service()
    line.popleft().service()
    assert isinstance(late.requests[0].error, Busy)
    assert judge.requests[0].error is None
    status, headers, body = Busy("").to_response()
    assert (status, dict(headers)["Retry-After"]) == ("503 Service Unavailable", "5")
    assert b"http-equiv" in body


def test_an_end_hangs_up_on_whoever_still_waits() -> None:
    dispatcher, served = Dispatcher(0), list[str]()
    for number in range(READERS_AT_ONCE + 3):
        dispatcher.add_task(Asking(f"{number}", served))
    dispatcher.shutdown(timeout=1)
    assert len(served) == READERS_AT_ONCE + 3
    assert all(name.endswith("cancelled") for name in served)
