"""The outbox: jobs are rows, Celery messages only announce them, and a sweep finds what no message announced.

A service calls `enqueue` inside its transaction. After the commit workers are notified; if the broker is down
nothing happens, and the sweep finds the row a few seconds later. A handler loads its object by id, calls one
service and may run twice.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet

from core import logs
from core.failpoints import reached
from core.logs import note
from core.models import Job, JobState, Ledger

log = logging.getLogger(__name__)
events = logging.getLogger("jobs")

CLAIM = timedelta(seconds=2)  # from the claim until the job holds its row lock, which counts from then on
CLAIM_ALONE = timedelta(seconds=120)  # for a job outside of a transaction: it ends by then
MAX_ATTEMPTS = 5
SWEEP_BATCH = 200
SEND_AGAIN = timedelta(seconds=60)  # until a long job that waits in the broker is sent once more
AGAIN = 0.1  # seconds until a locked row is tried again
WAIT_ONCE = """
    INSERT INTO core_job (kind, key, ledger_id, state, due_at, attempts, error, trace)
    VALUES (%s, %s, %s, 'waiting', %s, 0, '', %s)
    ON CONFLICT (kind, key) WHERE state = 'waiting'
    DO UPDATE SET due_at = excluded.due_at WHERE excluded.due_at < core_job.due_at
    RETURNING id
"""


class Handler(Protocol):
    """The function that runs a kind of job: one service call, idempotent."""

    def __call__(self, ledger_id: int, key: str, now: datetime) -> None:
        """Do the work for the job's ledger (a primary key, 0 for a job of no tournament) and key."""
        ...


class Message(NamedTuple):
    """The message about a row; workers use only the id, monitors such as Flower show the rest."""

    job_id: int
    kind: str
    key: str
    ledger_id: int | None


Notify = Callable[[Message, float], None]
_handlers: dict[str, Handler] = {}
_alone: set[str] = set()
_notify: list[Notify] = []


def handles(kind: str, *, alone: bool = False) -> Callable[[Handler], Handler]:
    """Return a decorator that registers the handler of a kind of job.

    A slow handler is `alone`: while it runs, no transaction is open and no row locked, so nothing waits for
    it. It opens its own transactions, and may run again if its worker dies.
    """

    def register(handler: Handler) -> Handler:
        """Register the handler, and return it."""
        _handlers[kind] = handler
        if alone:
            _alone.add(kind)
        return handler

    return register


def long_kinds() -> frozenset[str]:
    """Return the kinds of job that run outside of a transaction, which the sweep sends to workers."""
    return frozenset(_alone)


def notify_with(notify: Notify) -> None:
    """Set the function that notifies workers of a row and the seconds until it is due (`core.tasks`)."""
    _notify[:] = [notify]


def enqueue(kind: str, ledger: Ledger | None, *, key: str, due: datetime, now: datetime) -> None:
    """Write a job, and notify workers after the commit; call it in the transaction of the cause.

    If a job of this kind and key waits already, it only becomes due earlier if `due` is earlier. `ledger` is
    None for a job of no tournament. One statement, because every result runs it.
    """
    with connection.cursor() as cursor:
        moment = connection.ops.adapt_datetimefield_value(due)
        ledger_id = ledger.pk if ledger else None
        cursor.execute(WAIT_ONCE, [kind, key, ledger_id, moment, logs.current_trace()])
        row = cursor.fetchone()
    if row:
        seconds = max(0.0, (due - now).total_seconds())
        message = Message(row[0], kind, key, ledger_id)
        transaction.on_commit(lambda: _announce(message, seconds), robust=True)


def cancel(kind: str, key: str) -> None:
    """Delete the job of this kind and key if it still waits; one that runs goes on."""
    Job.objects.filter(kind=kind, key=key, state=JobState.WAITING).delete()


def _announce(message: Message, seconds: float = 0) -> None:
    """Notify workers of the committed job, which is due in so many seconds."""
    reached("job.committed")
    for notify in _notify:
        notify(message, seconds)
    reached("job.told")


def due_jobs(now: datetime) -> list[int]:
    """Return the ids of at most 200 short jobs, longest due first: due, or their worker may have died."""
    due = Job.objects.filter(_runnable(now)).exclude(kind__in=_alone)
    return list(due.order_by("due_at").values_list("pk", flat=True)[:SWEEP_BATCH])


