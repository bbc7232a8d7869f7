"""A planned date without a time: nothing is called until a coordinator opens the calls."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from core.errors import Refused, Stale
from core.jobs import outbox
from core.models import Job
from scheduling.dispatcher import dispatch
from scheduling.feeds import day_events
from scheduling.forecasting import forecast_of, update_forecast
from scheduling.timetables import request_plan
from scheduling.what_if import plan_shapes
from tests.cast import START, ana, caio, called, checked_in, created, entered, facts, fresh
from tournaments.bracket.shapes import default_shape
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament
from tournaments.now.my_events import my_tournaments
from tournaments.now.selectors import now_view
from tournaments.play.calling import open_calls
from tournaments.rules_of import facts_of
from tournaments.setup.announcement_text import venue_time
from tournaments.setup.create import change_tournament, create_tournament
from tournaments.setup.warnings import warnings_of

pytestmark = pytest.mark.django_db
ZONE = ZoneInfo("America/Sao_Paulo")
DAY = START.astimezone(ZONE).date() + timedelta(days=3)
EVENING = datetime.combine(DAY, time(20), ZONE)
HOUR = timedelta(hours=1)


def planned(**chosen: Any) -> dict[str, Any]:
    return {"starts_at": None, "starts_on": DAY, **chosen}


def drawn_for_the_day(now: datetime = START) -> Tournament:
    tournament = checked_in(8, table_high=2, **planned())
    publish_draw(tournament, by=ana(), now=now)
    return fresh(tournament)


def work(until: datetime) -> None:
    for job in list(Job.objects.filter(state="waiting", due_at__lte=until)):
        outbox.run(job.pk, until)


def test_a_date_stays_a_date_through_every_change() -> None:
    tournament = fresh(created(**planned()))
    assert (tournament.starts_on, tournament.planned_start) == (DAY, None)
    assert facts_of(tournament).starts_on == DAY
    elsewhere = facts(**planned(zone="America/Manaus"))
    changed = change_tournament(tournament, facts=elsewhere, by=ana(), now=START)
    assert fresh(changed).starts_on == DAY
    timed = change_tournament(fresh(changed), facts=facts(starts_at=EVENING), by=ana(), now=START)
    assert (fresh(timed).starts_on, fresh(timed).planned_start) == (None, EVENING)


@pytest.mark.parametrize(
    "zone", ["America/Sao_Paulo", "Asia/Tokyo", "Pacific/Kiritimati", "Pacific/Pago_Pago"]
)
def test_the_date_is_that_of_the_venue(zone: str) -> None:
    day = date(2018, 11, 4)  # a day whose midnight clocks skipped in São Paulo
    assert create_tournament(facts(**planned(starts_on=day, zone=zone)), by=ana(), now=START).starts_on == day


def test_a_time_and_a_date_alone_are_not_given_together() -> None:
    with pytest.raises(Refused) as refused:
        create_tournament(facts(starts_at=EVENING, starts_on=DAY), by=ana(), now=START)
    assert [violation.code for violation in refused.value.violations] == ["start_given_twice"]


@pytest.mark.parametrize("drawn_at", [START, EVENING, EVENING + timedelta(days=1)])
def test_nothing_is_called_until_a_coordinator_opens_the_calls(drawn_at: datetime) -> None:
    tournament = drawn_for_the_day(drawn_at)
    later = max(drawn_at, EVENING) + 5 * HOUR
    work(later)
    assert dispatch(tournament.ledger_id, now=later) == 0
    view = now_view(fresh(tournament), later)
    assert (view.awaits_opening, view.opens_at, view.late) == (True, None, ())
    open_calls(fresh(tournament), by=ana(), now=later)
    work(later)
    assert len(called(tournament)) == 4
    assert not now_view(fresh(tournament), later).awaits_opening


@pytest.mark.parametrize(("opened", "notes"), [(START + HOUR, 1), (EVENING, 0)])
def test_only_an_opening_before_the_date_is_recorded_as_early(opened: datetime, notes: int) -> None:
    tournament = drawn_for_the_day()
    open_calls(tournament, by=ana(), now=opened)
    open_calls(fresh(tournament), by=ana(), now=opened)
    assert tournament.ledger.lines.filter(type="integrity.noted").count() == notes


def test_a_time_set_after_the_draw_calls_at_that_time() -> None:
    tournament = drawn_for_the_day()
    new = facts(starts_at=EVENING, table_high=2)
    change_tournament(tournament, facts=new, reason="Now known.", by=ana(), now=START + HOUR)
    work(EVENING - HOUR)
    assert not called(tournament)
    work(EVENING)
    assert len(called(tournament)) == 4


def test_no_end_and_no_timetable_is_made_up_before_the_calls_are_open() -> None:
    tournament = drawn_for_the_day()
    update_forecast(tournament.ledger_id, now=EVENING)
    assert forecast_of(fresh(tournament)) is None
    with pytest.raises(Refused) as refused:
        request_plan(tournament, by=ana(), now=EVENING)
    assert [violation.code for violation in refused.value.violations] == ["start_time_unknown"]
    open_calls(fresh(tournament), by=ana(), now=EVENING)
    update_forecast(tournament.ledger_id, now=EVENING)
    assert forecast_of(fresh(tournament)) is not None


def test_a_plan_of_the_day_does_not_begin_at_midnight() -> None:
    tournament = created(**planned())
    (found,) = plan_shapes(tournament, [default_shape(8, 2, 4)], tables=2, moment=START)
    assert found.begins == START


def test_the_calendar_has_the_whole_day() -> None:
    (event,) = day_events(created(**planned()))
    assert event.all_day
    assert event.begins.astimezone(ZONE).date() == DAY


def test_the_announcement_names_the_date_alone() -> None:
    assert "00:00" not in venue_time(created(**planned()))


def test_whoever_plays_sees_the_day_until_its_end() -> None:
    entered(**planned())
    late = EVENING + 3 * HOUR
    assert [mine.day.status for mine in my_tournaments(caio(), late)] == ["entered"]
    assert not my_tournaments(caio(), late + timedelta(days=2))


@pytest.mark.parametrize(
    ("chosen", "codes"),
    [
        (planned(starts_on=EVENING.date()), set()),
        (planned(starts_on=EVENING.date() - timedelta(days=1)), {"starts_in_the_past"}),
        ({"starts_at": datetime.combine(DAY, time(), ZONE) + timedelta(days=1)}, {"starts_at_midnight"}),
        ({"starts_at": EVENING + HOUR}, set()),
    ],
)
def test_today_is_not_past_and_midnight_is_asked_about(chosen: dict[str, Any], codes: set[str]) -> None:
    found = warnings_of(facts(**chosen), "", by=ana(), now=EVENING.astimezone(UTC))
    assert {violation.code for violation in found} == codes


def test_a_start_at_midnight_from_before_keeps_its_time() -> None:
    midnight = datetime.combine(DAY, time(), ZONE)
    tournament = checked_in(8, table_high=2, starts_at=midnight)
    assert (tournament.planned_start, tournament.starts_on) == (midnight, None)
    publish_draw(tournament, by=ana(), now=START)
    work(midnight)
    assert len(called(tournament)) == 4


def test_calls_are_not_opened_without_a_draw() -> None:
    with pytest.raises(Stale):
        open_calls(created(**planned()), by=ana(), now=EVENING)
