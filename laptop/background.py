"""The worker and its clock in threads of this process, where no broker is set."""

import threading
import warnings
from datetime import timedelta
from time import monotonic
from typing import Any

from celery import current_app
from celery.apps.worker import Worker
from celery.beat import EmbeddedService, Scheduler
from celery.exceptions import SecurityWarning
from celery.worker import state
from django.conf import settings

THREADS = 4
WHEN = "laptop.background:Prompt"
STOP_SECONDS = 5.0
"""How long both together are waited for: a laptop that is ended as soon as it starts takes the most."""


class Prompt(Scheduler):
    """Celery's own that keeps no file, since it knows nothing but the sweep; the first one is at once."""

    def setup_schedule(self) -> None:
        """All is due now, not an interval later."""
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at = entry.default_now() - timedelta(seconds=settings.SWEEP_SECONDS)


class Background:
    """Runs them for as long as the block runs."""

    def __enter__(self) -> None:
        self.beat: Any = None
        if not settings.CELERY_BROKER_URL.startswith("memory://"):
            return
        self.worker = threading.Thread(target=_worker().start, name="worker", daemon=True)
        self.worker.start()
        self.beat = EmbeddedService(current_app, thread=True, scheduler_cls=WHEN)
        self.beat.start()

    def __exit__(self, *_: object) -> None:
        if self.beat is not None:
            state.should_stop = 0  # type: ignore[assignment]
            self.beat.service.stop()
            until = monotonic() + STOP_SECONDS
            for thread in (self.worker, self.beat):
                thread.join(max(0.0, until - monotonic()))


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
