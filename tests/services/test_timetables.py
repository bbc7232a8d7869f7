"""The timetable: made by a job, superseded, cancelled, checked again, moved by events, never waited for."""

from datetime import timedelta
from typing import Any

import pytest

from core.errors import Forbidden, Stale
from core.jobs import outbox
from core.models import Job, JobState
from matches.models import Match, MatchState
from scheduling import timetables
from scheduling.day_problem import problem_of_rest, seconds_of
from scheduling.dispatcher import close_table, dispatch, set_tables
from scheduling.forecasting import update_forecast
from scheduling.models import PlannedMatch, Timetable, TimetableState
from scheduling.planning.checking import find_faults
from scheduling.planning.problem import Slot
from scheduling.planning.solve import solve
from scheduling.timetable_views import expected_start, sort_by_timetable, timetable_view
from scheduling.timetables import PLAN, cancel_making, drop_timetable, make_timetable, request_plan
from tests.cast import START, ana, bruno, called, checked_in, drawn, fresh, played
from tournaments.draw.publish import withdraw_draw
from tournaments.finding import find_table
from tournaments.models import Tournament
from tournaments.now.selectors import now_view
from tournaments.play.breaks import plan_break
from tournaments.play.play import start_match

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def planned(entries: int = 48, tables: int = 3, **chosen: Any) -> Tournament:
    """Drawn, with a timetable, nothing called."""
    tournament = drawn(entries, tables=tables, **chosen)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    return fresh(tournament)


def the_job() -> Job:
    return Job.objects.get(kind=PLAN, state=JobState.WAITING)


def slots_of(tournament: Tournament) -> list[Slot]:
    rows = PlannedMatch.objects.filter(timetable__ledger=tournament.ledger_id).select_related(
        "match", "table"
    )
    return [
        Slot(row.match.code, row.table.label, seconds_of(row.begins_at), seconds_of(row.ends_at))
        for row in rows
    ]


def in_order() -> list[str]:
    return list(PlannedMatch.objects.order_by("begins_at", "pk").values_list("match__code", flat=True))


def test_a_job_makes_what_is_asked_for_beside_the_record() -> None:
    tournament = drawn(entries=48, tables=3)
    head = fresh(tournament).ledger.head_seq
    request_plan(tournament, by=ana(), now=START)
    assert Timetable.objects.get().state == TimetableState.MAKING
    assert outbox.run(the_job().pk, START)
    row = Timetable.objects.get()
    assert (row.state, row.done) == (TimetableState.READY, 100)
    day = problem_of_rest(fresh(tournament), START)
    assert day is not None
    assert find_faults(day.problem, slots_of(tournament)) == ()
    assert fresh(tournament).ledger.head_seq == head


def test_only_who_runs_the_day_asks_and_only_once_it_is_drawn() -> None:
    tournament = drawn(entries=8)
    with pytest.raises(Forbidden):
        request_plan(tournament, by=bruno(), now=START)
    with pytest.raises(Stale):
        request_plan(checked_in(entries=8, name="Outro"), by=ana(), now=START)


def test_a_second_request_supersedes_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes while the first is worked on: the first answer is thrown away, the second is put down."""
    tournament = drawn(entries=48, tables=3)
    request_plan(tournament, by=ana(), now=START)
    answer = solve

    def slow(*args: Any, **facts: Any) -> object:
        monkeypatch.setattr(timetables, "solve", answer)
        request_plan(tournament, by=ana(), now=START + MINUTE)
        return answer(*args, **facts)

    monkeypatch.setattr(timetables, "solve", slow)
    assert outbox.run(the_job().pk, START)
    assert Timetable.objects.get().state == TimetableState.MAKING
    assert not PlannedMatch.objects.exists()
    assert outbox.run(the_job().pk, START + MINUTE)
    row = Timetable.objects.get()
    assert (row.state, row.asked) == (TimetableState.READY, 2)


def test_a_cancelled_one_is_put_down_nowhere_and_that_of_before_holds() -> None:
    tournament = planned()
    before = in_order()
    request_plan(tournament, by=ana(), now=START + MINUTE)
    job = the_job()
    cancel_making(tournament, by=ana(), now=START + MINUTE)
    assert outbox.run(job.pk, START + MINUTE)
    assert Timetable.objects.get().state == TimetableState.READY
    assert in_order() == before
    drop_timetable(tournament, by=ana(), now=START + MINUTE)
    request_plan(tournament, by=ana(), now=START + MINUTE)
    cancel_making(tournament, by=ana(), now=START + MINUTE)
    assert not Timetable.objects.exists()


def test_who_works_on_it_hears_that_it_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = drawn(entries=48, tables=3)
    row = request_plan(tournament, by=ana(), now=START)
    monkeypatch.setattr(timetables, "EVERY", 1)
    heard = timetables._Listener(row)
    assert heard(0.5)
    assert Timetable.objects.get().done == 50
    cancel_making(tournament, by=ana(), now=START)
    assert not heard(0.6)


def test_an_answer_that_comes_after_the_world_changed_is_looked_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Meanwhile tables were lost and one match ended: nothing is planned at them, nothing twice."""
    tournament = drawn(entries=48, tables=4)
    request_plan(tournament, by=ana(), now=START)
    answer = solve

    def late(*args: Any, **facts: Any) -> object:
        found = answer(*args, **facts)
        dispatch(tournament.ledger_id, now=START)
        played(called(tournament)[0])
        set_tables(tournament, count=2, by=ana(), now=START + MINUTE)
        return found

    monkeypatch.setattr(timetables, "solve", late)
    make_timetable(tournament.ledger_id, now=START + MINUTE)
    day = problem_of_rest(fresh(tournament), START + MINUTE)
    assert day is not None
    assert find_faults(day.problem, slots_of(tournament)) == ()
    ended = Match.objects.get(ledger=tournament.ledger_id, state=MatchState.ENDED)
    assert ended.code not in in_order()


