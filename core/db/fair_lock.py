"""Threads of one process that take turns, first come first served."""

import threading
from collections import deque
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from weakref import WeakValueDictionary

PATIENCE = 10.0  # seconds


class Turn:
    """A lock that goes to who asked first."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._is_taken = False
        self._waiting: deque[threading.Event] = deque()

    def take(self, seconds: float) -> bool:
        """Wait for it; False where it does not come in time."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            mine = threading.Event()
            self._waiting.append(mine)
        return mine.wait(seconds) or self._came_at_last(mine)

    def _came_at_last(self, mine: threading.Event) -> bool:
        with self._guard:
            if not mine.is_set():
                self._waiting.remove(mine)
            return mine.is_set()

    def give(self) -> None:
        """Hand it to the next."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._is_taken = False


_turns: MutableMapping[str, Turn] = WeakValueDictionary()


@contextmanager
def serialized(name: str) -> Iterator[None]:
    """Wait for those of this process who came before with the same name, at most `PATIENCE`.

    Nothing depends on it, the database's locks guard what has to be guarded: a thread that would wait there
    waits here, without an open transaction, and leaves the processor to the one that has the lock.
    """
    turn = _turns.setdefault(name, Turn())
    if not turn.take(PATIENCE):
        yield
        return
    try:
        yield
    finally:
        turn.give()
