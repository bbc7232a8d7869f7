"""Telling Celery of jobs, beside the request that wrote them: a broker that hangs keeps nobody waiting (F94).

What cannot be told is dropped. The job is in the database, and a sweep finds it.
"""

import logging
import os
import threading
import time
from collections.abc import Callable
from queue import Full, Queue

from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

MOST_WAITING = 1000
QUIET_AFTER_FAILURE = 5.0
Hint = Callable[[], object]


class Hints:
    """A line of hints and the thread that gives them, one a process; a fork begins with its own."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._pid = 0
        self._quiet_until = 0.0

    def give(self, hint: Hint) -> None:
        """Let it be given soon; dropped where too many wait already."""
        try:
            self._line().put_nowait(hint)
        except Full:
            log.warning("the broker is slow: a hint is dropped, and the sweep will find its job")

    def _line(self) -> Queue[Hint]:
        with self._guard:
            if self._pid != os.getpid():
                self._pid, self._waiting = os.getpid(), Queue[Hint](MOST_WAITING)
                threading.Thread(target=self._work, args=[self._waiting], name="hints", daemon=True).start()
            return self._waiting

    def _work(self, waiting: Queue[Hint]) -> None:
        while True:
            hint = waiting.get()
            if time.monotonic() >= self._quiet_until:
                self._try(hint)

    def _try(self, hint: Hint) -> None:
        """A broker that is down is left alone for a few seconds and forgiven."""
        try:
            hint()
        except (OperationalError, OSError) as error:
            self._quiet_until = time.monotonic() + QUIET_AFTER_FAILURE
            log.warning("broker not reached, the sweep will run what it was to hear of: %s", error)
        except Exception:
            log.exception("a hint failed, the sweep will find its job")


hints = Hints()
