"""A job that is wanted once more while it is heard of, or beside an act: no hint is lost, nobody is stuck."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from threading import Event

import pytest
from django.db import connection, transaction
from django.utils import timezone

from core import tasks
from core.jobs import heartbeats, outbox
from core.jobs.publisher import publisher
from core.models import Job, Ledger
from core.record.act import acting
from tests.fixtures.database import AtOnce

pytestmark = pytest.mark.django_db(transaction=True)
KIND, SOON = "tests.kind", timedelta(seconds=3)
LATER = timezone.now() + timedelta(days=1)
"""When it is due: no process that another test left behind takes it, as long as it goes by the real time."""


@pytest.fixture
def handled() -> Iterator[list[str]]:
    """Keys that the handler of `KIND` was called with."""
    seen: list[str] = []

    def handle(ledger_id: int, key: str, now: datetime) -> None:
        seen.append(key)

    tasks.job(KIND, soft_time_limit=1, time_limit=2)(handle)
    yield seen
    outbox._handlers.pop(KIND)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, handled: list[str]) -> list[float | None]:
    """In how many seconds each job is to be run that workers are told of."""
    found: list[float | None] = []
    monkeypatch.setattr(
        tasks._tasks[KIND], "apply_async", lambda *_, countdown=None, **__: found.append(countdown)
    )
    monkeypatch.setattr(publisher, "submit", lambda send: send(None))
    monkeypatch.setattr(heartbeats, "database_now", lambda: LATER)
    return found


@pytest.mark.F31
def test_a_hint_that_comes_while_its_job_is_wanted_once_more_is_given_again(
    handled: list[str], told: list[float | None], at_once: AtOnce
) -> None:
    ledger, wanted, looked = Ledger.objects.create(), Event(), Event()
    outbox.enqueue(KIND, ledger, key="bread", due=LATER, now=LATER)
    job = Job.objects.get(kind=KIND)

    def another_result() -> None:
        with transaction.atomic():
            outbox.enqueue(KIND, ledger, key="bread", due=LATER + SOON, now=LATER)
            wanted.set()
            looked.wait(10 if connection.vendor == "postgresql" else 1)  # SQLite lets nobody look meanwhile

    def heard() -> None:
        wanted.wait(10)
        tasks.run_job(job.pk)
        looked.set()

    assert at_once(another_result, heard) == [None, None]
    assert handled == ["bread"] or outbox.AGAIN in told


@pytest.mark.F50
def test_who_acts_and_who_wants_the_same_job_beside_it_do_not_wait_for_each_other(
    told: list[float | None], at_once: AtOnce
) -> None:
    ledger, inside, written = Ledger.objects.create(), Event(), Event()

    def act() -> None:
        with acting(ledger.pk, now=LATER):
            inside.set()
            written.wait(1)  # SQLite lets nobody write meanwhile
            outbox.enqueue(KIND, ledger, key="k", due=LATER, now=LATER)

    def beside() -> None:
        inside.wait(10)
        outbox.enqueue(KIND, ledger, key="k", due=LATER, now=LATER)
        written.set()

    assert at_once(act, beside) == [None, None]
    assert Job.objects.filter(kind=KIND).count() == 1
