"""Heartbeats in the database: when a worker, beat and a sweep last ran, by the database's clock.

`worker`: a Celery worker consumed a message. `clock`: it consumed one of beat. `sweep`: any process swept;
while that goes on, matches are called and time ends, at most seconds late.
"""

from datetime import datetime, timedelta
from typing import Literal

from django.db import connection
from django.utils import timezone

from core.models import Heartbeat

Name = Literal["worker", "clock", "sweep"]
ALARM_AFTER = timedelta(seconds=90)


def database_now() -> datetime:
    """Return the database's time, so that hosts with different clocks agree; on SQLite there is one host."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    return moment  # type: ignore[no-any-return]


def skew() -> float:
    """Return by how many seconds this host's clock is ahead of the database's; negative if behind."""
    began = timezone.now()
    there = database_now()
    return ((began + (timezone.now() - began) / 2) - there).total_seconds()


def record_heartbeat(name: Name, now: datetime) -> None:
    """Store `now` as the latest heartbeat of this name."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def is_silent(name: Name, now: datetime, span: timedelta = ALARM_AFTER) -> bool:
    """Return whether the last heartbeat of this name is older than `span`, or missing."""
    return not Heartbeat.objects.filter(name=name, at__gt=now - span).exists()


def is_delayed(now: datetime) -> bool:
    """Return whether no process has swept for 90 seconds, so that calls and clocks run late."""
    return is_silent("sweep", now)


def claim_sweep(now: datetime, span: timedelta) -> bool:
    """Store a heartbeat `sweep` if the last one is at least `span` old; return whether this process did.

    Of several processes at once only one gets True, and has to sweep.
    """
    late = Heartbeat.objects.filter(name="sweep", at__lte=now - span)
    if late.update(at=now):
        return True
    return Heartbeat.objects.get_or_create(name="sweep", defaults={"at": now})[1]
