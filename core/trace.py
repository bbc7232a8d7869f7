"""One id from the proxy through a request, its lines in the record and the jobs that follow from it.

To find out what happened, search all logs for it. It says nothing about anybody.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from secrets import token_hex

HEADER = "X-Request-ID"
LONGEST = 64
_FORM = re.compile(rf"[A-Za-z0-9._:-]{{8,{LONGEST}}}")
_current: ContextVar[str] = ContextVar("trace", default="")


def current() -> str:
    """The id of what this thread does; empty outside of requests and jobs."""
    return _current.get()


def accepted(given: str) -> str:
    """Return the proxy's id if it looks like one, else a new one."""
    return given if _FORM.fullmatch(given) else token_hex(8)


@contextmanager
def traced(trace: str = "") -> Iterator[str]:
    """What is done in the block bears this id, or one of its own."""
    token = _current.set(trace or token_hex(8))
    try:
        yield _current.get()
    finally:
        _current.reset(token)
