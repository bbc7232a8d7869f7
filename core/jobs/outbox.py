"""The outbox: intents in the database, Celery as a hint, a sweep as the truth.

A service calls `enqueue` inside its transaction. After the commit the worker is *told*; when the
broker is down nothing happens, and the sweep finds the intent a few seconds later. A handler
loads its thing by id, calls one service and may run twice.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from django.db import DatabaseError, InterfaceError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet

from core import trace
from core.failpoints import reached
from core.logs import note
from core.models import Job, JobState, Ledger
from core.precedence import writers

log = logging.getLogger(__name__)
events = logging.getLogger("jobs")

CLAIM = timedelta(seconds=2)  # from the claim to the lock under which it runs; afterwards the lock counts
CLAIM_ALONE = timedelta(seconds=120)  # of a job that runs outside of every transaction: it ends by then
MOST_ATTEMPTS = 5
SWEEP_BATCH = 200
AGAIN = 0.1  # seconds until a job is tried again that somebody is about to want once more
WAIT_ONCE = """
    INSERT INTO core_job (kind, key, ledger_id, state, due_at, attempts, error, trace)
    VALUES (%s, %s, %s, 'waiting', %s, 0, '', %s)
    ON CONFLICT (kind, key) WHERE state = 'waiting'
    DO UPDATE SET due_at = excluded.due_at WHERE excluded.due_at < core_job.due_at
    RETURNING id
"""


class Handler(Protocol):
    """What runs a job: one service call, idempotent."""

    def __call__(self, ledger_id: int, key: str, now: datetime) -> None:
        """Do the work for the ledger and key of the job."""
        ...


_handlers: dict[str, Handler] = {}
_alone: set[str] = set()
_hint: list[Callable[[int, float], None]] = []


def handles(kind: str, *, alone: bool = False) -> Callable[[Handler], Handler]:
    """Register the handler of a kind of job; used in each app's `tasks.py`.

    One that works long is `alone`: no transaction is open and no row locked while it runs, so that nobody
    waits. It opens its own for what it writes, and may be run again where its worker dies.
    """

    def register(handler: Handler) -> Handler:
        _handlers[kind] = handler
        if alone:
            _alone.add(kind)
        return handler

    return register


def hint_with(tell: Callable[[int, float], None]) -> None:
    """Set how a worker is told of a job's id and in how many seconds it is due (`core.tasks` does)."""
    _hint[:] = [tell]


def enqueue(kind: str, ledger: Ledger, *, key: str, due: datetime, now: datetime) -> None:
    """Write an intent, once for each kind and key that waits; the earlier due time counts.

    One statement, because every result runs it. Workers were told already of one that waits.
    """
    with connection.cursor() as cursor:
        moment = connection.ops.adapt_datetimefield_value(due)
        cursor.execute(WAIT_ONCE, [kind, key, ledger.pk, moment, trace.current()])
        row = cursor.fetchone()
    if row:
        seconds = max(0.0, (due - now).total_seconds())
        transaction.on_commit(lambda: _tell(row[0], seconds), robust=True)


def cancel(kind: str, key: str) -> None:
    """Take back an intent that still waits."""
    Job.objects.filter(kind=kind, key=key, state=JobState.WAITING).delete()


def _tell(job_id: int, seconds: float = 0) -> None:
    reached("job.committed")
    for tell in _hint:
        tell(job_id, seconds)
    reached("job.told")


def due_jobs(now: datetime) -> list[int]:
    """Ids of the intents that are due, or whose worker may have died meanwhile; the long ones last."""
    due = Job.objects.filter(_to_be_done(now)).order_by("due_at").values_list("pk", "kind")[:SWEEP_BATCH]
    return [pk for pk, kind in sorted(due, key=lambda row: row[1] in _alone)]


def overlooked(since: datetime) -> list[int]:
    """Ids of the intents that were due by then and that nobody has begun, but for the long ones."""
    waiting = Job.objects.filter(state=JobState.WAITING, due_at__lte=since, attempts=0)
    few = waiting.exclude(kind__in=_alone).order_by("due_at")
    return list(few.values_list("pk", flat=True)[:SWEEP_BATCH])


def _to_be_done(now: datetime) -> Q:
    begun = Q(state=JobState.RUNNING, claimed_until__lte=now)
    return Q(state=JobState.WAITING, due_at__lte=now) | begun


def seconds_left(job_id: int, now: datetime) -> float:
    """Until a waiting job is to be tried; 0 where it does not wait.

    One that is due and waits still is held by whoever wants it once more and has not committed: they tell
    nobody, since somebody was told.
    """
    waiting = Job.objects.filter(pk=job_id, state=JobState.WAITING)
    due = waiting.values_list("due_at", flat=True).first()
    return max(AGAIN, (due - now).total_seconds()) if due else 0.0


