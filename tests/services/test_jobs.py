"""Jobs outlive whoever runs them: killed, failing, poisoned, swept twice, while the database goes away."""

import logging
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from core import standby, tasks
from core.failpoints import Killed
from core.jobs import heartbeats, outbox
from core.jobs.hinting import MOST_WAITING, Hints, hints
from core.models import Job, JobState, Ledger
from matches.models import AT_TABLE, Match
from scheduling import services
from tests.acts import assert_sound
from tests.cast import START, drawn
from tests.fixtures.database import AtOnce
from tests.servers.process import wait_until
from tournaments.act import DISPATCH

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
def test_a_dispatch_killed_at_each_point_is_run_again_soon(
    point: str, tmp_path: Path, settings: Settings
) -> None:
    tournament = drawn(8, tables=2)
    settings.FAILPOINTS = str(tmp_path)
    job = Job.objects.get(kind=DISPATCH, ledger=tournament.ledger)
    (tmp_path / point).write_text("raise")
    with pytest.raises(Killed):
        outbox.run(job.pk, START)
    assert outbox.due_jobs(START) == []
    assert outbox.run(job.pk, START + SOON)
    called = Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE)
    assert len(set(called.values_list("table", flat=True))) == called.count() == 2
    assert_sound(tournament, tmp_path)


@pytest.mark.F32
@pytest.mark.django_db
def test_what_a_dead_worker_had_claimed_is_due_within_seconds(handled: list[str]) -> None:
    _wanted("death")
    _swept(START)
    assert _state("death") == (JobState.RUNNING, 1)
    assert len(outbox.due_jobs(START + SOON)) == 1


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


@pytest.mark.F96
@pytest.mark.django_db(transaction=True)
def test_a_handler_that_outlasts_its_claim_is_not_run_beside_itself(
    handled: list[str], at_once: AtOnce
) -> None:
    _wanted("long")
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
    _wanted("slow")
    (job_id,) = outbox.due_jobs(START)
    slow = outbox.claim(job_id, START)
    assert outbox.run(job_id, START + SOON)
    assert slow
    assert not outbox._work(slow, START + SOON)
    assert handled == ["slow"]


@pytest.mark.django_db
def test_a_job_is_one_line_in_the_log_and_a_sweep_of_nothing_is_none(
    handled: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="jobs")
    _wanted("k")
    for _ in range(3):
        tasks.sweep_now(timezone.now())
    ledger = Ledger.objects.latest("pk")
    (line,) = (record.getMessage() for record in caplog.records)
    job = rf'job_done job=\d+ kind="{KIND}" key="k" ledger={ledger.pk} ms=\d+(\.\d)? attempt=1'
    assert re.fullmatch(job, line)


@pytest.mark.F38
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_run_each_job_once(handled: list[str], at_once: AtOnce) -> None:
    _wanted(*(f"key {number}" for number in range(10)))
    at_once(tasks.sweep, tasks.sweep)
    assert sorted(handled) == sorted(f"key {number}" for number in range(10))


@pytest.mark.F38
@pytest.mark.django_db
def test_without_a_clock_a_sweep_by_hand_does_what_is_due() -> None:
    tournament = drawn(8, tables=2)
    assert heartbeats.is_delayed(START)
    tasks.sweep()
    assert not heartbeats.is_delayed(START)
    assert services.dispatch(tournament.ledger_id, now=START) == 0
    assert Match.objects.filter(ledger=tournament.ledger, state__in=AT_TABLE).count() == 2


# --- whoever dies -------------------------------------------------------------------------------------


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float | None]]:
    """What Celery is sent, given at once, and in how many seconds it is to be run."""
    found: list[tuple[str, float | None]] = []
    for task in (tasks.run_job, tasks.sweep):
        monkeypatch.setattr(
            task,
            "apply_async",
            lambda *a, name=task.name, countdown=None, **k: found.append((name, countdown)),
        )
    monkeypatch.setattr(hints, "give", lambda hint: hint())
    return found


@pytest.mark.F93
@pytest.mark.django_db
def test_while_somebody_sweeps_nobody_stands_in(sent: list[tuple[str, float | None]]) -> None:
    heartbeats.beat("sweep", START)
    assert not standby.stand_by(START + timedelta(seconds=10))
    assert sent == []


@pytest.mark.F93
@pytest.mark.django_db
def test_where_beat_is_dead_the_worker_is_asked_to_sweep(
    handled: list[str], sent: list[tuple[str, float | None]]
) -> None:
    _wanted("bread")
    heartbeats.beat("sweep", START)
    heartbeats.beat("worker", START)
    assert not standby.stand_by(START + timedelta(seconds=20))
    assert (sent, handled) == ([("core.sweep", None)], [])


