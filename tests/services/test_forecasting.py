"""The end of the day foreseen: by a job, beside the record, told where the sentence changes."""

from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest

from core.jobs import outbox
from core.models import Job, JobState
from matches.models import Match, MatchState, Side
from scheduling import forecasting
from scheduling.day_problem import problem_of_bracket, problem_of_rest
from scheduling.dispatcher import set_tables
from scheduling.forecasting import FORECAST, forecast_of, update_forecast
from scheduling.models import Forecast
from scheduling.planning import hall
from scheduling.planning import outlook as outlooks
from scheduling.recorded_lengths import recorded_lengths
from scheduling.what_if import DayAnswer, plan_shapes, strengths, what_if
from tests.acts import absences
from tests.cast import START, ana, bruno, called, drawn, entered, fresh, played, running
from tournaments.bracket.shapes import default_shape
from tournaments.draw.second_chance import undrawn_bracket
from tournaments.models import State, Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def dispatched(entries: int = 16, **chosen: Any) -> Tournament:
    """A day at its planned start: the first tables are called by the job, and the forecast is asked for."""
    tournament = drawn(entries, **chosen)
    (job,) = Job.objects.filter(kind="scheduling.dispatch", state=JobState.WAITING)
    assert outbox.run(job.pk, START)
    return fresh(tournament)


def the_forecast(tournament: Tournament, now: datetime) -> Forecast:
    update_forecast(tournament.ledger_id, now=now)
    found = forecast_of(fresh(tournament))
    assert found is not None
    return found


def test_a_day_drawn_before_is_looked_at_again_shortly_before_it() -> None:
    tournament = drawn(8, starts_at=START + timedelta(days=3))
    Job.objects.filter(kind=FORECAST).delete()
    update_forecast(tournament.ledger_id, now=START)
    assert Job.objects.get(kind=FORECAST).due_at == START + timedelta(days=3) - forecasting.BEFOREHAND


def test_the_dispatcher_asks_for_a_forecast_and_the_job_makes_it() -> None:
    tournament = dispatched()
    (job,) = Job.objects.filter(kind=FORECAST, state=JobState.WAITING)
    assert outbox.run(job.pk, START + MINUTE)
    found = forecast_of(tournament)
    assert found is not None
    assert START < found.low <= found.middle <= found.high
    again = Job.objects.get(kind=FORECAST, state=JobState.WAITING)
    assert again.due_at > START + MINUTE


def test_a_forecast_stands_in_no_record_and_makes_a_version() -> None:
    tournament = dispatched()
    before = tournament.ledger
    the_forecast(tournament, START + MINUTE)
    after = fresh(tournament).ledger
    assert after.head_seq == before.head_seq
    assert after.version != before.version


def test_the_same_sentence_makes_no_version() -> None:
    tournament = dispatched()
    the_forecast(tournament, START + MINUTE)
    version = fresh(tournament).ledger.version
    the_forecast(tournament, START + MINUTE)
    assert fresh(tournament).ledger.version == version


@pytest.mark.fault("F51")
def test_matches_that_last_and_last_move_the_end() -> None:
    tournament = dispatched()
    for match in called(tournament):
        start_match(match, by=ana(), now=START + MINUTE)
    soon = the_forecast(tournament, START + 2 * MINUTE).middle
    assert the_forecast(tournament, START + 150 * MINUTE).middle > soon + 30 * MINUTE


@pytest.mark.fault("F52")
def test_tables_that_go_move_the_end() -> None:
    tournament = dispatched(entries=48, tables=4)
    before = the_forecast(tournament, START + MINUTE).middle
    set_tables(tournament, count=1, by=ana(), now=START + MINUTE)
    assert the_forecast(tournament, START + MINUTE).middle > before
    set_tables(tournament, count=0, by=ana(), now=START + MINUTE)
    assert problem_of_rest(fresh(tournament), START + MINUTE) is None


def test_a_break_moves_the_end_by_its_length() -> None:
    tournament = dispatched(entries=4)
    before = the_forecast(tournament, START + MINUTE)
    begins, ends = START + timedelta(minutes=10), START + timedelta(minutes=130)
    plan_break(tournament, begins=begins, ends=ends, by=ana(), now=START + MINUTE)
    assert the_forecast(tournament, START + MINUTE).middle - before.middle >= timedelta(minutes=90)


def test_what_is_over_or_not_drawn_has_no_forecast() -> None:
    tournament = dispatched(entries=4)
    the_forecast(tournament, START + MINUTE)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.PREPARING)
    update_forecast(tournament.ledger_id, now=START + MINUTE)
    assert not Forecast.objects.exists()
    assert forecast_of(fresh(tournament)) is None


