"""A first-come, first-served lock for the threads of one process."""

import threading
from collections import deque
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from weakref import WeakValueDictionary

PATIENCE = 10.0  # seconds


class Turn:
    """A lock that goes to the thread that has waited longest."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for the lock; return False if it does not come within so many seconds."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        return mine.wait(seconds) or self._came_at_last(mine)

    def _came_at_last(self, mine: threading.Event) -> bool:
        """Return whether the lock came just as the wait ended."""
        with self._guard:
            if not mine.is_set():
                self._waiting.remove(mine)
            return mine.is_set()

    def give(self) -> None:
        """Pass the lock to the next thread."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_turns: MutableMapping[str, Turn] = WeakValueDictionary()


@contextmanager
def serialized(name: str) -> Iterator[None]:
    """Wait for the earlier threads of this process that use the same name, at most `PATIENCE` seconds.

    Correctness does not depend on it: the database's locks guard the data. A thread that would wait there
    waits here, without an open transaction, and leaves the processor to the thread that holds the lock.
    """
    turn = _turns.setdefault(name, Turn())
    if not turn.take(PATIENCE):
        yield
        return
    try:
        yield
    finally:
        turn.give()