def overdue_jobs(since: datetime) -> list[int]:
    """Return the ids of at most 200 short jobs that were due by `since` and never begun, oldest first."""
    waiting = Job.objects.filter(state=JobState.WAITING, due_at__lte=since, attempts=0)
    short = waiting.exclude(kind__in=_alone).order_by("due_at")
    return list(short.values_list("pk", flat=True)[:SWEEP_BATCH])


def claim_long_jobs_to_send(now: datetime, late: timedelta) -> list[Message]:
    """Return the messages of long jobs that are late by this much, or whose worker may have died.

    Mark the waiting ones as sent, so that each is returned once a minute.
    """
    waiting = Q(state=JobState.WAITING, due_at__lte=now - late) & (
        Q(claimed_until=None) | Q(claimed_until__lte=now)
    )
    died = Q(state=JobState.RUNNING, claimed_until__lte=now)
    jobs = list(Job.objects.filter(waiting | died, kind__in=_alone).order_by("due_at")[:SWEEP_BATCH])
    sent = Job.objects.filter(pk__in=[job.pk for job in jobs], state=JobState.WAITING)
    sent.update(claimed_until=now + SEND_AGAIN)
    return [message_of(job) for job in jobs]


def coming_jobs(first: datetime, last: datetime) -> list[tuple[Message, datetime]]:
    """Return the messages of waiting jobs that are due after `first` and up to `last`, with their due times.

    The earliest comes first.
    """
    waiting = Job.objects.filter(state=JobState.WAITING, due_at__gt=first, due_at__lte=last)
    return [(message_of(job), job.due_at) for job in waiting.order_by("due_at")]


def _runnable(now: datetime) -> Q:
    """Return the condition for a job to claim: it waits and is due, or may have lost its worker."""
    begun = Q(state=JobState.RUNNING, claimed_until__lte=now)
    return Q(state=JobState.WAITING, due_at__lte=now) | begun


def waiting_message(job_id: int, now: datetime) -> tuple[Message, float] | None:
    """Return a waiting job's message and the seconds until it is tried (`AGAIN` or more); else None.

    A job that is due and still waits is locked by a transaction that writes it again. That transaction
    notifies no worker, so the job is tried again soon.
    """
    job = Job.objects.filter(pk=job_id, state=JobState.WAITING).first()
    return (message_of(job), max(AGAIN, (job.due_at - now).total_seconds())) if job else None


def message_of(job: Job) -> Message:
    """Return the message that announces a job."""
    return Message(job.pk, job.kind, job.key, job.ledger_id)


def claim(job_id: int, now: datetime) -> Job | None:
    """Claim a job and count the attempt; return None if another process runs it, or if it must not run.

    A job that lost `MAX_ATTEMPTS` workers is quarantined; a slow one that was written again is done by that.

    The process that runs a job holds its row's lock, which ends with the process: a row that is `running` and
    unlocked has lost its worker. (SQLite locks no rows; there only one process writes.)
    """
    with transaction.atomic():
        free = Job.objects.select_for_update(skip_locked=True)
        job = free.filter(_runnable(now), pk=job_id).first()
        if job is None:
            return None
        if job.state == JobState.RUNNING and job.attempts >= MAX_ATTEMPTS:
            _quarantine(job, "each worker that ran it died")
            return None
        if job.kind in _alone and job.state == JobState.RUNNING and _leave_to_twin(job, now, ""):
            return None
        job.state, job.attempts = JobState.RUNNING, job.attempts + 1
        job.claimed_until = now + (CLAIM_ALONE if job.kind in _alone else CLAIM)
        job.save(update_fields=["state", "attempts", "claimed_until"])
        return job


def run(job_id: int, now: datetime, *, by: str = "worker") -> bool:
    """Claim and run one job; return True if this call did the work. A failure is logged, not raised.

    `by` names the process for the metrics: `worker`, or `web` for the fallback scheduler.
    """
    job = claim(job_id, now)
    if job is None:
        return False
    reached("job.claimed")
    with logs.traced(job.trace):
        return _run(job, now, by)


