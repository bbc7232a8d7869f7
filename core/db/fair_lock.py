"""A first-come, first-served lock for the threads of one process."""

import threading
from collections import deque
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from weakref import WeakValueDictionary

PATIENCE = 10.0  # seconds


class FairLock:
    """A lock that goes to the thread that has waited longest."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    def acquire(self, seconds: float) -> bool:
        """Wait for the lock at most so many seconds; return whether this thread now holds it."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        return mine.wait(seconds) or self._stop_waiting(mine)

    def _stop_waiting(self, mine: threading.Event) -> bool:
        """Leave the queue after a timeout; return True if the lock came just then and is held."""
        with self._guard:
            if not mine.is_set():
                self._waiting.remove(mine)
            return mine.is_set()

    def release(self) -> None:
        """Pass the lock to the thread that has waited longest; without one it becomes free."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_locks: MutableMapping[str, FairLock] = WeakValueDictionary()


@contextmanager
def serialized(name: str) -> Iterator[None]:
    """Run the block after earlier ones of the same name in this process.

    After 10 seconds of waiting it runs beside them. Correctness does not depend on it: the database's locks
    guard the data. A thread that would wait there waits here, without an open transaction, and leaves the
    processor to the thread that holds the lock.
    """
    lock = _locks.setdefault(name, FairLock())
    if not lock.acquire(PATIENCE):
        yield
        return
    try:
        yield
    finally:
        lock.release()
