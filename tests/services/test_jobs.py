"""Jobs outlive whoever runs them: killed, failing, poisoned, swept twice, while the database goes away."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from pytest_django import Settings

from core.failpoints import Killed
from core.jobs import outbox
from core.models import Job, JobState, Ledger
from core.tasks import sweep
from matches.models import AT_TABLE, Match
from scheduling import services
from tests.cast import START, drawn
from tests.fixtures.database import AtOnce
from tests.services.acts import assert_sound
from tournaments.act import DISPATCH

MINUTE = timedelta(minutes=1)
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

    outbox.handles(KIND)(handle)
    yield seen
    outbox._handlers.pop(KIND)


def _swept(now: datetime) -> None:
    """What a sweep does, with a worker that dies where a job kills it."""
    for job in outbox.due_jobs(now):
        try:
            outbox.run(job, now)
        except Killed:
            return


def _wanted(*keys: str) -> None:
    ledger = Ledger.objects.create()
    for key in keys:
        outbox.enqueue(KIND, ledger, key=key, due=START, now=START)


def _state(key: str) -> tuple[str, int]:
    job = Job.objects.get(kind=KIND, key=key)
    return job.state, job.attempts


@pytest.mark.F31
@pytest.mark.django_db
@pytest.mark.parametrize("point", POINTS)
def test_a_dispatch_killed_at_each_point_is_run_again_once_its_claim_is_over(
    point: str, tmp_path: Path, settings: Settings
) -> None:
    tournament = drawn(8, tables=2)
    settings.FAILPOINTS = str(tmp_path)
    job = Job.objects.get(kind=DISPATCH, ledger=tournament.ledger)
    (tmp_path / point).write_text("raise")
    with pytest.raises(Killed):
        outbox.run(job.pk, START)
    assert outbox.due_jobs(START) == []
    assert outbox.run(job.pk, START + outbox.CLAIM)
    called = Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE)
    assert len(set(called.values_list("table", flat=True))) == called.count() == 2
    assert_sound(tournament, tmp_path)


@pytest.mark.F32
@pytest.mark.django_db
def test_what_a_dead_worker_had_claimed_is_due_within_a_minute(handled: list[str]) -> None:
    _wanted("death")
    _swept(START)
    assert _state("death") == (JobState.RUNNING, 1)
    assert len(outbox.due_jobs(START + MINUTE - timedelta(seconds=15))) == 1


@pytest.mark.F35
@pytest.mark.django_db
def test_what_always_fails_is_put_aside_and_the_others_go_on(handled: list[str]) -> None:
    _wanted("poison", "bread")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert _state("poison") == (JobState.QUARANTINED, outbox.MOST_ATTEMPTS)
    assert _state("bread") == (JobState.DONE, 1)
    assert handled.count("poison") == outbox.MOST_ATTEMPTS


@pytest.mark.F35
@pytest.mark.django_db
def test_what_always_kills_its_worker_is_put_aside_too(handled: list[str]) -> None:
    _wanted("death", "bread")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert _state("death") == (JobState.QUARANTINED, outbox.MOST_ATTEMPTS)
    assert _state("bread") == (JobState.DONE, 1)


@pytest.mark.F39
@pytest.mark.django_db
def test_a_database_that_goes_away_is_no_fault_of_the_job(handled: list[str]) -> None:
    _wanted("away")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert _state("away")[0] == JobState.WAITING
    assert handled.count("away") == 20


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
    assert outbox.is_delayed(START)
    sweep()
    assert not outbox.is_delayed(START)
    assert services.dispatch(tournament.ledger_id, now=START) == 0
    assert Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE).count() == 2
