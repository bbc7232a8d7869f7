"""What Celery runs: one job by its id, and the sweep that finds what was missed."""

import logging
import time
from datetime import datetime

from celery import shared_task
from django.db import DatabaseError
from django.utils import timezone
from kombu.exceptions import OperationalError

from core import counting, idempotency, jobs
from core.failpoints import reached
from core.storage import takes_no_changes

log = logging.getLogger(__name__)

QUIET_AFTER_FAILURE = 5.0
_quiet_until = [0.0]


@shared_task(name="core.run_job")
def run_job(job_id: int) -> None:
    """Run one job, if it is still to be done."""
    reached("job.heard")
    now = timezone.now()
    jobs.run(job_id, now)
    jobs.beat("worker", now)


@shared_task(name="core.sweep")
def sweep() -> None:
    """Run everything that is due; proves on the way that workers consume."""
    try:
        _sweep(timezone.now())
    except DatabaseError as error:
        if not takes_no_changes(error):
            raise
        log.warning("nothing is swept while the database takes no changes: %s", error)


def _sweep(now: datetime) -> None:
    jobs.beat("worker", now)
    for job_id in jobs.due_jobs(now):
        jobs.run(job_id, timezone.now())
    jobs.forget_old(now)
    idempotency.forget_old(now)
    counting.forget_old(now)


def tell_worker(job_id: int) -> None:
    """Hint Celery; a broker that is down is left alone for a few seconds and forgiven."""
    if time.monotonic() < _quiet_until[0]:
        return
    try:
        run_job.apply_async((job_id,), retry=False)
    except (OperationalError, OSError):
        _quiet_until[0] = time.monotonic() + QUIET_AFTER_FAILURE
        log.warning("broker not reached; the sweep will run job %s", job_id)


jobs.hint_with(tell_worker)
