"""The day before it and while it is played: what if, on the draw, and the forecast on the pages."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from matches.models import Match
from scheduling.forecasting import update_forecast
from scheduling.models import Forecast, Timetable
from scheduling.timetables import make_timetable, request_plan
from tests.cast import (
    START,
    ana,
    browser,
    bruno,
    caio,
    checked_in,
    created,
    drawn,
    duda,
    entered,
    finished,
    fresh,
    running,
)
from tests.web.html import text as with_tags
from tournaments.models import Tournament
from tournaments.play.breaks import plan_break

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def text(answer: Any) -> str:
    """What is read, without the tags around moments."""
    return re.sub(r"</?(?:time|strong)[^>]*>", "", with_tags(answer))


def at(tournament: Tournament, name: str) -> str:
    return reverse(name, args=[tournament.slug])


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_what_if_answers_for_what_is_there(language: str) -> None:
    tournament = entered(entries=12)
    answer = browser(ana(), language=language).get(at(tournament, "planning"))
    assert answer.status_code == 200
    assert answer.context["form"].data == {"inscricoes": 12, "mesas": 4}
    assert len(answer.context["what"].tables) == 4
    assert ("Ends around" if language == "en" else "Termina por volta de") in text(answer)


def test_what_if_answers_for_what_is_asked() -> None:
    answer = browser(ana()).get(at(created(), "planning"), {"inscricoes": 256, "mesas": 10})
    assert answer.context["what"].shapes[0].shape.entries == 256
    assert answer.context["what"].shapes[0].tables == 10


@pytest.mark.parametrize(
    "asked", [{"inscricoes": "1", "mesas": "4"}, {"inscricoes": "x"}, {"inscricoes": "8", "mesas": "0"}]
)
def test_what_makes_no_sense_is_said_at_its_field(asked: dict[str, str]) -> None:
    answer = browser(ana()).get(at(created(), "planning"), asked)
    assert answer.status_code == 422
    assert answer.context["what"] is None
    assert "to fix" in text(answer)
    assert "Nothing was saved" not in text(answer)


def test_only_who_runs_it_asks() -> None:
    tournament = entered()
    assert browser(duda()).get(at(tournament, "planning")).status_code == 403
    assert browser(bruno()).get(at(tournament, "planning")).status_code == 403
    assert browser().get(at(tournament, "planning")).status_code == 302


def test_the_draw_says_when_each_shape_ends() -> None:
    tournament = checked_in(entries=14)
    answer = browser(ana()).get(at(tournament, "draw"))
    assert all(choice.answer.ends.low <= choice.answer.ends.high for choice in answer.context["choices"])
    assert "on 4 tables" in text(answer)


def test_the_draw_asks_a_fixed_number_of_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = checked_in(entries=14)
    client = browser(ana())
    client.get(at(tournament, "draw"))
    with django_assert_max_num_queries(40):
        client.get(at(tournament, "draw"))


@pytest.mark.fault("F49")
def test_everybody_reads_when_it_ends_on_the_venues_clock() -> None:
    tournament = running(entries=16)
    assert "Ends" not in text(browser().get(at(tournament, "tournament")))
    update_forecast(tournament.ledger_id, now=START + timedelta(minutes=5))
    Forecast.objects.update(low=START, middle=START + timedelta(hours=1), high=START + timedelta(hours=2))
    for who in (None, bruno()):
        page = text(browser(who).get(at(fresh(tournament), "now" if who else "tournament")))
        assert "Ends around 10 a.m. (9–11 a.m. on 8 days in 10)" in page


def test_an_end_after_midnight_says_its_date_once() -> None:
    tournament = running(entries=16)
    end = START.replace(hour=12) + timedelta(hours=16)
    update_forecast(tournament.ledger_id, now=START + timedelta(minutes=5))
    Forecast.objects.update(low=end - 2 * HOUR, middle=end, high=end + HOUR)
    page = text(browser().get(at(fresh(tournament), "tournament")))
    day = re.search(r"Ends around ([^(]+) \(11 p\.m\.–2 a\.m\. on 8 days in 10\)", page)
    assert day is not None
    assert day[1].endswith(f"{START.year}, 1 a.m.")


def planned(entries: int = 48) -> Tournament:
    tournament = drawn(entries, tables=3)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    return fresh(tournament)


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_everybody_reads_the_timetable(language: str) -> None:
    tournament = planned()
    answer = browser(language=language).get(at(tournament, "timetable"))
    assert answer.status_code == 200
    assert len(answer.context["gantt"].bars) == Match.objects.filter(ledger=tournament.ledger_id).count()
    page = answer.content.decode()
    assert page.count('class="gantt-bar') == len(answer.context["gantt"].bars)
    assert ("Next up" if language == "en" else "Próximas") in page
    assert 'name="act"' not in page


def test_who_runs_it_has_one_made_and_does_without_it() -> None:
    tournament = drawn(entries=8)
    client = browser(ana())
    page = at(tournament, "timetable")
    assert "There is no timetable" in text(client.get(page))
    assert client.post(page, {"act": "make"}).status_code == 302
    assert "being made" in text(client.get(page))
    assert 'hx-trigger="every 2s"' in client.get(page).content.decode()
    client.post(page, {"act": "cancel"})
    assert not Timetable.objects.exists()
    client.post(page, {"act": "make"})
    make_timetable(tournament.ledger_id, now=START)
    assert client.get(page).context["gantt"] is not None
    assert client.post(page, {"act": "drop"}).status_code == 302
    assert not Timetable.objects.exists()


def test_others_make_none() -> None:
    tournament = planned()
    for who in (duda(), bruno()):
        assert browser(who).post(at(tournament, "timetable"), {"act": "drop"}).status_code == 403
    assert browser().post(at(tournament, "timetable"), {"act": "drop"}).status_code == 302
    assert Timetable.objects.exists()


def test_once_it_is_over_none_is_made() -> None:
    tournament = finished(entries=8)
    assert browser(ana()).post(at(tournament, "timetable"), {"act": "make"}).status_code == 409


def test_the_timetable_asks_as_many_queries_for_many_matches_as_for_few(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = planned(entries=48)
    with django_assert_max_num_queries(12):
        browser().get(at(tournament, "timetable"))


def test_a_player_reads_when_their_next_match_is_expected() -> None:
    tournament = planned(entries=48)
    assert "Your next match is expected about" in text(browser(caio()).get(at(tournament, "tournament")))
    assert "Your next match is expected about" not in text(browser().get(at(tournament, "tournament")))


def test_the_overview_leads_to_a_timetable_that_is_there() -> None:
    address = at(tournament := drawn(entries=8), "timetable")
    assert address not in browser().get(at(tournament, "tournament")).content.decode()
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    assert address in browser().get(at(tournament, "tournament")).content.decode()


def test_a_night_and_a_break_fit_into_the_drawing() -> None:
    tournament = drawn(entries=16, tables=1)
    plan_break(tournament, begins=START + HOUR, ends=START + 15 * HOUR, by=ana(), now=START)
    request_plan(tournament, by=ana(), now=START)
    make_timetable(tournament.ledger_id, now=START)
    drawing = browser().get(at(tournament, "timetable")).context["gantt"]
    assert len(drawing.breaks) == 1
    assert float(drawing.width) <= 4100
    assert all(float(shown.box.width) >= 4 for shown in drawing.bars)
