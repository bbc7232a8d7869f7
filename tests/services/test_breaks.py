"""A day with breaks: nothing is called or late in them, and clocks stand still."""

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db.models import Q

from core.errors import Refused, Stale
from core.jobs import outbox
from core.models import Job
from matches.models import Match, MatchState
from scheduling import forecasting
from scheduling.dispatcher import dispatch, place_match
from tests.acts import at
from tests.cast import START, ana, bruno, called, checked_in, drawn, finished, fresh, plain_win
from tournaments.act import CALL_TIME
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.endings import archive, cancel
from tournaments.models import Break, Tournament
from tournaments.now.selectors import now_view
from tournaments.pauses import pause_at
from tournaments.play import breaks
from tournaments.play.breaks import end_break, move_break, plan_break
from tournaments.play.calling import open_calls
from tournaments.play.clock import extend_time
from tournaments.play.play import record_sheet, start_match
from tournaments.standings.finish import finish, reopen

pytestmark = [pytest.mark.django_db, pytest.mark.fault("F108")]


def after(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


def work(until: datetime) -> None:
    """What a worker does until then, each job at the moment it is due; the end is foreseen once, last."""
    acting, foreseeing = ~Q(kind=forecasting.FORECAST), Q(kind=forecasting.FORECAST)
    while due := _earliest(acting, until):
        outbox.run(*due)
    if due := _earliest(foreseeing, until):
        outbox.run(due[0], until)


def _earliest(which: Q, until: datetime) -> tuple[int, datetime] | None:
    waiting = Job.objects.filter(which, state="waiting", due_at__lte=until)
    job = waiting.order_by("due_at", "pk").first()
    return (job.pk, job.due_at) if job else None


def lunch(tournament: Tournament, begins: float = 60, ends: float = 120, now: float = 0) -> Break:
    return plan_break(tournament, begins=after(begins), ends=after(ends), by=ana(), now=after(now))


def drawn_before_its_start(days: int = 3) -> Tournament:
    tournament = checked_in(8, table_high=2, starts_at=START + timedelta(days=days))
    publish_draw(tournament, by=ana(), now=START)
    return fresh(tournament)


def test_nothing_is_called_before_the_start() -> None:
    tournament = drawn_before_its_start()
    start = START + timedelta(days=3)
    work(start - timedelta(seconds=1))
    assert not called(tournament)
    assert now_view(fresh(tournament), start - timedelta(hours=1)).opens_at == start
    work(start)
    assert len(called(tournament)) == 4
    assert fresh(tournament).opened_at == start


def test_who_coordinates_can_call_earlier() -> None:
    tournament = drawn_before_its_start()
    open_calls(tournament, by=ana(), now=after(5))
    open_calls(tournament, by=ana(), now=after(6))
    work(after(7))
    assert len(called(tournament)) == 4
    assert tournament.ledger.lines.filter(type="integrity.noted").count() == 1


def test_a_match_called_by_hand_before_the_start_is_late_only_after_it() -> None:
    tournament = drawn_before_its_start()
    playing_at = at(tournament, 1, 1)
    (table,) = tournament.ledger.tables.all()[:1]
    place_match(playing_at, table=table, by=bruno(), now=after(5))
    start = START + timedelta(days=3)
    assert not now_view(fresh(tournament), start - timedelta(hours=1)).late
    work(start)
    assert not now_view(fresh(tournament), start + timedelta(minutes=9)).late
    assert len(now_view(fresh(tournament), start + timedelta(minutes=11)).late) == 4


def test_withdrawing_the_draw_closes_the_calls_again() -> None:
    tournament = drawn_before_its_start()
    open_calls(tournament, by=ana(), now=after(5))
    withdraw_draw(tournament, reason="wrong", by=ana(), now=after(6))
    publish_draw(fresh(tournament), by=ana(), now=after(7))
    work(after(8))
    assert not called(tournament)


def test_no_table_is_called_in_a_break_and_those_that_wait_are_at_its_end() -> None:
    tournament = drawn(8, table_high=2)
    lunch(tournament, 1, 61)
    work(after(2))
    first = called(tournament)[0]
    start_match(first, by=bruno(), now=after(3))
    record_sheet(first, sheet=plain_win(first), by=bruno(), now=after(4))
    second = at(tournament, 1, 2)
    start_match(second, by=bruno(), now=after(5))
    record_sheet(second, sheet=plain_win(second), by=bruno(), now=after(6))
    work(after(60))
    assert at(tournament, 2, 1).state == MatchState.READY
    work(after(61))
    assert at(tournament, 2, 1).state == MatchState.CALLED


def test_nothing_becomes_late_over_night() -> None:
    tournament = drawn(8, table_high=2)
    dispatch(tournament.ledger_id, now=after(55))
    lunch(tournament, 60, 60 + 12 * 60, now=56)
    assert not now_view(fresh(tournament), after(60 + 11 * 60)).late
    assert not now_view(fresh(tournament), after(60 + 12 * 60 + 4)).late
    assert len(now_view(fresh(tournament), after(60 + 12 * 60 + 6)).late) == 4


def test_a_clock_stands_still_in_a_break_and_keeps_what_it_had() -> None:
    tournament = drawn(4, table_high=2, time_limit=50)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=after(0))
    planned = lunch(tournament, 30, 90, now=5)
    assert at(tournament, 1, 1).time_due_at == after(110)
    move_break(planned, ends=after(100), by=ana(), now=after(40))
    assert at(tournament, 1, 1).time_due_at == after(120)
    end_break(planned, by=ana(), now=after(70))
    assert at(tournament, 1, 1).time_due_at == after(90)
    work(after(90))
    assert at(tournament, 1, 1).time_called_at == after(90)


