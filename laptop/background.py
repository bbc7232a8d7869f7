"""The worker and its clock in threads of this process, where no broker is set."""

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

THREADS = 4
STOP_SECONDS = 5.0
"""How long both together are waited for: a laptop that is ended as soon as it starts takes the most."""


class Background:
    """Runs them for as long as the block runs."""

    def __enter__(self) -> Self:
        self.beat: Any = None
        if settings.CELERY_BROKER_URL.startswith("memory://"):
            self._start()
        return self

    def _start(self) -> None:
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


def _wake_worker() -> None:
    """Let its loop see that it has to end: it looks once after each message, else every two seconds.

    It waits for one message more after it has seen that, so it gets two.
    """
    for _ in range(2):
        current_app.control.broadcast("ping")


def _worker() -> Worker:
    """Celery's own, without what only several need; it takes nothing but JSON, so it may be root."""
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