def _run(job: Job, now: datetime, by: str) -> bool:
    """Run a claimed job and log it; after an error, put it back or count a failure and return False."""
    began = time.perf_counter()
    try:
        done = _work_alone(job, now, by) if job.kind in _alone else _work(job, now, by)
        _log_outcome(job, "job_done" if done else "job_taken_over", began)
        return done
    except (OperationalError, InterfaceError) as error:
        log.warning("job %s: lost the connection to the database: %s", job, error)
        _put_back(job, now)
    except Exception as error:
        log.exception("job %s failed, attempt %s", job, job.attempts)
        _fail(job, now, repr(error))
    return False


def _log_outcome(job: Job, event: str, began: float) -> None:
    """Log what became of a job, and how long it took since `began` (`time.perf_counter`)."""
    ms = round((time.perf_counter() - began) * 1000, 1)
    facts = {"job": job.pk, "kind": job.kind, "key": job.key, "ledger": job.ledger_id, "ms": ms}
    note(events, event, {**facts, "attempt": job.attempts})


def _work(job: Job, now: datetime, by: str) -> bool:
    """Do the job and mark it done in one transaction; False if another worker took it over."""
    with transaction.atomic():
        mine = _own_claim(job).filter(state=JobState.RUNNING)
        if mine.select_for_update().first() is None:
            return False
        _handlers[job.kind](job.ledger_id or 0, job.key, now)
        reached("job.worked")
        mine.update(state=JobState.DONE, done_at=now, error="", ran_by=by)
        return True


def _work_alone(job: Job, now: datetime, by: str) -> bool:
    """Run the job outside of a transaction, then mark it done; False if another process took it over."""
    _handlers[job.kind](job.ledger_id or 0, job.key, now)
    reached("job.worked")
    mine = _own_claim(job).filter(state=JobState.RUNNING)
    return bool(mine.update(state=JobState.DONE, done_at=now, error="", ran_by=by))


def _quarantine(job: Job, error: str) -> None:
    """Mark a job that always fails as quarantined, so that others run; an operator has to look at it."""
    log.error("job %s is quarantined: %s", job, error)
    _own_claim(job).update(state=JobState.QUARANTINED, error=error)


def _put_back(job: Job, now: datetime) -> None:
    """Make the job wait again, due now, and do not count the attempt; ignore database errors.

    If the same job was written again since, that one takes over.
    """
    with suppress(DatabaseError, InterfaceError):
        if not connection.is_usable():
            connection.close()
        if not _leave_to_twin(job, now, ""):
            waits = {"state": JobState.WAITING, "due_at": now, "claimed_until": None}
            _own_claim(job).update(**waits, attempts=job.attempts - 1)


def _fail(job: Job, now: datetime, error: str) -> None:
    """Make the job wait 2, 4, 8, 16 seconds after a failure; quarantine it after the fifth.

    If the same job was written again since, that one takes over.
    """
    if _leave_to_twin(job, now, error):
        return
    if job.attempts >= MAX_ATTEMPTS:
        _quarantine(job, error)
        return
    retry = now + timedelta(seconds=2**job.attempts)
    _own_claim(job).update(state=JobState.WAITING, due_at=retry, claimed_until=None, error=error)


def _leave_to_twin(job: Job, now: datetime, error: str) -> bool:
    """Mark the job as done if another of its kind and key waits in its place; return whether that is so."""
    twin = Job.objects.filter(kind=job.kind, key=job.key, state=JobState.WAITING).exists()
    if twin:
        _own_claim(job).update(state=JobState.DONE, done_at=now, error=error)
    return twin


def _own_claim(job: Job) -> QuerySet[Job]:
    """Select the job's row, unless another process has claimed it since."""
    return Job.objects.filter(pk=job.pk, attempts=job.attempts)


def retry_quarantined(job_id: int, now: datetime) -> bool:
    """Make a quarantined job wait again, with all its attempts, and notify workers.

    Return False if it is not in quarantine, or if another job of its kind and key waits.
    """
    job = Job.objects.filter(pk=job_id, state=JobState.QUARANTINED).first()
    if job is None or Job.objects.filter(kind=job.kind, key=job.key, state=JobState.WAITING).exists():
        return False
    aside = Job.objects.filter(pk=job_id, state=JobState.QUARANTINED)
    found = aside.update(state=JobState.WAITING, attempts=0, due_at=now, error="")
    transaction.on_commit(lambda: _announce(message_of(job)), robust=True)
    return bool(found)


def forget_old(now: datetime) -> None:
    """Delete jobs that were done more than a week ago."""
    Job.objects.filter(state=JobState.DONE, done_at__lt=now - timedelta(days=7)).delete()
