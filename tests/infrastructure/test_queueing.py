"""Who is served first on the laptop: whoever writes, whoever is known, who only reads; and nobody alone."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from laptop import queueing
from laptop.answers import Busy
from laptop.queueing import (
    AT_ONCE,
    AT_ONCE_OF_ONE,
    Dispatcher,
    Priority,
    PriorityQueue,
    RequestKind,
    kind_of,
    priority_of,
)

pytestmark = pytest.mark.F101


THREADS = 3


def request(command: str = "GET", path: str = "/", **headers: str) -> Any:
    return SimpleNamespace(command=command, path=path, headers=headers, error=None)


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


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        (request("POST", "/a.png"), RequestKind.WRITE),
        (request("GET", "/torneios/x/painel/"), RequestKind.PAGE),
        (request("GET", "/api/v1/tournaments"), RequestKind.PAGE),
        (request("HEAD", "/torneios/x.y/painel/"), RequestKind.PAGE),
        (request("GET", "/torneios/x/lista.pdf"), RequestKind.FILE),
        (request("GET", "/static/css/site.3fa.css"), RequestKind.FILE),
        (SimpleNamespace(command="GET", headers={}, error="refused by its head"), RequestKind.PAGE),
    ],
)
def test_a_request_s_kind_is_in_its_head(asked: Any, kind: RequestKind) -> None:
    assert kind_of(asked) is kind


@pytest.mark.fault("F124")
def test_one_page_at_a_time_whoever_reads_it_and_files_beside_it() -> None:
    line, served = PriorityQueue(), list[str]()
    line.append(Asking("judge", served, COOKIE="sessionid=judge"))
    line.append(Asking("player", served, COOKIE="sessionid=player"))
    line.append(Asking("picture", served, path="/static/a.png"))
    line.append(Asking("result", served, command="POST", COOKIE="sessionid=judge"))
    begun = [line.popleft() for _ in range(3)]
    assert not line
    for one in begun:
        one.service()
    assert served == ["result", "judge", "picture"]
    line.popleft().service()
    assert served[-1] == "player"
    assert not line.served


@pytest.mark.fault("F124")
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
    dispatcher = Dispatcher(THREADS)
    yield dispatcher
    dispatcher.shutdown(timeout=10)


@pytest.mark.F100
@pytest.mark.parametrize(
    ("head", "most"),
    [
        ({"command": "POST", "AUTHORIZATION": "Token wild"}, AT_ONCE_OF_ONE[RequestKind.WRITE]),
        ({"command": "POST", "COOKIE": "a=b; sessionid=wild; c=d"}, AT_ONCE_OF_ONE[RequestKind.WRITE]),
        ({"COOKIE": "sessionid=wild"}, AT_ONCE_OF_ONE[RequestKind.PAGE]),
        ({"COOKIE": "sessionid=wild", "path": "/static/a.png"}, AT_ONCE_OF_ONE[RequestKind.FILE]),
        ({"command": "POST"}, AT_ONCE[RequestKind.WRITE, ""]),
        ({"path": "/static/a.png"}, AT_ONCE[RequestKind.FILE, ""]),
        ({}, AT_ONCE_OF_ONE[RequestKind.PAGE]),
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
    for number in range(THREADS + 1):
        dispatcher.add_task(Asking(f"{number}", served))
    dispatcher.shutdown(timeout=1)
    assert len(served) == THREADS + 1
    assert all(name.endswith("cancelled") for name in served)
