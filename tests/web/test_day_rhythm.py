"""Pages of a day's rhythm: the first call, tables that start together, breaks, the clock of a match."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from core.models import Job, JobState
from matches.models import Match, MatchState, Redraw
from scheduling.dispatcher import dispatch
from tests.cast import ana, browser, bruno, caio, called, checked_in, drawn, fresh, running
from tournaments.draw.publish import publish_draw
from tournaments.match_views import match_cache, versioned_cache
from tournaments.models import Tournament
from tournaments.pauses import Pause
from tournaments.play.breaks import plan_break
from web.templatetags.chama import venue_time
from web.templatetags.day import pause_end

pytestmark = pytest.mark.django_db


def at(name: str, tournament: Tournament, *more: str) -> str:
    return reverse(name, args=[tournament.slug, *more])


def next_week(**chosen: Any) -> Tournament:
    start = timezone.now() + timedelta(days=7)
    return checked_in(8, table_high=2, starts_at=start, **chosen)


def called_tables() -> Tournament:
    tournament = drawn(8, table_high=2)
    dispatch(tournament.ledger_id, now=timezone.now())
    return fresh(tournament)


def typed(tournament: Tournament, minutes: int) -> str:
    moment = timezone.now() + timedelta(minutes=minutes)
    return moment.astimezone(ZoneInfo(tournament.zone)).strftime("%Y-%m-%dT%H:%M")


def on_break(tournament: Tournament, minutes: int = 60) -> None:
    plan_break(tournament, ends=timezone.now() + timedelta(minutes=minutes), by=ana(), now=timezone.now())


# --- the first call -----------------------------------------------------------------------------------


@pytest.mark.fault("F108")
def test_the_confirmation_of_a_draw_says_when_tables_are_called() -> None:
    tournament = next_week()
    choice = browser(ana()).get(at("draw", tournament)).context["choices"][0].value
    page = browser(ana()).post(at("draw", tournament), {"shape": choice, "method": "random", "apart": ""})
    assert page.context["opens_at"] == tournament.starts_at
    assert 'id="first-call"' in page.content.decode()


@pytest.mark.fault("F108")
def test_until_the_start_the_day_waits_and_who_coordinates_calls_earlier() -> None:
    tournament = next_week()
    publish_draw(tournament, by=ana(), now=timezone.now())
    dispatch(tournament.ledger_id, now=timezone.now())
    assert browser(ana()).get(at("now", tournament)).context["step"].code == "open"
    assert browser(bruno()).post(at("open_calls", tournament)).status_code == 403
    assert browser(ana()).post(at("open_calls", tournament)).status_code == 302
    dispatch(tournament.ledger_id, now=timezone.now())
    assert len(called(tournament)) == 4


def test_a_first_call_without_a_draw_is_refused_on_a_page_that_can_be_reloaded() -> None:
    tournament = next_week()
    assert browser(ana()).post(at("open_calls", tournament)).status_code == 409
    assert browser(ana()).get(at("open_calls", tournament))["Location"] == at("now", tournament)


# --- starting -----------------------------------------------------------------------------------------


def test_a_table_starts_from_its_card() -> None:
    tournament = called_tables()
    match = called(tournament)[0]
    page = browser(bruno()).get(at("now", tournament))
    assert f'id="start-{match.code}"' in page.content.decode()
    done = browser(bruno()).post(
        at("match_start", tournament, match.code), {"de": "painel", "seen": match.changed_seq}
    )
    assert done["Location"].startswith(at("now", tournament))
    match.refresh_from_db()
    assert match.state == MatchState.PLAYING


def test_all_called_tables_start_in_one_act_with_one_clock() -> None:
    tournament = called_tables()
    page = browser(bruno()).get(at("now", tournament))
    assert page.context["step"].code == "start_all"
    codes = [match.code for match in page.context["startable"]]
    assert len(codes) == 4
    assert browser(bruno()).post(at("start_called", tournament), {"match": codes}).status_code == 302
    assert len({match.started_at for match in Match.objects.filter(code__in=codes)}) == 1
    head = fresh(tournament).ledger.head_seq
    browser(bruno()).post(at("start_called", tournament), {"match": codes})
    assert fresh(tournament).ledger.head_seq == head


def test_tables_that_the_page_did_not_show_do_not_start() -> None:
    tournament = called_tables()
    first, *others = called(tournament)
    browser(bruno()).post(at("start_called", tournament), {"match": [first.code, "mzzzzzzzz", ""]})
    assert {match.state for match in called(tournament)} == {MatchState.CALLED}
    assert len(called(tournament)) == len(others)


def test_players_start_nothing() -> None:
    tournament = called_tables()
    codes = [match.code for match in called(tournament)]
    assert browser(caio()).post(at("start_called", tournament), {"match": codes}).status_code == 403


@pytest.mark.fault("F35")
def test_who_runs_the_day_sees_that_a_job_was_put_aside() -> None:
    tournament = called_tables()
    assert b'id="put-aside"' not in browser(ana()).get(at("now", tournament)).content
    Job.objects.filter(ledger=tournament.ledger_id).update(state=JobState.QUARANTINED)
    assert b'id="put-aside"' in browser(ana()).get(at("now", tournament)).content


# --- breaks -------------------------------------------------------------------------------------------


@pytest.mark.fault("F108")
def test_a_break_is_planned_on_the_clock_of_the_venue_moved_and_ended() -> None:
    tournament = running(time_limit=50)
    page = browser(ana())
    times = {"begins": typed(tournament, 30), "ends": typed(tournament, 90)}
    assert page.post(at("breaks", tournament), times).status_code == 302
    planned = tournament.breaks.get()
    assert planned.ends_at - planned.begins_at == timedelta(minutes=60)
    assert abs(planned.begins_at - timezone.now() - timedelta(minutes=30)) < timedelta(minutes=2)
    moved = {"number": "1", "begins": typed(tournament, 20), "ends": typed(tournament, 40)}
    assert page.post(at("breaks", tournament), moved).status_code == 302
    assert tournament.breaks.get().ends_at < planned.ends_at
    assert page.post(at("breaks", tournament), {"number": "1", "end": "1"}).status_code == 302
    assert not tournament.breaks.exists()


@pytest.mark.parametrize(
    ("posted", "status"),
    [
        ({}, 422),
        ({"ends": "yesterday"}, 422),
        ({"begins": "2026-03-14T10:00", "ends": "2026-03-14T11:00"}, 422),
        ({"ends": "2026-03-14T11:00"}, 422),
        ({"number": "7", "ends": "2026-03-14T11:00"}, 404),
        ({"number": "x", "ends": "2026-03-14T11:00"}, 404),
    ],
)
def test_wrong_times_are_refused_and_stay_typed(posted: dict[str, str], status: int) -> None:
    tournament = running()
    answer = browser(ana()).post(at("breaks", tournament), posted)
    assert answer.status_code == status
    assert posted.get("ends", "") in answer.content.decode() or status == 404
    assert not tournament.breaks.exists()


def test_only_who_coordinates_plans_breaks() -> None:
    tournament = running()
    times = {"ends": typed(tournament, 90)}
    assert browser(bruno()).post(at("breaks", tournament), times).status_code == 403
    assert browser(caio()).get(at("breaks", tournament)).status_code == 403
    assert "/conta/entrar/" in browser().get(at("breaks", tournament))["Location"]


@pytest.mark.fault("F108")
@pytest.mark.parametrize("page", ["tournament", "hall"])
def test_everybody_sees_the_break_and_sees_it_end(page: str) -> None:
    tournament = running(time_limit=50)
    assert 'class="notice notice-info pause"' not in browser().get(at(page, tournament)).content.decode()
    on_break(tournament)
    shown = browser().get(at(page, tournament)).content.decode()
    assert 'class="notice notice-info pause"' in shown
    assert "data-pauses=" in shown
    browser(ana()).post(at("breaks", tournament), {"number": "1", "end": "1"})
    assert 'class="notice notice-info pause"' not in browser().get(at(page, tournament)).content.decode()


def test_the_end_of_a_night_is_shown_with_its_date_and_without_the_zone_that_the_head_names() -> None:
    tournament = running()
    begins = timezone.now()
    shown = strip_tags(pause_end(Pause(begins, begins + timedelta(hours=30)), tournament))
    assert shown == strip_tags(venue_time(begins + timedelta(hours=30), tournament, "moment"))
    assert "(" not in shown


def test_in_a_break_the_day_asks_for_nothing_else() -> None:
    tournament = called_tables()
    Match.objects.filter(ledger=tournament.ledger_id).update(called_at=timezone.now() - timedelta(hours=1))
    assert browser(ana()).get(at("now", tournament)).context["step"].code == "late"
    on_break(tournament)
    page = browser(ana()).get(at("now", tournament))
    assert (page.context["step"].code, page.context["now"].late) == ("break", ())
    assert page.context["startable"] == []


# --- the clock of a match -----------------------------------------------------------------------------


def over(tournament: Tournament, ago: timedelta) -> Match:
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[0]
    Match.objects.filter(pk=match.pk).update(time_due_at=timezone.now() - ago)
    match_cache.clear()  # what no act did has no version of its own
    versioned_cache.clear()
    return match


def test_ending_the_time_is_offered_only_when_it_can_be() -> None:
    tournament = running(time_limit=50)
    match = over(tournament, timedelta(minutes=-10))
    assert not browser(bruno()).get(at("match", tournament, match.code)).context["may_call_time"]
    over(tournament, timedelta(minutes=1))
    assert browser(bruno()).get(at("match", tournament, match.code)).context["may_call_time"]


def test_the_form_for_more_time_shows_the_new_end() -> None:
    tournament = running(time_limit=50)
    match = over(tournament, timedelta(minutes=-10))
    shown = browser(bruno()).get(at("match", tournament, match.code)).context["extending"]
    assert not shown.is_over
    assert shown.ends - shown.due == timedelta(minutes=5)
    over(tournament, timedelta(minutes=30))
    shown = browser(bruno()).get(at("match", tournament, match.code)).context["extending"]
    assert shown.is_over
    assert shown.ends - shown.now == timedelta(minutes=5)


def test_a_redraw_of_the_wrong_person_is_taken_back() -> None:
    tournament = running()
    match = over(tournament, timedelta(0))
    persona = match.seats.exclude(persona=None)[0].persona
    assert persona is not None
    back = at("match_redraw_back", tournament, match.code)
    judge = browser(bruno())
    assert judge.post(back, {"persona": persona.code}).status_code == 422
    judge.post(at("match_redraw", tournament, match.code), {"persona": persona.code})
    assert judge.post(back, {"persona": persona.code}).status_code == 302
    assert not Redraw.objects.filter(match=match).exists()


def test_a_card_is_good_until_two_days_after_the_day() -> None:
    tournament = next_week()
    assert tournament.starts_at is not None
    browser(ana()).post(at("table_cards", tournament), {"act": "issue"})
    day = tournament.starts_at.astimezone(ZoneInfo(tournament.zone)).date()
    last = datetime.combine(day + timedelta(days=3), datetime.min.time(), ZoneInfo(tournament.zone))
    card = browser(ana()).get(at("table_cards", tournament)).context["cards"][0].card
    assert card.expires_at == last
    ends = tournament.starts_at + timedelta(days=1)
    plan_break(tournament, begins=tournament.starts_at, ends=ends, by=ana(), now=timezone.now())
    card = browser(ana()).get(at("table_cards", tournament)).context["cards"][0].card
    assert card.expires_at == last + timedelta(days=1)
