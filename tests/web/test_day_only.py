"""Pages of a tournament whose planned date has no time: no 00:00, and a button that opens the calls."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scheduling.dispatcher import dispatch
from tests.calendar_files import read_file
from tests.cast import ana, announced, browser, caio, called, checked_in, entered, fresh
from tests.web.setup_forms import typed
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament
from tournaments.rules_of import facts_of

pytestmark = pytest.mark.django_db
DAY = date(2099, 3, 14)
PAGES = (
    "tournament",
    "standing",
    "regulation",
    "announcement",
    "draw",
    "planning",
    "calling",
    "now",
    "tournament_edit",
)


def planned(**chosen: Any) -> dict[str, Any]:
    return {"starts_at": None, "starts_on": DAY, "table_high": 2, **chosen}


def drawn_for_the_day() -> Tournament:
    tournament = checked_in(8, **planned())
    publish_draw(tournament, by=ana(), now=timezone.now())
    return fresh(tournament)


def at(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def midnights(page: str) -> list[str]:
    """What a reader would take for a start at midnight."""
    return re.findall("00:00|midnight", strip_tags(page))


def test_the_form_takes_a_date_without_a_time_and_shows_it_again() -> None:
    sent = typed(starts_on=str(DAY), starts_time="")
    assert browser(ana()).post("/torneios/novo/", sent).status_code == 302
    tournament = Tournament.objects.get()
    assert (facts_of(tournament).starts_on, facts_of(tournament).starts_at) == (DAY, None)
    form = browser(ana()).get(at("tournament_edit", tournament)).context["form"]
    assert (form["starts_on"].value(), form["starts_time"].value()) == (DAY, None)


@pytest.mark.parametrize("name", PAGES)
def test_no_page_shows_midnight(name: str) -> None:
    page = browser(ana()).get(at(name, drawn_for_the_day()), follow=True).content.decode()
    assert not midnights(page)


@pytest.mark.parametrize("who", [None, caio, ana])
def test_lists_show_the_date_alone(who: Any) -> None:
    entered(**planned())
    page = (browser(who()) if who else Client()).get(reverse("home")).content.decode()
    assert "2099" in page
    assert not midnights(page)


def test_the_day_page_offers_to_open_the_calls() -> None:
    tournament = drawn_for_the_day()
    assert browser(ana()).get(at("now", tournament)).context["step"].code == "open"
    assert browser(ana()).post(at("open_calls", tournament)).status_code == 302
    dispatch(tournament.ledger_id, now=timezone.now())
    assert len(called(tournament)) == 4


def test_the_calendar_event_is_a_date() -> None:
    answer = Client().get(at("tournament_calendar", announced(**planned())))
    (event,) = read_file(answer.content).walk("VEVENT")
    assert event.decoded("DTSTART") == DAY
    assert "DTEND" not in event
