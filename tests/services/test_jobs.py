"""Jobs outlive whoever runs them: killed, failing, poisoned, swept twice, while the database goes away."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from django.db import OperationalError
from pytest_django import Settings

from core import jobs
from core.failpoints import Killed
from core.models import Job, JobState, Ledger
from core.tasks import sweep
from matches.models import AT_TABLE, Match
from scheduling import services
from tests.cast import START, drawn
from tests.fixtures.database import AtOnce
from tests.services.acts import assert_sound
from tournaments.services.acting import DISPATCH

MINUTE = timedelta(minutes=1)
SOON = timedelta(seconds=3)
KIND = "tests.kind"
POINTS = ("job.claimed", "act.locked", "act.ended", "act.recorded", "job.worked")


@pytest.fixture
def handled() -> Iterator[list[str]]:
    """Keys that the handler of `KIND` was called with; those named poison raise, those named death kill."""
    seen: list[str] = []

    def handle(ledger_id: int, key: str, now: datetime) -> None:
        seen.append(key)
        if key == "poison":
            raise RuntimeError("poison")
        if key == "death":
            raise Killed("death")
        if key == "away":
            raise OperationalError("the connection is closed")

    jobs.handles(KIND)(handle)
    yield seen
    jobs._handlers.pop(KIND)


def _swept(now: datetime) -> None:
    """What a sweep does, with a worker that dies where a job kills it."""
    for job in jobs.due_jobs(now):
        try:
            jobs.run(job, now)
        except Killed:
            return


def _wanted(*keys: str) -> None:
    ledger = Ledger.objects.create()
    for key in keys:
        jobs.enqueue(KIND, ledger, key=key, due=START, now=START)


def _state(key: str) -> tuple[str, int]:
    job = Job.objects.get(kind=KIND, key=key)
    return job.state, job.attempts


@pytest.mark.F31
@pytest.mark.django_db
@pytest.mark.parametrize("point", POINTS)
def test_a_dispatch_killed_at_each_point_is_run_again_soon(
    point: str, tmp_path: Path, settings: Settings
) -> None:
    tournament = drawn(8, tables=2)
    settings.FAILPOINTS = str(tmp_path)
    job = Job.objects.get(kind=DISPATCH, ledger=tournament.ledger)
    (tmp_path / point).write_text("raise")
    with pytest.raises(Killed):
        jobs.run(job.pk, START)
    assert jobs.due_jobs(START) == []
    assert jobs.run(job.pk, START + SOON)
    called = Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE)
    assert len(set(called.values_list("table", flat=True))) == called.count() == 2
    assert_sound(tournament, tmp_path)


@pytest.mark.F32
@pytest.mark.django_db
def test_what_a_dead_worker_had_claimed_is_due_within_seconds(handled: list[str]) -> None:
    _wanted("death")
    _swept(START)
    assert _state("death") == (JobState.RUNNING, 1)
    assert len(jobs.due_jobs(START + SOON)) == 1


@pytest.mark.F35
@pytest.mark.django_db
def test_what_always_fails_is_put_aside_and_the_others_go_on(handled: list[str]) -> None:
    _wanted("poison", "bread")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert _state("poison") == (JobState.QUARANTINED, jobs.MOST_ATTEMPTS)
    assert _state("bread") == (JobState.DONE, 1)
    assert handled.count("poison") == jobs.MOST_ATTEMPTS


@pytest.mark.F35
@pytest.mark.django_db
def test_what_always_kills_its_worker_is_put_aside_too(handled: list[str]) -> None:
    _wanted("death", "bread")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert _state("death") == (JobState.QUARANTINED, jobs.MOST_ATTEMPTS)
    assert _state("bread") == (JobState.DONE, 1)


@pytest.mark.F39
@pytest.mark.django_db
def test_a_database_that_goes_away_is_no_fault_of_the_job(handled: list[str]) -> None:
    _wanted("away")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert _state("away")[0] == JobState.WAITING
    assert handled.count("away") == 20


@pytest.mark.F96
@pytest.mark.django_db(transaction=True)
def test_a_handler_that_outlasts_its_claim_is_not_run_beside_itself(
    handled: list[str], at_once: AtOnce
) -> None:
    _wanted("long")
    (job,), inside, looked = jobs.due_jobs(START), Event(), Event()

    def long(ledger_id: int, key: str, now: datetime) -> None:
        handled.append(key)
        inside.set()
        looked.wait(1)  # SQLite lets nobody look meanwhile

    def another() -> bool:
        inside.wait(10)
        ran = jobs.run(job, START + MINUTE)
        looked.set()
        return ran

    jobs.handles(KIND)(long)
    assert at_once(lambda: jobs.run(job, START), another) == [True, False]
    assert handled == ["long"]


@pytest.mark.F96
@pytest.mark.django_db
def test_who_comes_to_after_a_takeover_leaves_the_job_alone(handled: list[str]) -> None:
    _wanted("slow")
    (job_id,) = jobs.due_jobs(START)
    slow = jobs.claim(job_id, START)
    assert jobs.run(job_id, START + SOON)
    assert slow
    assert not jobs._work(slow, START + SOON)
    assert handled == ["slow"]


@pytest.mark.F38
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_run_each_job_once(handled: list[str], at_once: AtOnce) -> None:
    _wanted(*(f"key {number}" for number in range(10)))
    at_once(sweep, sweep)
    assert sorted(handled) == sorted(f"key {number}" for number in range(10))


@pytest.mark.F38
@pytest.mark.django_db
def test_without_a_clock_a_sweep_by_hand_does_what_is_due() -> None:
    tournament = drawn(8, tables=2)
    assert jobs.is_delayed(START)
    sweep()
    assert not jobs.is_delayed(START)
    assert services.dispatch(tournament.ledger_id, now=START) == 0
    assert Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE).count() == 2
