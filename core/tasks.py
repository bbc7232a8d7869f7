"""What Celery runs: one job by its id, and the sweep that finds what was missed."""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.db import DatabaseError

from core.db.folded import fold_missing
from core.db.storage import takes_no_changes
from core.failpoints import reached
from core.http import idempotency, rate_limit, sessions
from core.jobs import heartbeats, outbox
from core.jobs.hinting import hints

log = logging.getLogger(__name__)

LONGEST_HOP = 600.0  # seconds; brokers take back what a worker keeps for half an hour


@shared_task(name="core.run_job")
def run_job(job_id: int) -> None:
    """Run one job, if it is still to be done; one that is due later is told again for then."""
    reached("job.heard")
    now = heartbeats.database_now()
    heartbeats.beat("worker", now)
    if not outbox.run(job_id, now) and (seconds := outbox.seconds_left(job_id, now)):
        tell_worker(job_id, seconds)


@shared_task(name="core.sweep")
def sweep(by: str = "") -> None:
    """Run everything that is due, which proves that workers consume; `by` "beat", that beat lives too.

    Of beat's calls that waited while no worker ran, one is worked off. (An expiry would do that by the
    worker's clock, and one that is ahead would take nothing at all.)
    """
    try:
        now = heartbeats.database_now()
        heartbeats.beat("worker", now)
        if by == "beat":
            if not heartbeats.take_turn(now, timedelta(seconds=settings.SWEEP_SECONDS / 2)):
                return
            heartbeats.beat("clock", now)
        sweep_now(now)
    except DatabaseError as error:
        if not takes_no_changes(error):
            raise
        log.warning("nothing is swept while the database takes no changes: %s", error)


def sweep_now(now: datetime) -> None:
    """Run everything that is due, in this process."""
    heartbeats.beat("sweep", now)
    for job_id in outbox.due_jobs(now):
        outbox.run(job_id, heartbeats.database_now())
    outbox.forget_old(now)
    idempotency.forget_old(now)
    rate_limit.forget_old(now)
    sessions.forget_old(now)
    fold_missing()


def tell_worker(job_id: int, seconds: float = 0) -> None:
    """Hint Celery at a job that is due in so many seconds."""
    hop = min(seconds, LONGEST_HOP)
    hints.give(lambda: run_job.apply_async((job_id,), retry=False, countdown=hop))


outbox.hint_with(tell_worker)