def test_a_match_that_begins_in_a_break_has_its_whole_time_after_it() -> None:
    tournament = drawn(4, table_high=2, time_limit=50)
    lunch(tournament, 0, 60)
    start_match(at(tournament, 1, 1), by=bruno(), now=after(55))
    assert at(tournament, 1, 1).time_due_at == after(110)
    extend_time(at(tournament, 1, 1), minutes=5, reason="lamp broke", by=bruno(), now=after(57))
    assert at(tournament, 1, 1).time_due_at == after(115)


def test_a_late_worker_calls_no_time_in_a_break() -> None:
    tournament = drawn(4, table_high=2, time_limit=50)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=after(0))
    lunch(tournament, 51, 90)
    outbox.run(Job.objects.get(kind=CALL_TIME, state="waiting").pk, after(52))
    assert at(tournament, 1, 1).time_called_at is None
    work(after(90))
    assert at(tournament, 1, 1).time_called_at == after(90)


def test_a_break_that_is_called_off_never_was() -> None:
    tournament = drawn(4, table_high=2, time_limit=50)
    start_match(at(tournament, 1, 1), by=bruno(), now=after(0))
    end_break(lunch(tournament, 30, 90), by=ana(), now=after(10))
    assert at(tournament, 1, 1).time_due_at == after(50)
    assert not tournament.breaks.exists()
    assert lunch(tournament, 30, 90, now=11).number == 1


@pytest.mark.parametrize(
    ("begins", "ends", "code"),
    [
        (-10, 30, "break_in_past"),
        (30, 30, "break_out_of_order"),
        (None, -5, "break_out_of_order"),
        (30, 30 + 8 * 24 * 60, "break_too_long"),
        (100, 140, "break_overlaps"),
    ],
)
def test_times_that_make_no_break_are_refused(begins: float | None, ends: float, code: str) -> None:
    tournament = drawn(4)
    lunch(tournament, 120, 180)
    start = None if begins is None else after(begins)
    with pytest.raises(Refused, match=code):
        plan_break(tournament, begins=start, ends=after(ends), by=ana(), now=after(0))
    assert tournament.breaks.count() == 1


def test_a_break_that_is_over_stays_as_it_was() -> None:
    tournament = drawn(4)
    planned = lunch(tournament, 1, 5)
    with pytest.raises(Stale, match="break_over"):
        end_break(planned, by=ana(), now=after(6))
    with pytest.raises(Stale, match="break_over"):
        move_break(planned, ends=after(20), by=ana(), now=after(6))


