"""The worker and its clock in threads of this process, where no broker is set."""

import threading
import warnings
from typing import Any

from celery import current_app
from celery.apps.worker import Worker
from celery.beat import EmbeddedService
from celery.exceptions import SecurityWarning
from celery.worker import state
from django.conf import settings

THREADS = 4
WHEN = "celery.beat:Scheduler"  # keeps no file: the sweep is the only thing that it knows
STOP_SECONDS = 1.5


class Background:
    """Runs them for as long as the block runs."""

    def __enter__(self) -> None:
        self.beat: Any = None
        if not settings.CELERY_BROKER_URL.startswith("memory://"):
            return
        threading.Thread(target=_worker().start, name="worker", daemon=True).start()
        self.beat = EmbeddedService(current_app, thread=True, scheduler_cls=WHEN)
        self.beat.start()

    def __exit__(self, *_: object) -> None:
        if self.beat is not None:
            state.should_stop = 0  # type: ignore[assignment]
            self.beat.service.stop()
            self.beat.join(STOP_SECONDS)


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
