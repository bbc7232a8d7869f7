"""How many of what is dear a process does at once, whoever asks: other threads are for those who record."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore

from core.errors import TooMany
from core.http.limits import Per, Purpose

AT_ONCE = 2
SECONDS = 1  # until a place is free again, in all likelihood
_places = {Purpose.SEARCH: BoundedSemaphore(AT_ONCE)}


@contextmanager
def few_at_once(purpose: Purpose) -> Iterator[None]:
    """A place for what is done here; `TooMany` where all are taken, since who waits would hold a thread, too.

    A search takes a hundredth of a second: in a hall where somebody looks for a name each second one in
    thousands has to try again; fifty clients that do nothing else are refused at once.
    """
    if not _places[purpose].acquire(blocking=False):
        raise TooMany(Per.SITE, SECONDS, purpose)
    try:
        yield
    finally:
        _places[purpose].release()
