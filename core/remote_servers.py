"""Servers of others: how many jobs wait for them at once, and which are left alone for a moment.

Mail, push messages and webhooks share the slots, so a laptop's worker always has threads left that call
matches.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

REST: Final = 30.0  # seconds
MAIL_SERVER: Final = ""
LONGEST: Final = 1_000
MAX_AT_ONCE: Final = 2
"""How many jobs of a process may wait for servers of others; a laptop's worker has four threads."""
_slots = threading.BoundedSemaphore(MAX_AT_ONCE)


@contextmanager
def server_slot() -> Iterator[bool]:
    """Hold one of two slots while a job talks to a server, and yield True; yield False if none is free."""
    is_free = _slots.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            _slots.release()


@dataclass(slots=True)
class Rests:
    """The servers of which this process has just learned that they cannot be reached.

    A server is a host with its port, or `MAIL_SERVER`. `until` is in the seconds of `time.monotonic`.
    """

    until: dict[str, float]

    def is_resting(self, server: str) -> bool:
        """Return whether nothing is sent there for the moment."""
        return self.until.get(server, 0.0) > time.monotonic()

    def begin(self, server: str) -> None:
        """Note that the server rests for half a minute; callers check `is_resting` before they send."""
        if len(self.until) > LONGEST:
            self.until.clear()
        self.until[server] = time.monotonic() + REST


rests = Rests({})
