"""Celery's worker and beat as threads of this process, if no broker is configured."""

import logging
import threading
import warnings
from time import monotonic
from typing import Any, Self

from celery import current_app
from celery.apps.worker import Worker
from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from celery.worker import state
from django.conf import settings
from django.db import DatabaseError

from core.db.storage import takes_no_changes
from core.jobs import heartbeats
from core.tasks import sweep_now

log = logging.getLogger(__name__)

THREADS = 4
STOP_SECONDS = 5.0
"""Seconds to wait for both threads; the most is needed if a laptop ends right after its start."""


class BackgroundThreads:
    """Runs Celery's worker and beat in threads while the block runs, if the broker is in this process."""

    def __enter__(self) -> Self:
        self.beat: Any = None
        if settings.CELERY_BROKER_URL.startswith("memory://"):
            _sweep_if_delayed()
            self._start()
        return self

    def _start(self) -> None:
        """Start the worker's thread and that of beat."""
        self.worker = threading.Thread(target=_worker().start, name="worker", daemon=True)
        self.worker.start()
        scheduler = settings.CELERY_BEAT_SCHEDULER
        self.beat = EmbeddedService(current_app, thread=True, scheduler_cls=scheduler)
        self.beat.start()

    def __exit__(self, *_: object) -> None:
        if self.beat is not None:
            state.should_stop = 0  # type: ignore[assignment]
            self.beat.service.stop()
            _wake_worker()
            until = monotonic() + STOP_SECONDS
            for thread in (self.worker, self.beat):
                thread.join(max(0.0, until - monotonic()))


def _sweep_if_delayed() -> None:
    """Run in this thread what became due while nothing ran; do nothing soon after the last sweep.

    The worker needs seconds to start, and until then pages would say that calls are late. If the database
    takes no changes, only log it.
    """
    now = heartbeats.database_now()
    if not heartbeats.is_delayed(now):
        return
    try:
        sweep_now(now)
    except DatabaseError as error:
        if not takes_no_changes(error):
            raise
        log.warning("no sweep at the start: %s", error)


def _wake_worker() -> None:
    """Wake the worker's loop so that it ends: it checks after each message, else every two seconds.

    It waits for one more message after that check, so it gets two.
    """
    for _ in range(2):
        current_app.control.broadcast("ping")


def _worker() -> Worker:
    """Return Celery's worker without its cluster features; it accepts only JSON, so it may run as root."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SecurityWarning)
        return Worker(
            app=current_app,
            pool="threads",
            concurrency=THREADS,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            loglevel="WARNING",
            quiet=True,
        )