def test_a_draw_taken_back_meanwhile_leaves_none() -> None:
    tournament = drawn(entries=8)
    request_plan(tournament, by=ana(), now=START)
    withdraw_draw(tournament, reason="de novo", by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    assert not Timetable.objects.exists()


@pytest.mark.fault("F31", "F32")
def test_a_worker_that_died_leaves_the_making_to_another() -> None:
    tournament = drawn(entries=48, tables=3)
    request_plan(tournament, by=ana(), now=START)
    job = the_job()
    assert outbox.claim(job.pk, START) is not None
    later = START + outbox.CLAIM_ALONE
    sent = outbox.claim_long_jobs_to_send(later, late=timedelta())
    assert [message.job_id for message in sent].count(job.pk) == 1
    assert outbox.run(job.pk, later)
    assert Timetable.objects.get().state == TimetableState.READY
    assert PlannedMatch.objects.count() == Match.objects.filter(ledger=tournament.ledger_id).count()


def test_matches_are_called_in_its_order() -> None:
    tournament = planned(tables=2)
    first = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.READY).order_by("-number")[:2]
    PlannedMatch.objects.filter(match__in=list(first)).update(begins_at=START - MINUTE)
    dispatch(tournament.ledger_id, now=START)
    assert {match.number for match in called(tournament)} == {match.number for match in first}


@pytest.mark.fault("F38")
def test_without_a_timetable_nobody_waits_for_one() -> None:
    """Asked for, not made: a planner that never answers stops no call."""
    tournament = drawn(entries=48, tables=3)
    request_plan(tournament, by=ana(), now=START)
    dispatch(tournament.ledger_id, now=START)
    assert [match.number for match in called(tournament)] == [1, 2, 3]


def test_what_is_planned_after_the_break_waits_for_it_and_no_longer() -> None:
    tournament = drawn(entries=48, tables=1)
    begins, ends = START + 20 * MINUTE, START + 80 * MINUTE
    plan_break(tournament, begins=begins, ends=ends, by=ana(), now=START)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    dispatch(tournament.ledger_id, now=START)
    assert called(tournament) == []
    dispatch(tournament.ledger_id, now=ends)
    assert len(called(tournament)) == 1


@pytest.mark.fault("F51")
def test_a_late_match_moves_its_dependents_with_notice_and_shuffles_nothing() -> None:
    tournament = planned(tables=2)
    dispatch(tournament.ledger_id, now=START)
    first = called(tournament)[0]
    start_match(first, by=bruno(), now=START + MINUTE)
    before, moment = in_order(), START + timedelta(hours=3)
    published = dict(PlannedMatch.objects.values_list("match__code", "published_at"))
    update_forecast(tournament.ledger_id, now=moment)
    assert dict(PlannedMatch.objects.values_list("match__code", "published_at")) == published
    there = {match.code for match in Match.objects.exclude(table=None)}
    rounds = [code for code in before if code not in there and Match.objects.get(code=code).round == 1]
    assert [code for code in in_order() if code in rounds] == rounds
    plan = timetable_view(fresh(tournament), moment)
    assert plan is not None
    assert plan.late > 0
    assert all(bar.begins >= moment for bar in plan.next)


def test_a_match_whose_table_is_closed_gets_another_one_though_its_time_stays() -> None:
    tournament = planned(entries=4, tables=4, table_low=2, table_high=2)
    (before, *_) = slots_of(tournament)
    close_table(find_table(tournament, before.table), by=ana(), now=START)
    update_forecast(tournament.ledger_id, now=START)
    after = next(slot for slot in slots_of(tournament) if slot.match == before.match)
    assert (after.begins, after.ends) == (before.begins, before.ends)
    assert after.table != before.table


def test_what_is_shown_follows_the_timetable() -> None:
    tournament = planned(tables=2)
    ready = now_view(tournament, START).ready
    codes = in_order()
    shown = [view.code for view in sort_by_timetable(tournament, ready)]
    assert shown == [code for code in codes if code in shown]
    assert expected_start(tournament, shown[0]) is not None
    drop_timetable(tournament, by=ana(), now=START)
    assert expected_start(tournament, shown[0]) is None
