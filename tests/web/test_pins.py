"""Pins on the page of the timetable: by a form without JavaScript, each role, both languages."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Match
from scheduling.dispatcher import dispatch
from scheduling.forecasting import update_forecast
from scheduling.models import PinnedMatch, PlannedMatch
from scheduling.timetables import make_timetable, request_plan
from tests.cast import ana, browser, bruno, called, drawn, duda, fresh
from tests.web.html import text
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def tournament() -> Tournament:
    """Planned from now on, since the page knows no other moment."""
    found = drawn(16, tables=3)
    request_plan(found, by=ana(), now=timezone.now())
    make_timetable(found.ledger_id, now=timezone.now())
    return fresh(found)


def page_of(tournament: Tournament) -> str:
    return reverse("timetable", args=[tournament.slug])


def first(tournament: Tournament) -> Match:
    return Match.objects.filter(ledger=tournament.ledger_id).order_by("round", "number")[0]


def typed(tournament: Tournament, **facts: str) -> dict[str, str]:
    return {"act": "pin", "match": first(tournament).code, "table": "", "begins_at": "", **facts}


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_who_runs_it_pins_moves_and_takes_off_without_javascript(
    tournament: Tournament, language: str
) -> None:
    client, page = browser(ana(), language=language), page_of(tournament)
    at = (timezone.now() + 2 * HOUR).astimezone(ZoneInfo(tournament.zone)).replace(second=0, microsecond=0)
    facts = typed(tournament, table="3", begins_at=at.strftime("%Y-%m-%dT%H:%M"))
    assert client.post(page, facts).headers["Location"] == f"{page}#pins"
    pin = PinnedMatch.objects.get()
    assert (pin.table and pin.table.position, pin.begins_at) == (3, at)
    shown = client.get(page)
    assert 'hx-trigger="every 2s"' in shown.content.decode()
    assert (
        "The timetable is being adjusted" if language == "en" else "A programação está sendo ajustada"
    ) in text(shown)
    update_forecast(tournament.ledger_id, now=timezone.now())
    shown = client.get(page)
    assert 'hx-trigger="every 60s"' in shown.content.decode()
    assert shown.content.decode().count('class="gantt-pin"') == 1
    assert client.post(page, typed(tournament, table="2")).status_code == 302
    assert PinnedMatch.objects.get().begins_at is None
    gone = client.post(page, {"act": "unpin", "match": first(tournament).code})
    assert gone.headers["Location"] == f"{page}#pins"
    assert not PinnedMatch.objects.exists()


def test_what_is_refused_stays_in_the_form(tournament: Tournament) -> None:
    client = browser(ana())
    answer = client.post(page_of(tournament), typed(tournament, begins_at="2020-01-01T10:00"))
    assert answer.status_code == 422
    assert answer.context["pin_form"].codes == {"pin_in_past"}
    assert 'value="2020-01-01T10:00"' in answer.content.decode()
    assert client.post(page_of(tournament), typed(tournament)).context["pin_form"].codes == {"pin_empty"}
    assert client.post(page_of(tournament), typed(tournament, table="99")).status_code == 422
    assert not PinnedMatch.objects.exists()


def test_a_match_that_was_called_meanwhile_is_no_choice(tournament: Tournament) -> None:
    dispatch(tournament.ledger_id, now=timezone.now())
    for match in called(tournament):
        facts = {**typed(tournament, table="1"), "match": match.code}
        assert browser(ana()).post(page_of(tournament), facts).status_code == 422
    assert called(tournament)


def test_others_see_the_mark_and_no_form(tournament: Tournament) -> None:
    browser(ana()).post(page_of(tournament), typed(tournament, table="3"))
    for who in (None, duda(), bruno()):
        page = browser(who).get(page_of(tournament)).content.decode()
        assert 'class="gantt-pin"' in page
        assert 'name="act"' not in page
        assert "data-pin" not in page
    for somebody in (duda(), bruno()):
        assert browser(somebody).post(page_of(tournament), typed(tournament, table="1")).status_code == 403
        gone = {"act": "unpin", "match": first(tournament).code}
        assert browser(somebody).post(page_of(tournament), gone).status_code == 403
    assert PinnedMatch.objects.exists()


def test_a_dropped_pin_says_why_until_it_was_read(tournament: Tournament) -> None:
    client, page = browser(ana()), page_of(tournament)
    client.post(page, typed(tournament, table="3"))
    PinnedMatch.objects.update(dropped="table_closed")
    shown = client.get(page)
    assert "This table was closed." in text(shown)
    assert 'class="gantt-pin"' not in shown.content.decode()
    client.post(page, {"act": "unpin", "match": first(tournament).code})
    assert "This table was closed." not in text(client.get(page))


def test_an_empty_table_has_a_line_for_who_drags(tournament: Tournament) -> None:
    last = tournament.ledger.tables.get(position=3)
    one = tournament.ledger.tables.get(position=1)
    PlannedMatch.objects.filter(table=last).update(table=one)
    assert len(browser(ana()).get(page_of(tournament)).context["gantt"].lines) == 3
    assert len(browser().get(page_of(tournament)).context["gantt"].lines) == 2


def test_it_asks_a_fixed_number_of_queries(
    tournament: Tournament, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for match in Match.objects.filter(ledger=tournament.ledger_id)[:4]:
        browser(ana()).post(page_of(tournament), {**typed(tournament, table="3"), "match": match.code})
    client = browser(ana())
    with django_assert_max_num_queries(16):
        client.get(page_of(tournament))
