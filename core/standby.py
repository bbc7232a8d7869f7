"""Web processes stand by: where nobody sweeps any more, they do, so that the day goes on (F93, F94).

A dead beat, broker or worker costs seconds of a call, not the day. Every second a web process looks for what
was due a little ago and nobody has begun, and runs it: whoever was to hear of it is dead, or starts just now.
As often as there are sweeps it looks after those: where the last was three intervals ago, one of them sweeps.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from core.jobs import heartbeats, outbox
from core.jobs.hinting import hints
from core.tasks import sweep, sweep_now

log = logging.getLogger(__name__)

MISSED = 3  # sweeps
LOOK, PATIENCE = 1.0, 1.5  # seconds between two looks, and until what is due is taken for overlooked
USUAL = 5  # seconds between two sweeps; where these are longer, so is all of this
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
    every = max(1, round(settings.SWEEP_SECONDS / (LOOK * _slower())))
    for look in count(1):
        nap.wait(LOOK * _slower())
        look_again(at_sweeps=look % every == 0)


def look_again(*, at_sweeps: bool = True) -> None:
    """One look, also at who sweeps; whatever fails, the next one comes."""
    try:
        close_old_connections()
        now = heartbeats.database_now()
        if not (at_sweeps and stand_by(now)):
            catch_up(now)
    except DatabaseError as error:
        log.warning("standing by, but the database does not answer: %s", error)
    except Exception:
        log.exception("standing by failed")


def catch_up(now: datetime) -> int:
    """Run what nobody has begun though it was due; how many jobs. One that killed a worker is left alone."""
    since = now - timedelta(seconds=PATIENCE * _slower())
    return sum(outbox.run(job, heartbeats.database_now()) for job in outbox.overlooked(since))


def _slower() -> float:
    slower: float = settings.SWEEP_SECONDS / USUAL
    return max(1.0, slower)


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
