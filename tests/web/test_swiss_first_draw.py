"""The draw page of a tournament with Swiss rounds: numbers that fit, the word, a last look, the draw."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.cast import ana, browser, fresh
from tests.swiss import before_first_round, first_round
from tournaments.draw.publish import publish_draw
from tournaments.models import Draw, State, Tournament

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str = "rounds") -> str:
    return reverse(name, args=[tournament.slug])


def test_the_draw_page_offers_the_first_round_and_no_shapes() -> None:
    answer = browser(ana()).get(at(before_first_round(11), "draw"))
    assert [(group.tables, group.size) for group in answer.context["line"].groups] == [(2, 4), (1, 3)]
    html = answer.content.decode()
    assert 'name="shape"' not in html
    assert 'name="word"' in html


def test_no_last_look_is_offered_once_another_person_drew() -> None:
    tournament = before_first_round()
    publish_draw(tournament, by=ana(), now=timezone.now())
    answer = browser(ana()).post(at(tournament, "draw"), {"word": "Uva"}, follow=True)
    assert [path for path, _status in answer.redirect_chain] == [at(tournament, "draw"), at(tournament)]
    assert "Someone got there first: the draw is published." in answer.content.decode()


def test_a_last_look_comes_before_the_draw() -> None:
    tournament, who = before_first_round(), browser(ana())
    review = who.post(at(tournament, "draw"), {"word": "Pitangas", "seen": "999"})
    assert review.status_code == 200
    assert "Pitangas" in review.content.decode()
    assert fresh(tournament).state == State.PREPARING
    sent = {"word": "Pitangas", "confirm": "1", "regulation": review.context["regulation"]}
    answer = who.post(at(tournament, "draw"), sent)
    assert answer.headers["Location"] == at(tournament)
    assert Draw.objects.get(tournament=tournament).word == "Pitangas"


def test_a_number_that_fits_no_tables_is_said_before_there_is_a_button() -> None:
    tournament, who = before_first_round(5), browser(ana())
    answer = who.get(at(tournament, "draw"))
    assert [item.violation.code for item in answer.context["missing"]] == ["no_tables"]
    assert 'name="word"' not in answer.content.decode()
    answer = who.post(at(tournament, "draw"), {"word": ""})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"no_tables"})


def test_a_word_that_is_too_long_stays_on_the_desk() -> None:
    tournament = before_first_round()
    answer = browser(ana()).post(at(tournament, "draw"), {"word": "x" * 200, "confirm": "1"})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"word_too_long"})
    assert "x" * 200 in answer.content.decode()


def test_after_the_first_draw_its_page_is_that_of_the_rounds() -> None:
    tournament = first_round(8)
    assert browser().get(at(tournament, "draw")).headers["Location"] == at(tournament)
    assert browser(ana()).post(at(tournament, "draw"), {"confirm": "1"}).status_code == 409