def test_what_is_kept_ready_is_made_anew_when_a_break_turns() -> None:
    tournament = drawn(4)
    lunch(tournament, 1, 5)
    versions = [fresh(tournament).ledger.version]
    for minute in (1, 5):
        work(after(minute))
        versions.append(fresh(tournament).ledger.version)
    assert versions == sorted(set(versions))


@pytest.mark.parametrize("seed", range(3))
def test_on_a_random_day_nothing_is_called_or_late_in_a_break(seed: int) -> None:
    rng = Random(seed)
    tournament = drawn(8, table_high=2, time_limit=20, tables=3)
    moment = START
    for _ in range(60):
        moment += timedelta(seconds=rng.randrange(30, 900))
        work(moment)
        rng.choice((_plan, _move, _end, _start, _record, _record))(tournament, moment, rng)
        _assert_still(tournament, moment)
    assert Match.objects.filter(ledger=tournament.ledger_id, called_at__isnull=False).exists()


def _plan(tournament: Tournament, now: datetime, rng: Random) -> None:
    begins = now + timedelta(minutes=rng.randrange(0, 60))
    ends = begins + timedelta(minutes=rng.choice((1, 20, 60, 600)))
    _tried(lambda: plan_break(tournament, begins=begins, ends=ends, by=ana(), now=now))


def _move(tournament: Tournament, now: datetime, rng: Random) -> None:
    planned = tournament.breaks.filter(ends_at__gt=now).first()
    if planned is not None:
        ends = now + timedelta(minutes=rng.randrange(1, 90))
        _tried(lambda: move_break(planned, ends=ends, by=ana(), now=now))


def _end(tournament: Tournament, now: datetime, rng: Random) -> None:
    planned = tournament.breaks.filter(ends_at__gt=now).first()
    if planned is not None:
        end_break(planned, by=ana(), now=now)


def _start(tournament: Tournament, now: datetime, rng: Random) -> None:
    for match in called(tournament):
        start_match(match, by=bruno(), now=now)


def _record(tournament: Tournament, now: datetime, rng: Random) -> None:
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING).first()
    if match is not None:
        record_sheet(match, sheet=plain_win(match), by=bruno(), now=now)


def _tried(act: Callable[[], object]) -> None:
    try:
        act()
    except Refused:
        return


def _assert_still(tournament: Tournament, moment: datetime) -> None:
    """At this moment, of what has happened and of what will be."""
    shown = fresh(tournament)
    view = now_view(shown, moment)
    if view.pause is not None:
        assert not view.late
        assert not view.missing_sheets
    for match in Match.objects.filter(ledger=tournament.ledger_id):
        runs = match.state == MatchState.PLAYING and match.time_called_at is None
        for happened in (match.called_at, match.time_called_at, match.time_due_at if runs else None):
            if happened is not None:
                assert pause_at(happened, shown.pauses) is None, (match, happened)


def test_the_turn_of_a_break_outlives_a_second_run() -> None:
    tournament = drawn(4)
    lunch(tournament, 1, 5)
    breaks.handle_break_turn(tournament.ledger_id, now=after(1))
    breaks.handle_break_turn(tournament.ledger_id, now=after(1))
    waiting = Job.objects.filter(kind="tournaments.break_turns", state="waiting")
    assert [job.due_at for job in waiting] == [after(5)]


def test_a_break_turns_without_an_error_in_a_cancelled_tournament() -> None:
    tournament = drawn(8)
    lunch(tournament)
    cancel(tournament, reason="A luz acabou.", by=ana(), now=after(10))
    assert failures_until(tournament, after(200)) == []


def test_a_break_turns_without_an_error_in_an_archived_tournament() -> None:
    tournament = finished(8, sheets=0)
    reopen(tournament, reason="engano", by=ana(), now=after(1))
    lunch(tournament, now=1)
    finish(tournament, by=ana(), now=after(2))
    archive(tournament, by=ana(), now=after(3))
    assert failures_until(tournament, after(200)) == []


def failures_until(tournament: Tournament, moment: datetime) -> list[str]:
    """The errors of its jobs until then."""
    work(moment)
    jobs = Job.objects.filter(ledger=tournament.ledger_id)
    return list(jobs.exclude(error="").values_list("error", flat=True))