@pytest.mark.F93
@pytest.mark.F94
@pytest.mark.django_db
def test_where_the_worker_or_the_broker_is_dead_a_web_process_sweeps(
    handled: list[str], sent: list[tuple[str, float | None]]
) -> None:
    _wanted("bread")
    heartbeats.beat("sweep", START)
    heartbeats.beat("worker", START)
    late = START + timedelta(seconds=40)
    assert standby.stand_by(late)
    assert handled == ["bread"]
    assert not standby.stand_by(late + timedelta(seconds=5))
    assert not heartbeats.is_delayed(late)


@pytest.mark.F93
@pytest.mark.F94
@pytest.mark.django_db
def test_what_nobody_heard_of_a_web_process_runs_soon_and_nothing_else(
    handled: list[str], sent: list[tuple[str, float | None]]
) -> None:
    _wanted("bread")
    heartbeats.beat("sweep", START)
    assert standby.catch_up(START + timedelta(seconds=1)) == 0
    assert standby.catch_up(START + timedelta(seconds=2)) == 1
    assert standby.catch_up(START + timedelta(seconds=3)) == 0
    assert (handled, sent) == (["bread"], [])


@pytest.mark.F93
@pytest.mark.django_db
def test_what_killed_a_worker_or_lasts_long_kills_or_holds_no_web_process(handled: list[str]) -> None:
    _wanted("death", "long")
    outbox._alone.add(KIND)
    assert standby.catch_up(START + MINUTE) == 0
    outbox._alone.discard(KIND)
    _swept(START)
    assert standby.catch_up(START + MINUTE) == 1
    assert (_state("death"), _state("long")) == ((JobState.RUNNING, 1), (JobState.DONE, 1))


@pytest.mark.F39
@pytest.mark.django_db(transaction=True)
def test_who_stands_by_outlives_a_database_that_is_away(
    handled: list[str], sent: list[tuple[str, float | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> datetime:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(heartbeats, "database_now", away)
        standby.look_again()
    _wanted("bread")
    standby.look_again()
    assert handled == ["bread"]


@pytest.mark.F94
@pytest.mark.django_db(transaction=True)
def test_of_many_that_stand_by_one_sweeps(at_once: AtOnce) -> None:
    heartbeats.beat("sweep", START)
    late = START + MINUTE
    turn = partial(heartbeats.take_turn, late, timedelta(seconds=15))
    assert sorted(at_once(turn, turn)) == [False, True]


@pytest.mark.F94
@pytest.mark.django_db
def test_of_the_sweeps_that_waited_for_a_worker_one_is_worked_off(
    handled: list[str], sent: list[tuple[str, float | None]]
) -> None:
    for key in ("bread", "butter"):
        _wanted(key)
        tasks.sweep("beat")
    assert handled == ["bread"]


@pytest.mark.F94
def test_a_broker_that_never_answers_keeps_nobody_waiting() -> None:
    line, answers, given = Hints(), Event(), Event()
    line.give(answers.wait)
    for _ in range(2 * MOST_WAITING):
        line.give(given.set)
    assert not given.is_set()
    answers.set()
    assert given.wait(10)


@pytest.mark.F94
def test_a_broker_that_refuses_is_left_alone_for_a_while() -> None:
    line, asked = Hints(), list[int]()

    def refused() -> None:
        asked.append(1)
        raise ConnectionRefusedError

    for _ in range(10):
        line.give(refused)
    wait_until(line._line().empty)
    assert asked == [1]


@pytest.mark.F93
@pytest.mark.django_db
def test_a_due_time_is_told_for_its_moment_and_once_more_where_it_moved(
    handled: list[str],
    sent: list[tuple[str, float | None]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    now = heartbeats.database_now()
    with django_capture_on_commit_callbacks(execute=True):
        outbox.enqueue(KIND, Ledger.objects.create(), key="time", due=now + 50 * MINUTE, now=now)
    assert sent == [("core.run_job", tasks.LONGEST_HOP)]
    job = Job.objects.get(kind=KIND)
    Job.objects.update(due_at=now + 2 * MINUTE)
    tasks.run_job(job.pk)
    (_, (_, left)) = sent
    assert left is not None
    assert 100 < left <= 120
    Job.objects.update(due_at=now)
    tasks.run_job(job.pk)
    assert (handled, len(sent)) == (["time"], 2)


@pytest.mark.F95
@pytest.mark.django_db
def test_a_worker_whose_clock_is_ahead_calls_nothing_early(
    handled: list[str], sent: list[tuple[str, float | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = heartbeats.database_now()
    outbox.enqueue(KIND, Ledger.objects.create(), key="time", due=now + MINUTE, now=now)
    ahead = timezone.now() + timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: ahead)
    monkeypatch.setattr(heartbeats, "database_now", lambda: now)
    tasks.sweep("beat")
    tasks.run_job(Job.objects.get(kind=KIND).pk)
    assert handled == []
    assert heartbeats.skew() == pytest.approx(86_400, abs=60)