@pytest.mark.fault("F35")
def test_a_forecast_that_fails_stops_no_call(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = dispatched(entries=8, tables=1)
    monkeypatch.setattr(forecasting, "prepare_day", lambda *_: 1 / 0)
    (job,) = Job.objects.filter(kind=FORECAST, state=JobState.WAITING)
    assert not outbox.run(job.pk, START + MINUTE)
    played(called(tournament)[0])
    for pk in outbox.due_jobs(START + timedelta(days=9999)):
        outbox.run(pk, START + timedelta(days=9999))
    assert len(called(tournament)) == 1


@pytest.mark.fault("F31")
def test_a_job_of_a_worker_that_died_is_run_again_after_its_time() -> None:
    dispatched()
    (job,) = Job.objects.filter(kind=FORECAST, state=JobState.WAITING)
    assert outbox.claim(job.pk, START + MINUTE) is not None
    soon = outbox.claim_long_jobs_to_send(START + MINUTE + timedelta(seconds=5), late=timedelta())
    assert job.pk not in {message.job_id for message in soon}
    assert outbox.run(job.pk, START + MINUTE + outbox.CLAIM_ALONE)
    assert Forecast.objects.count() == 1


@pytest.mark.fault("F34")
def test_a_long_job_is_claimed_once() -> None:
    dispatched()
    (job,) = Job.objects.filter(kind=FORECAST, state=JobState.WAITING)
    assert outbox.claim(job.pk, START + MINUTE) is not None
    assert outbox.claim(job.pk, START + MINUTE) is None


def test_recorded_matches_are_learned_from() -> None:
    tournament = running(entries=8)
    match = called(tournament)[0] if called(tournament) else Match.objects.filter(state=MatchState.PLAYING)[0]
    played(match)
    Match.objects.filter(pk=match.pk).update(
        called_at=START, started_at=START + 4 * MINUTE, ended_at=START + 64 * MINUTE
    )
    (seen,) = recorded_lengths("chama")
    assert (seen.minutes, seen.change, seen.length_class.kind) == (60.0, 4.0, "campeonato")
    assert seen.length_class.people == match.seats.count()


def test_a_match_to_which_one_side_came_says_how_long_a_table_waits() -> None:
    running(entries=8)
    match = Match.objects.filter(state=MatchState.PLAYING)[0]
    played(match)
    match.refresh_from_db()
    Side.objects.filter(match=match, entry__isnull=False).exclude(entry=match.winner).update(absent=True)
    Match.objects.filter(pk=match.pk).update(called_at=START, ended_at=START + 12 * MINUTE)
    (seen,) = recorded_lengths("chama")
    assert (seen.minutes, seen.change, seen.was_played) == (12.0, None, False)
    Match.objects.filter(pk=match.pk).update(called_at=None)
    assert recorded_lengths("chama") == ()


def test_a_walkover_of_a_match_that_never_began_is_learned_from() -> None:
    match = called(dispatched(entries=8))[0]
    absent = [side.number for side in match.sides.filter(entry__isnull=False)][1:]
    record_sheet(match, sheet=absences(match, *absent), by=bruno(), now=START + 12 * MINUTE)
    Match.objects.filter(pk=match.pk).update(called_at=START)
    (seen,) = recorded_lengths("chama")
    assert (seen.minutes, seen.change, seen.was_played) == (12.0, None, False)
    match.sides.update(absent=False)
    assert recorded_lengths("chama") == ()


@pytest.mark.fault("F47")
def test_a_night_in_which_the_clocks_are_put_back_loses_no_time() -> None:
    tournament = entered(entries=8, zone="America/New_York")
    begins = datetime(2026, 11, 1, 4, 30, tzinfo=UTC)  # at 6:00 UTC one o'clock comes again
    (answer,) = answers_at(tournament, begins)
    (plain,) = answers_at(tournament, begins - timedelta(days=90))
    assert answer.minutes(answer.ends.middle) == plain.minutes(plain.ends.middle)


def answers_at(tournament: Tournament, begins: datetime) -> tuple[DayAnswer, ...]:
    tournament.starts_at = begins
    return plan_shapes(tournament, [default_shape(8, 2, 4)], tables=1, moment=begins)


def test_fewer_tables_end_later_and_a_limit_earlier() -> None:
    found = what_if(entered(entries=8), entries=64, tables=6, moment=START)
    by_tables = [answer.ends.middle for answer in found.tables]
    assert by_tables == sorted(by_tables, reverse=True)
    assert [answer.is_asked for answer in found.tables].count(True) == 1
    limits = {answer.limit: answer.ends.middle for answer in found.limits}
    assert limits[30] < limits[None]
    assert found.shapes[0].waves == 3


def test_the_work_of_what_if_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of one shape, tables and limit are computed once, and no row plays more than a few large days."""
    run = Mock(side_effect=hall.simulate_run)
    monkeypatch.setattr(outlooks, "simulate_run", run)
    found = what_if(entered(entries=8), entries=1024, tables=100, moment=START)
    rows = (*found.shapes, *found.tables, *found.sizes, *found.limits)
    different = {(row.shape, row.tables, row.limit) for row in rows}
    assert len(rows) > len(different)
    days = len(different) + len(found.formats)
    assert run.call_count == days * len(outlooks.DAY_FACTORS)


def test_shapes_are_named_by_what_they_are_good_at() -> None:
    found = what_if(entered(entries=8), entries=23, tables=4, moment=START).shapes
    named = strengths(found)
    assert len(named) == len(found) > 1
    assert any("earliest" in codes for codes in named)
    assert strengths(found[:1]) == ((),)


def test_a_shape_with_byes_plans_what_is_played() -> None:
    tournament = entered(entries=8)
    bracket = undrawn_bracket(tournament, default_shape(9, 2, 2))
    day = problem_of_bracket(tournament, bracket, tables=2, begins=START, seen=())
    assert len(day.problem.matches) == 8
