"""Signs of life in the database: who did what last, by the database's own clock.

`worker`: a Celery worker consumed something. `clock`: beat had something swept. `sweep`: a process swept,
any of them; while that goes on, matches are called and time ends, if late by seconds.
"""

from datetime import datetime, timedelta
from typing import Literal

from django.db import connection
from django.utils import timezone

from core.models import Heartbeat

Name = Literal["worker", "clock", "sweep"]
ALARM_AFTER = timedelta(seconds=90)


def database_now() -> datetime:
    """The moment as the database has it, so that hosts whose clocks differ agree; SQLite has one host."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    return moment  # type: ignore[no-any-return]


def skew() -> float:
    """By how many seconds this host's clock is ahead of the database's; less than 0: behind."""
    began = timezone.now()
    there = database_now()
    return ((began + (timezone.now() - began) / 2) - there).total_seconds()


def beat(name: Name, now: datetime) -> None:
    """Note that it happened just now."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})


def is_silent(name: Name, now: datetime, since: timedelta = ALARM_AFTER) -> bool:
    """Whether it has not happened for so long, or never."""
    return not Heartbeat.objects.filter(name=name, at__gt=now - since).exists()


def is_delayed(now: datetime) -> bool:
    """Return whether no process has swept for 90 seconds, so that calls and clocks run late."""
    return is_silent("sweep", now)


def take_turn(now: datetime, since: timedelta) -> bool:
    """Return whether this process has to sweep because none has for so long; one of many gets True."""
    late = Heartbeat.objects.filter(name="sweep", at__lte=now - since)
    if late.update(at=now):
        return True
    return Heartbeat.objects.get_or_create(name="sweep", defaults={"at": now})[1]
