"""Celery tasks: one for each kind of job, each for one row of the outbox, and the sweep."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.conf import settings
from django.db import DatabaseError

from core.db.folded import fold_missing
from core.db.storage import takes_no_changes
from core.failpoints import reached
from core.http import idempotency, rate_limit, sessions
from core.jobs import heartbeats, outbox
from core.jobs.publisher import publisher

log = logging.getLogger(__name__)

AHEAD = 2  # sweeps: later jobs are not sent yet, so that no worker collects messages for hours
_tasks: dict[str, Any] = {}


def job(
    kind: str, *, soft_time_limit: int, time_limit: int, name: str = "", alone: bool = False
) -> Callable[[outbox.Handler], outbox.Handler]:
    """Return a decorator that registers the handler of a kind of job, and its task: `name`, or the kind's
    name.

    Time limits are in seconds. A slow handler is `alone`, as in `outbox.handles`. The message contains only a
    row's id.
    """

    def register(handler: outbox.Handler) -> outbox.Handler:
        """Register the handler and its task, and return the handler."""
        outbox.handles(kind, alone=alone)(handler)
        task = shared_task(name=name or kind, soft_time_limit=soft_time_limit, time_limit=time_limit)
        _tasks[kind] = task(run_job)
        return handler

    return register


def run_job(job_id: int) -> None:
    """Run one job if it is still to be done; if it is due later, notify workers again. Record a heartbeat."""
    reached("job.heard")
    now = heartbeats.database_now()
    heartbeats.record_heartbeat("worker", now)
    if not outbox.run(job_id, now) and (waiting := outbox.waiting_message(job_id, now)):
        notify_workers(*waiting)


@shared_task(name="core.sweep", soft_time_limit=60, time_limit=90)
def sweep(by: str = "") -> None:
    """Run what is due and record a worker's heartbeat; a database that takes no changes is only logged.

    With `by` "beat", record the scheduler's heartbeat, and sweep only if no process has swept for half of
    `SWEEP_SECONDS`: of beat's messages that waited while no worker ran, only one sweeps. A message expiry
    would depend on the worker's clock, and a worker whose clock is ahead would accept no message at all.
    """
    try:
        now = heartbeats.database_now()
        heartbeats.record_heartbeat("worker", now)
        if by == "beat":
            heartbeats.record_heartbeat("clock", now)
            if not heartbeats.claim_sweep(now, timedelta(seconds=settings.SWEEP_SECONDS / 2)):
                return
        sweep_now(now)
    except DatabaseError as error:
        if not takes_no_changes(error):
            raise
        log.warning("no sweep while the database is read-only: %s", error)


def sweep_now(now: datetime, *, by: str = "worker") -> None:
    """Run the due short jobs in this process, send late long ones and those due soon, and delete old rows.

    Also record the heartbeat `sweep`, and fill missing folded columns.
    """
    heartbeats.record_heartbeat("sweep", now)
    for job_id in outbox.due_jobs(now):
        outbox.run(job_id, heartbeats.database_now(), by=by)
    interval = timedelta(seconds=settings.SWEEP_SECONDS)
    for message in outbox.claim_long_jobs_to_send(now, late=interval):
        notify_workers(message)
    for message, due in outbox.coming_jobs(now + interval, now + AHEAD * interval):
        notify_workers(message, (due - now).total_seconds())
    outbox.forget_old(now)
    idempotency.forget_old(now)
    rate_limit.forget_old(now)
    sessions.forget_old(now)
    fold_missing()


def notify_workers(message: outbox.Message, seconds: float = 0) -> None:
    """Queue the Celery message of a job that is due in so many seconds.

    Nothing is sent if it is due later than two sweeps from now, or if the broker is down: a sweep finds it.
    """
    if seconds > AHEAD * settings.SWEEP_SECONDS:
        return
    task = _tasks[message.kind]
    shown = f"job={message.job_id} ledger={message.ledger_id} key={message.key}"
    options = {"countdown": seconds, "argsrepr": shown}
    publisher.submit(lambda producer: task.apply_async((message.job_id,), producer=producer, **options))


outbox.notify_with(notify_workers)
