"""What Celery is sent of jobs, what a sweep sends, and what web processes run without workers or broker."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from threading import Event
from typing import Any

import pytest
from celery import current_app
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from core import fallback, tasks
from core.failpoints import SimulatedKill
from core.jobs import heartbeats, outbox
from core.jobs.publisher import MAX_WAITING, Publisher, publisher
from core.models import Job, JobState, Ledger
from tests.cast import START
from tests.fixtures.database import AtOnce
from tests.fixtures.jobs import KIND, state, wanted
from tests.servers.process import wait_until

MINUTE = timedelta(minutes=1)
Sent = list[tuple[str, float | None]]
SWEEP = timedelta(seconds=5)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, settings: Settings, handled: list[str]) -> Sent:
    """The tasks that Celery is sent, and in how many seconds each is to be run."""
    found: Sent = []
    settings.SWEEP_SECONDS = 5
    for task in (*tasks._tasks.values(), tasks.sweep):
        monkeypatch.setattr(
            task,
            "apply_async",
            lambda *a, name=task.name, countdown=None, **k: found.append((name, countdown)),
        )
    monkeypatch.setattr(publisher, "submit", lambda send: send(None))
    return found


@pytest.fixture
def long(handled: list[str]) -> Iterator[None]:
    """`KIND` is a long job."""
    outbox._alone.add(KIND)
    yield
    outbox._alone.discard(KIND)


@pytest.mark.fault("F125")
def test_each_kind_has_a_task_with_its_own_limits_and_queue() -> None:
    found = {kind: task for kind, task in tasks._tasks.items() if not kind.startswith("tests.")}
    names = {kind: task.name for kind, task in found.items()}
    assert names == {
        "accounts.send_mail": "accounts.send_mail",
        "scheduling.dispatch": "scheduling.dispatch",
        "scheduling.forecast": "scheduling.forecast",
        "scheduling.plan": "scheduling.make_timetable",
        "tournaments.break_turns": "tournaments.turn_break",
        "tournaments.call_time": "matches.call_time",
        "tournaments.erase": "tournaments.erase",
        "tournaments.collect_webhooks": "tournaments.collect_webhooks",
        "tournaments.send_webhook": "tournaments.send_webhook",
        "notices.collect": "notices.collect",
        "notices.soon": "notices.soon",
        "notices.send": "notices.send",
    }
    assert all(0 < task.soft_time_limit < task.time_limit for task in found.values())
    route = current_app.amqp.router.route
    queues = {task.name: route({}, task.name)["queue"].name for task in found.values()}
    assert {name for name, queue in queues.items() if queue == "later"} == {
        "accounts.send_mail", "notices.send", "scheduling.forecast", "scheduling.make_timetable",
        "tournaments.erase", "tournaments.send_webhook",
    }  # fmt: skip
    assert all(found[kind].time_limit < outbox.CLAIM_ALONE.seconds for kind in outbox._alone)


@pytest.mark.django_db
def test_a_message_shows_its_job_and_record(
    handled: list[str], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(tasks._tasks[KIND], "apply_async", lambda *_, argsrepr, **__: shown.append(argsrepr))
    monkeypatch.setattr(publisher, "submit", lambda send: send(None))
    with django_capture_on_commit_callbacks(execute=True):
        wanted("bread")
    job = Job.objects.get(kind=KIND)
    assert shown == [f"job={job.pk} ledger={job.ledger_id} key=bread"]


@pytest.mark.F94
@pytest.mark.django_db
def test_a_sweep_sends_long_jobs_that_are_late_and_each_once_a_minute(
    handled: list[str], sent: Sent, long: None
) -> None:
    wanted("bread")
    tasks.sweep_now(START + timedelta(seconds=1))
    assert (sent, handled) == ([], [])
    tasks.sweep_now(START + 2 * SWEEP)
    tasks.sweep_now(START + 3 * SWEEP)
    assert (sent, handled) == ([(KIND, 0)], [])
    tasks.sweep_now(START + 2 * SWEEP + MINUTE)
    assert len(sent) == 2
    assert outbox.run(Job.objects.get(kind=KIND).pk, START + 2 * MINUTE)
    assert handled == ["bread"]


@pytest.mark.F32
@pytest.mark.django_db
def test_a_sweep_sends_a_long_job_whose_worker_died(handled: list[str], sent: Sent, long: None) -> None:
    wanted("death")
    with pytest.raises(SimulatedKill):
        outbox.run(Job.objects.get(kind=KIND).pk, START)
    tasks.sweep_now(START + MINUTE)
    tasks.sweep_now(START + 3 * MINUTE)
    assert sent == [(KIND, 0)]


@pytest.mark.django_db
def test_a_long_job_that_was_wanted_again_since_its_worker_died_is_dropped(
    handled: list[str], sent: Sent, long: None
) -> None:
    wanted("death")
    old = Job.objects.get(kind=KIND)
    with pytest.raises(SimulatedKill):
        outbox.run(old.pk, START)
    wanted("death")
    assert not outbox.run(old.pk, START + 3 * MINUTE)
    assert handled == ["death"]
    assert list(Job.objects.order_by("pk").values_list("state", flat=True)) == ["done", "waiting"]


@pytest.mark.django_db
def test_only_what_is_due_within_two_sweeps_is_sent_ahead_and_the_sweep_sends_the_rest(
    sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        for seconds in (9, 11, 60):
            due = START + timedelta(seconds=seconds)
            outbox.enqueue(KIND, Ledger.objects.create(), key=str(seconds), due=due, now=START)
    assert sent == [(KIND, 9)]
    tasks.sweep_now(START + timedelta(seconds=3))
    tasks.sweep_now(START + timedelta(seconds=8))
    assert sent == [(KIND, 9), (KIND, 6), (KIND, 8)]


@pytest.mark.F93
@pytest.mark.django_db
def test_while_somebody_sweeps_no_web_process_does(sent: Sent) -> None:
    heartbeats.record_heartbeat("sweep", START)
    assert not fallback.sweep_if_missed(START + timedelta(seconds=10))
    assert sent == []


@pytest.mark.F93
@pytest.mark.F94
@pytest.mark.django_db
def test_where_nobody_sweeps_a_web_process_does(handled: list[str], sent: Sent) -> None:
    wanted("bread")
    heartbeats.record_heartbeat("sweep", START)
    late = START + timedelta(seconds=20)
    assert fallback.sweep_if_missed(late)
    assert handled == ["bread"]
    assert not fallback.sweep_if_missed(late + timedelta(seconds=5))
    assert not heartbeats.is_delayed(late)


@pytest.mark.F93
@pytest.mark.F94
@pytest.mark.django_db
def test_what_no_worker_began_a_web_process_runs_soon_and_says_so(handled: list[str], sent: Sent) -> None:
    wanted("bread")
    heartbeats.record_heartbeat("sweep", START)
    assert fallback.run_overdue(START + timedelta(seconds=1)) == 0
    assert fallback.run_overdue(START + timedelta(seconds=2)) == 1
    assert fallback.run_overdue(START + timedelta(seconds=3)) == 0
    assert (handled, sent) == (["bread"], [])
    assert Job.objects.get(kind=KIND).ran_by == "web"


@pytest.mark.F93
@pytest.mark.django_db
def test_what_killed_a_worker_or_lasts_long_kills_or_holds_no_web_process(handled: list[str]) -> None:
    wanted("death", "long")
    outbox._alone.add(KIND)
    assert fallback.run_overdue(START + MINUTE) == 0
    outbox._alone.discard(KIND)
    with pytest.raises(SimulatedKill):
        outbox.run(Job.objects.get(kind=KIND, key="death").pk, START)
    assert fallback.run_overdue(START + MINUTE) == 1
    assert (state("death"), state("long")) == ((JobState.RUNNING, 1), (JobState.DONE, 1))


@pytest.mark.F39
@pytest.mark.django_db(transaction=True)
def test_the_fallback_outlives_a_database_that_is_away(
    handled: list[str], sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> datetime:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(heartbeats, "database_now", away)
        fallback.run_fallback()
    wanted("bread")
    fallback.run_fallback()
    assert handled == ["bread"]


@pytest.mark.F94
@pytest.mark.django_db(transaction=True)
def test_of_many_that_stand_by_one_sweeps(at_once: AtOnce) -> None:
    heartbeats.record_heartbeat("sweep", START)
    late = START + MINUTE
    turn = partial(heartbeats.claim_sweep, late, timedelta(seconds=15))
    assert sorted(at_once(turn, turn)) == [False, True]


@pytest.mark.F94
@pytest.mark.django_db
def test_of_the_sweeps_that_waited_for_a_worker_one_is_worked_off(handled: list[str], sent: Sent) -> None:
    for key in ("bread", "butter"):
        wanted(key)
        tasks.sweep("beat")
    assert handled == ["bread"]


@pytest.mark.F94
@pytest.mark.django_db
def test_beat_is_heard_of_although_another_process_has_just_swept(handled: list[str], sent: Sent) -> None:
    now = heartbeats.database_now()
    tasks.sweep_now(now)
    wanted("bread")
    tasks.sweep("beat")
    assert handled == []
    assert not heartbeats.is_silent("clock", now, MINUTE)


@pytest.mark.F94
def test_a_broker_that_never_answers_keeps_nobody_waiting() -> None:
    ours, answers, given = Publisher(), Event(), Event()
    ours.submit(lambda _producer: answers.wait())
    for _ in range(2 * MAX_WAITING):
        ours.submit(lambda _producer: given.set())
    assert not given.is_set()
    answers.set()
    assert given.wait(10)


@pytest.mark.F94
def test_a_broker_that_refuses_is_left_alone_for_a_while() -> None:
    ours, asked = Publisher(), list[int]()

    def refused(_producer: object) -> None:
        asked.append(1)
        raise ConnectionRefusedError

    for _ in range(10):
        ours.submit(refused)
    wait_until(ours._queue().empty)
    assert asked == [1]


@pytest.mark.F93
@pytest.mark.django_db
def test_a_message_whose_job_was_put_off_sends_it_again_for_its_new_time(
    handled: list[str], sent: Sent
) -> None:
    now = heartbeats.database_now()
    outbox.enqueue(KIND, Ledger.objects.create(), key="time", due=now, now=now)
    job = Job.objects.get(kind=KIND)
    Job.objects.update(due_at=now + 2 * MINUTE)
    tasks.run_job(job.pk)
    assert sent == []
    Job.objects.update(due_at=now + SWEEP)
    tasks.run_job(job.pk)
    ((_, left),) = sent
    assert left is not None
    assert 4 < left <= 5
    Job.objects.update(due_at=now)
    tasks.run_job(job.pk)
    assert (handled, len(sent)) == (["time"], 1)
    assert Job.objects.get(kind=KIND).ran_by == "worker"


@pytest.mark.F95
@pytest.mark.django_db
def test_a_worker_whose_clock_is_ahead_calls_nothing_early(
    handled: list[str], sent: Sent, monkeypatch: pytest.MonkeyPatch
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