def claim(job_id: int, now: datetime) -> Job | None:
    """Take a job; None where somebody runs it, or nobody is to have it.

    Who runs a job holds its row's lock, which ends with the process: a row that is `running` and free has
    lost its worker. (SQLite locks no rows; there whoever runs a job is the only one who writes.)
    """
    with transaction.atomic():
        free = Job.objects.select_for_update(skip_locked=True)
        job = free.filter(_to_be_done(now), pk=job_id).first()
        if job is None:
            return None
        if job.state == JobState.RUNNING and job.attempts >= MOST_ATTEMPTS:
            _quarantine(job, "each worker that ran it died")
            return None
        job.state, job.attempts = JobState.RUNNING, job.attempts + 1
        job.claimed_until = now + (CLAIM_ALONE if job.kind in _alone else CLAIM)
        job.save(update_fields=["state", "attempts", "claimed_until"])
        return job


def run(job_id: int, now: datetime) -> bool:
    """Claim and run one job; True where this call did the work."""
    job = claim(job_id, now)
    if job is None:
        return False
    reached("job.claimed")
    with trace.traced(job.trace):
        return _run(job, now)


def _run(job: Job, now: datetime) -> bool:
    began = time.perf_counter()
    try:
        done = _work_alone(job, now) if job.kind in _alone else _work(job, now)
        _note(job, "job_done" if done else "job_taken_over", began)
        return done
    except (OperationalError, InterfaceError) as error:
        log.warning("job %s: the database went away: %s", job, error)
        _put_back(job, now)
    except Exception as error:
        log.exception("job %s failed, attempt %s", job, job.attempts)
        _fail(job, now, repr(error))
    return False


def _note(job: Job, event: str, began: float) -> None:
    ms = round((time.perf_counter() - began) * 1000, 1)
    facts = {"job": job.pk, "kind": job.kind, "key": job.key, "ledger": job.ledger_id, "ms": ms}
    note(events, event, {**facts, "attempt": job.attempts})


def _work(job: Job, now: datetime) -> bool:
    """What the job is for and that it is done, in one transaction; False where somebody else took it over.

    Whoever records next waits for its locks, so that it comes first, too.
    """
    with writers.one_more(), transaction.atomic():
        mine = _mine(job).filter(state=JobState.RUNNING)
        if mine.select_for_update().first() is None:
            return False
        _handlers[job.kind](job.ledger_id or 0, job.key, now)
        reached("job.worked")
        mine.update(state=JobState.DONE, done_at=now, error="")
        return True


def _work_alone(job: Job, now: datetime) -> bool:
    """What the job is for, then that it is done, unless somebody else took it over meanwhile."""
    _handlers[job.kind](job.ledger_id or 0, job.key, now)
    reached("job.worked")
    return bool(_mine(job).filter(state=JobState.RUNNING).update(state=JobState.DONE, done_at=now, error=""))


def _quarantine(job: Job, error: str) -> None:
    """It is run no more, so that others are; somebody has to look at it."""
    log.error("job %s is put aside: %s", job, error)
    _mine(job).update(state=JobState.QUARANTINED, error=error)


def _put_back(job: Job, now: datetime) -> None:
    """The attempt does not count; where the database is still away, the claim runs out by itself."""
    with suppress(DatabaseError, InterfaceError):
        if not connection.is_usable():
            connection.close()
        if not _left_to_twin(job, now, ""):
            _mine(job).update(state=JobState.WAITING, due_at=now, attempts=job.attempts - 1)


def _fail(job: Job, now: datetime, error: str) -> None:
    """Wait longer after each failure; quarantine what never succeeds; a waiting twin takes over."""
    if _left_to_twin(job, now, error):
        return
    if job.attempts >= MOST_ATTEMPTS:
        _quarantine(job, error)
        return
    retry = now + timedelta(seconds=2**job.attempts)
    _mine(job).update(state=JobState.WAITING, due_at=retry, error=error)


def _left_to_twin(job: Job, now: datetime, error: str) -> bool:
    """Whether the same intent was written again meanwhile, so that this one is over."""
    twin = Job.objects.filter(kind=job.kind, key=job.key, state=JobState.WAITING).exists()
    if twin:
        _mine(job).update(state=JobState.DONE, done_at=now, error=error)
    return twin


def _mine(job: Job) -> QuerySet[Job]:
    """The job, unless somebody else has claimed it since."""
    return Job.objects.filter(pk=job.pk, attempts=job.attempts)


def put_aside(ledger_id: int) -> int:
    """How many jobs of a ledger failed every attempt and wait for somebody to look at them."""
    return Job.objects.filter(ledger=ledger_id, state=JobState.QUARANTINED).count()


def run_again(job_id: int, now: datetime) -> bool:
    """Let a job that was put aside wait anew; False where it was not, or another one waits in its place."""
    job = Job.objects.filter(pk=job_id, state=JobState.QUARANTINED).first()
    if job is None or Job.objects.filter(kind=job.kind, key=job.key, state=JobState.WAITING).exists():
        return False
    aside = Job.objects.filter(pk=job_id, state=JobState.QUARANTINED)
    found = aside.update(state=JobState.WAITING, attempts=0, due_at=now, error="")
    transaction.on_commit(lambda: _tell(job_id), robust=True)
    return bool(found)


def forget_old(now: datetime) -> None:
    """Delete jobs that were done more than a week ago."""
    Job.objects.filter(state=JobState.DONE, done_at__lt=now - timedelta(days=7)).delete()
