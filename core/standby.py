"""Web processes stand by: where nobody sweeps any more, they do, so that the day goes on (F93, F94).

A dead beat, broker or worker costs seconds of a call, not the day. Each web process looks every few seconds
with one query; one of them sweeps where the last sweep was three intervals ago.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from core.jobs import heartbeats
from core.jobs.hinting import hints
from core.tasks import sweep, sweep_now

log = logging.getLogger(__name__)

MISSED = 3  # sweeps
Application = Callable[[dict[str, object], Callable[..., Any]], Iterable[bytes]]


class Attended:
    """A WSGI application in whose process somebody stands by, from its first request on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._guard = threading.Lock()
        self._pid = 0

    def __call__(self, environ: dict[str, object], start_response: Callable[..., object]) -> Iterable[bytes]:
        """Answer as ever."""
        if self._pid != os.getpid():
            self._begin()
        return self.application(environ, start_response)

    def _begin(self) -> None:
        with self._guard:
            if self._pid == os.getpid():
                return
            self._pid = os.getpid()
        threading.Thread(target=_watch, name="standby", daemon=True).start()


def _watch() -> None:
    nap = threading.Event()
    while not nap.wait(settings.SWEEP_SECONDS):
        look_again()


def look_again() -> None:
    """One look; whatever fails, the next one comes."""
    try:
        close_old_connections()
        stand_by(heartbeats.database_now())
    except DatabaseError as error:
        log.warning("standing by, but the database does not answer: %s", error)
    except Exception:
        log.exception("standing by failed")


def stand_by(now: datetime) -> bool:
    """Have it swept where nobody has: by a worker that lives, else here. True where this process swept."""
    missed = timedelta(seconds=MISSED * settings.SWEEP_SECONDS)
    if not heartbeats.is_silent("sweep", now, missed):
        return False
    hints.give(lambda: sweep.apply_async(retry=False))
    if not heartbeats.is_silent("worker", now, 2 * missed) or not heartbeats.take_turn(now, missed):
        return False
    log.warning("no worker has swept for a while: a web process does it")
    sweep_now(now)
    return True
