"""How much of what is dear a process does at once, whoever asks: other threads are for those who record."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import BoundedSemaphore, Lock

from core.errors import TooMany
from core.http.limits import Per, Purpose

AT_ONCE = 2  # one that is done, and one that waits for it
SECONDS = 1  # until a place is free again, in all likelihood


@cache
def of_purpose(purpose: Purpose) -> tuple[BoundedSemaphore, Lock]:
    """The places of a purpose, and whose turn it is."""
    return BoundedSemaphore(AT_ONCE), Lock()


@contextmanager
def few_at_once(purpose: Purpose) -> Iterator[None]:
    """One after the other; `TooMany` where somebody waits already, since who waits holds a thread, too.

    A search takes a hundredth of a second: in a hall where somebody looks for a name each second one in
    thousands has to try again; fifty clients that do nothing else are refused at once.
    """
    places, turn = of_purpose(purpose)
    if not places.acquire(blocking=False):
        raise TooMany(Per.SITE, SECONDS, purpose)
    try:
        with turn:
            yield
    finally:
        places.release()
