"""Whoever records goes first: what can wait in this process stands back while somebody writes (ADR 0082).

All threads of a process share one interpreter, which knows no ranks: a page that is drawn for everybody, or
a day that is foreseen, takes half of it from a judge. `FirstServed` counts who writes; what can wait asks
`writers`.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from django.db import connection

from core.db.looking import is_one_look

READS = ("GET", "HEAD", "OPTIONS")
LONGEST = 0.25  # seconds that one request, or one bite of long work, stands back
COOKIES = ("sessionid=", "mesa=")  # of an account, and of a phone at a table (`phone_cookie`)


class Writers:
    """How many with an account write in this process at this moment."""

    def __init__(self) -> None:
        self._many, self._here = 0, threading.local()
        self._guard, self._none = threading.Lock(), threading.Event()
        self._none.set()

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count one for as long as the block runs."""
        self._add(1)
        self._here.writes = True
        try:
            yield
        finally:
            self._here.writes = False
            self._add(-1)

    def give_way(self, most: float = LONGEST) -> None:
        """Wait until nobody writes, at most so many seconds; nobody waits for themselves."""
        if most > 0 and not getattr(self._here, "writes", False):
            self._none.wait(most)

    def _add(self, number: int) -> None:
        with self._guard:
            self._many += number
            if self._many:
                self._none.clear()
            else:
                self._none.set()


writers = Writers()


class FirstServed:
    """A WSGI application: who writes with an account is counted, strangers stand back at each statement."""

    def __init__(self, application: WSGIApplication) -> None:
        self.application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The same answer."""
        if not account_in(environ.get("HTTP_COOKIE", ""), environ.get("HTTP_AUTHORIZATION", "")):
            with connection.execute_wrapper(standing_back()):
                return self.application(environ, start_response)
        if environ["REQUEST_METHOD"] in READS:
            return self.application(environ, start_response)
        with writers.one_more():
            return self.application(environ, start_response)


def account_in(cookies: str, authorization: str) -> str:
    """What a request says who it is with, right or not; nothing for a stranger."""
    given = (cookies.partition(name)[2].partition(";")[0] for name in COOKIES)
    return authorization or next(filter(None, given), "")


def standing_back() -> Callable[..., Any]:
    """Around a statement: give way first, all of them together for `LONGEST`.

    Not within a transaction that may write: whoever is waited for may wait for its locks.
    """
    until = monotonic() + LONGEST

    def wait(execute: Callable[..., Any], *asked: Any) -> Any:
        if is_one_look() or not connection.in_atomic_block:
            writers.give_way(until - monotonic())
        return execute(*asked)

    return wait
