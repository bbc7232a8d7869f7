"""Web processes run what no worker has begun: a day goes on without workers, beat or broker (F93, F94).

Each second a web process runs the short jobs that were due a moment ago. If no process has swept for
three intervals, one web process sweeps. A job that a worker began is left to the sweep: it may kill its
process.
"""

import logging
import os
import threading
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from core.jobs import heartbeats, outbox
from core.tasks import sweep_now

log = logging.getLogger(__name__)

MISSED = 3  # sweeps
USUAL = 5  # seconds between two sweeps; the next two values suit it, and grow with a longer interval
LOOK, PATIENCE = 1.0, 1.5  # seconds between two checks, and until a due job is overdue
WEB = "web"
Application = Callable[[dict[str, object], Callable[..., Any]], Iterable[bytes]]


class FallbackScheduler:
    """A WSGI application whose process runs what is overdue, from its first request on."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self._guard = threading.Lock()
        self._pid = 0

    def __call__(self, environ: dict[str, object], start_response: Callable[..., object]) -> Iterable[bytes]:
        """Return the application's response; the first request of a process starts its thread."""
        if self._pid != os.getpid():
            self._start_thread()
        return self.application(environ, start_response)

    def _start_thread(self) -> None:
        """Start the thread that runs what is overdue, once in each process; a laptop needs none."""
        with self._guard:
            if self._pid == os.getpid():
                return
            self._pid = os.getpid()
        if not settings.CELERY_BROKER_URL.startswith("memory:"):  # a laptop's worker is in this process
            threading.Thread(target=_watch, name="fallback", daemon=True).start()


def _watch() -> None:
    """Run what is overdue, about once a second, until the process ends."""
    nap = threading.Event()
    while True:
        nap.wait(LOOK * _slowdown())
        run_fallback()


def run_fallback() -> None:
    """Run overdue jobs, and sweep if no process does. Log all errors, because the thread must survive."""
    try:
        close_old_connections()
        now = heartbeats.database_now()
        run_overdue(now)
        sweep_if_missed(now)
    except DatabaseError as error:
        log.warning("the fallback scheduler waits: the database does not answer: %s", error)
    except Exception:  # any job may fail; the thread must survive
        log.exception("the fallback scheduler failed")


def run_overdue(now: datetime) -> int:
    """Run the short jobs that were due 1.5 seconds ago and not begun; return how many succeeded here.

    The 1.5 seconds grow with the interval between sweeps.
    """
    since = now - timedelta(seconds=PATIENCE * _slowdown())
    return sum(outbox.run(job, heartbeats.database_now(), by=WEB) for job in outbox.overdue_jobs(since))


def sweep_if_missed(now: datetime) -> bool:
    """Sweep if no process has for three intervals; return whether this process did."""
    missed = timedelta(seconds=MISSED * settings.SWEEP_SECONDS)
    if not heartbeats.is_silent("sweep", now, missed) or not heartbeats.claim_sweep(now, missed):
        return False
    log.warning("no worker has swept recently: a web process sweeps instead")
    sweep_now(now, by=WEB)
    return True


def _slowdown() -> float:
    """Return the factor, at least 1, by which sweeps are less frequent than the usual every 5 seconds."""
    slower: float = settings.SWEEP_SECONDS / USUAL
    return max(1.0, slower)
