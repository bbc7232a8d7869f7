"""Gauges that are read at each scrape: jobs, heartbeats, clocks, disk, backups."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from core.db import storage
from core.jobs import heartbeats
from core.jobs.outbox import long_kinds
from core.models import Heartbeat, Job, JobState
from operating.backup.state import state
from operating.metrics.text import Gauge
from tournaments.models import Tournament

Values = dict[tuple[str, ...], float]
"""Values of one metric, each by the values of its labels."""
LATELY = timedelta(minutes=15)
OPEN_STATES = [one.value for one in (JobState.WAITING, JobState.RUNNING, JobState.QUARANTINED)]


def gauges() -> Iterator[Gauge]:
    """Yield all gauges; without a database, those of this process and that the database is down."""
    yield Gauge("chama_info", "The version that runs.", {(settings.VERSION,): 1}, ("version",))
    yield from _laptop_gauges()
    began = time.perf_counter()
    try:
        now = heartbeats.database_now()
        took = time.perf_counter() - began
        found = [*_database_gauges(now)]
    except (DatabaseError, InterfaceError):
        yield Gauge("chama_database_up", "Whether the database answers.", {(): 0})
        return
    yield Gauge("chama_database_up", "Whether the database answers.", {(): 1})
    yield Gauge("chama_database_seconds", "How long its shortest answer took.", {(): took})
    yield from found


def _database_gauges(now: datetime) -> Iterator[Gauge]:
    """Yield the gauges that the database knows. Raise `DatabaseError` if it does not answer."""
    ages: Values = {(beat.name,): (now - beat.at).total_seconds() for beat in Heartbeat.objects.all()}
    yield Gauge("chama_heartbeat_age_seconds", "Since who last showed life.", ages, ("name",))
    yield Gauge("chama_clock_skew_seconds", "This host ahead of the database.", {(): heartbeats.skew()})
    found = Job.objects.filter(state__in=OPEN_STATES).values_list("state").annotate(Count("pk"))
    states: Values = {(name,): 0.0 for name in OPEN_STATES} | {(name,): float(count) for name, count in found}
    yield Gauge("chama_jobs", "Jobs that are not done, by state.", states, ("state",))
    due = Job.objects.filter(state=JobState.WAITING, due_at__lte=now)
    oldest = {"now": due.exclude(kind__in=long_kinds()), "later": due.filter(kind__in=long_kinds())}
    late: Values = {(queue,): _lateness(jobs, now) for queue, jobs in oldest.items()}
    yield Gauge("chama_job_lateness_seconds", "By how much the oldest due job is late.", late, ("queue",))
    lately = Job.objects.filter(state=JobState.DONE, due_at__gt=now - LATELY).values_list("ran_by")
    ran: Values = dict.fromkeys([("worker",), ("web",)], 0.0)
    ran |= {(by,): float(count) for by, count in lately.annotate(Count("pk")) if (by,) in ran}
    yield Gauge("chama_jobs_run", "Jobs due in the last 15 minutes, by who ran them.", ran, ("by",))
    counted = Tournament.objects.values_list("state").annotate(Count("pk")).order_by("state")
    by_state: Values = {(name,): float(count) for name, count in counted}
    yield Gauge("chama_tournaments", "Tournaments by state.", by_state, ("state",))


def _lateness(due: QuerySet[Job], now: datetime) -> float:
    """Return the seconds since the oldest job was due, 0 for none."""
    at = due.aggregate(at=Min("due_at"))["at"]
    return (now - at).total_seconds() if at else 0.0


def _laptop_gauges() -> Iterator[Gauge]:
    """Yield the gauges of disk and backups; none on a server."""
    if (folder := storage.database_folder()) is not None:
        yield Gauge("chama_disk_free_bytes", "Room on the database's disk.", {(): storage.free_bytes(folder)})
    if state.folder is not None and state.last_good is not None:
        age = (timezone.now() - state.last_good).total_seconds()
        yield Gauge("chama_backup_age_seconds", "Since the last good backup.", {(): age})
    if state.folder is not None and state.journal.synced is not None:
        age = (timezone.now() - state.journal.synced).total_seconds()
        yield Gauge("chama_journal_age_seconds", "How old the newest change on the stick may be.", {(): age})
