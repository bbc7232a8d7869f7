"""Jobs outlive whoever runs them: killed, failing, poisoned, swept twice, while the database goes away."""

import logging
import re
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from django.utils import timezone
from pytest_django import Settings

from core import tasks
from core.failpoints import SimulatedKill
from core.jobs import heartbeats, outbox
from core.models import Job, JobState, Ledger
from matches.models import AT_TABLE, Match
from scheduling import dispatcher
from tests.acts import assert_sound
from tests.cast import START, drawn
from tests.fixtures.database import AtOnce
from tests.fixtures.jobs import KIND, state, wanted
from tournaments.act import DISPATCH

MINUTE = timedelta(minutes=1)
SOON = timedelta(seconds=3)
POINTS = ("job.claimed", "act.locked", "act.ended", "act.recorded", "job.worked")


def _swept(now: datetime) -> None:
    """What a sweep does, with a worker that dies where a job kills it."""
    for job in outbox.due_jobs(now):
        try:
            outbox.run(job, now)
        except SimulatedKill:
            return


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
    with pytest.raises(SimulatedKill):
        outbox.run(job.pk, START)
    assert outbox.due_jobs(START) == []
    assert outbox.run(job.pk, START + SOON)
    called = Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE)
    assert len(set(called.values_list("table", flat=True))) == called.count() == 2
    assert_sound(tournament)


@pytest.mark.F32
@pytest.mark.django_db
def test_what_a_dead_worker_had_claimed_is_due_within_seconds(handled: list[str]) -> None:
    wanted("death")
    _swept(START)
    assert state("death") == (JobState.RUNNING, 1)
    assert len(outbox.due_jobs(START + SOON)) == 1


@pytest.mark.F35
@pytest.mark.django_db
def test_what_always_fails_is_put_aside_and_the_others_go_on(handled: list[str]) -> None:
    wanted("poison", "bread")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert state("poison") == (JobState.QUARANTINED, outbox.MAX_ATTEMPTS)
    assert state("bread") == (JobState.DONE, 1)
    assert handled.count("poison") == outbox.MAX_ATTEMPTS


@pytest.mark.F35
@pytest.mark.django_db
def test_what_always_kills_its_worker_is_put_aside_too(handled: list[str]) -> None:
    wanted("death", "bread")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert state("death") == (JobState.QUARANTINED, outbox.MAX_ATTEMPTS)
    assert state("bread") == (JobState.DONE, 1)


@pytest.mark.F39
@pytest.mark.django_db
def test_a_database_that_goes_away_is_no_fault_of_the_job(handled: list[str]) -> None:
    wanted("away")
    for minute in range(20):
        _swept(START + minute * MINUTE)
    assert state("away")[0] == JobState.WAITING
    assert handled.count("away") == 20


@pytest.mark.F96
@pytest.mark.django_db(transaction=True)
def test_a_handler_that_outlasts_its_claim_is_not_run_beside_itself(
    handled: list[str], at_once: AtOnce
) -> None:
    wanted("long")
    (job,), inside, looked = outbox.due_jobs(START), Event(), Event()

    def long(ledger_id: int, key: str, now: datetime) -> None:
        handled.append(key)
        inside.set()
        looked.wait(1)  # SQLite lets nobody look meanwhile

    def another() -> bool:
        inside.wait(10)
        ran = outbox.run(job, START + MINUTE)
        looked.set()
        return ran

    outbox.handles(KIND)(long)
    assert at_once(lambda: outbox.run(job, START), another) == [True, False]
    assert handled == ["long"]


@pytest.mark.F96
@pytest.mark.django_db
def test_who_comes_to_after_a_takeover_leaves_the_job_alone(handled: list[str]) -> None:
    wanted("slow")
    (job_id,) = outbox.due_jobs(START)
    slow = outbox.claim(job_id, START)
    assert outbox.run(job_id, START + SOON)
    assert slow
    assert not outbox._work(slow, START + SOON, "worker")
    assert handled == ["slow"]


@pytest.mark.django_db
def test_a_job_is_one_line_in_the_log_and_a_sweep_of_nothing_is_none(
    handled: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="jobs")
    wanted("k")
    for _ in range(3):
        tasks.sweep_now(timezone.now())
    ledger = Ledger.objects.latest("pk")
    (line,) = (record.getMessage() for record in caplog.records)
    job = rf'job_done job=\d+ kind="{KIND}" key="k" ledger={ledger.pk} ms=\d+(\.\d)? attempt=1'
    assert re.fullmatch(job, line)


@pytest.mark.F38
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_run_each_job_once(handled: list[str], at_once: AtOnce) -> None:
    wanted(*(f"key {number}" for number in range(10)))
    at_once(tasks.sweep, tasks.sweep)
    assert sorted(handled) == sorted(f"key {number}" for number in range(10))


@pytest.mark.F38
@pytest.mark.django_db
def test_without_a_clock_a_sweep_by_hand_does_what_is_due() -> None:
    tournament = drawn(8, tables=2)
    assert heartbeats.is_delayed(START)
    tasks.sweep()
    assert not heartbeats.is_delayed(START)
    assert dispatcher.dispatch(tournament.ledger_id, now=START) == 0
    assert Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE).count() == 2
