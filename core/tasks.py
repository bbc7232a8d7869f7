"""What Celery runs: one job by its id, and the sweep that finds what was missed."""

import logging
import time
from datetime import datetime

from celery import shared_task
from django.db import DatabaseError
from django.utils import timezone
from kombu.exceptions import OperationalError

from core.db.storage import takes_no_changes
from core.failpoints import reached
from core.http import idempotency
from core.http.rate_limit import forget_old
from core.jobs import outbox

log = logging.getLogger(__name__)

QUIET_AFTER_FAILURE = 5.0
_quiet_until = [0.0]


@shared_task(name="core.run_job")
def run_job(job_id: int) -> None:
    """Run one job, if it is still to be done."""
    reached("job.heard")
    now = timezone.now()
    outbox.run(job_id, now)
    outbox.beat("worker", now)


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
    outbox.beat("worker", now)
    for job_id in outbox.due_jobs(now):
        outbox.run(job_id, timezone.now())
    outbox.forget_old(now)
    idempotency.forget_old(now)
    forget_old(now)


def tell_worker(job_id: int) -> None:
    """Hint Celery; a broker that is down is left alone for a few seconds and forgiven."""
    if time.monotonic() < _quiet_until[0]:
        return
    try:
        run_job.apply_async((job_id,), retry=False)
    except (OperationalError, OSError):
        _quiet_until[0] = time.monotonic() + QUIET_AFTER_FAILURE
        log.warning("broker not reached; the sweep will run job %s", job_id)


outbox.hint_with(tell_worker)
