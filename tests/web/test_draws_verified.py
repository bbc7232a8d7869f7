"""F110: the word at the desk, and the page where anybody verifies a draw."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import START, ana, browser, caio, checked_in, created, duda, entered, fresh
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.entries.check_in import check_in_all
from tournaments.models import Commitment, Draw, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.F110]
PAGES = ("draw_verify", "draw", "bracket")


def at(tournament: Tournament, name: str = "draw_verify") -> str:
    return reverse(name, args=[tournament.slug])


def read(tournament: Tournament, name: str = "draw_verify", who: Client | None = None) -> str:
    return (who or browser()).get(at(tournament, name)).content.decode()


def publish(tournament: Tournament, **how: Any) -> Draw:
    return publish_draw(fresh(tournament), by=ana(), now=START, **how)


def test_the_word_that_was_called_goes_into_the_draw() -> None:
    tournament, who = checked_in(8), browser(ana())
    sent = {"method": "random", "word": "  Capivara  dourada ", "seed": ""}
    look = who.post(at(tournament, "draw"), sent).content.decode()
    assert '<input type="hidden" name="word" value="Capivara  dourada">' in look
    assert who.post(at(tournament, "draw"), {**sent, "confirm": "1"}).status_code == 302
    draw = Draw.objects.get()
    assert (draw.word, draw.seed) == ("Capivara dourada", None)
    assert "“Capivara dourada”" in read(tournament)


def test_a_last_look_tells_nothing_of_the_draw_and_may_be_taken_as_often_as_one_likes() -> None:
    tournament, who = checked_in(8), browser(ana())
    secret = Commitment.objects.get().secret or "?"
    looks = [who.post(at(tournament, "draw"), {"method": "random", "word": word}) for word in ("a", "a", "b")]
    assert [look.status_code for look in looks] == [200, 200, 200]
    assert all(secret not in look.content.decode() for look in looks)
    assert not Draw.objects.exists()
    assert Commitment.objects.get().secret == secret


def test_before_the_draw_everybody_reads_the_promise_and_nobody_the_secret() -> None:
    tournament = checked_in(8, ranked=True)
    promised = Commitment.objects.get()
    for who in (browser(), browser(caio()), browser(ana())):
        html = read(tournament, who=who)
        assert promised.sha256 in html
        assert str(promised.secret) not in html
    assert promised.sha256 in read(tournament, "draw", browser(ana()))


def test_before_the_first_check_in_nothing_is_promised() -> None:
    assert "Nothing is promised yet." in read(entered(4, ranked=True))


def test_after_the_draw_everything_that_is_to_be_checked_is_there() -> None:
    tournament = checked_in(8)
    draw = publish(tournament, word="capivara")
    assert draw.commitment is not None
    html = read(tournament)
    told = (draw.commitment.sha256, draw.commitment.secret, draw.derived_seed, draw.algorithm, "capivara")
    assert all(str(value) in html for value in told)
    assert html.count("<li>") >= 3
    assert "python check.pyz" in html
    for name in ("draw", "bracket", "regulation"):
        assert f'href="{at(tournament)}"' in read(tournament, name)


def test_a_number_typed_by_hand_is_marked_wherever_the_draw_is_shown() -> None:
    tournament, promised = checked_in(8), checked_in(8, name="Prometido")
    publish(tournament, seed=7)
    publish(promised)
    for name in PAGES:
        assert "yped by hand" in read(tournament, name)
        assert "yped by hand" not in read(promised, name)


def test_a_second_draw_shows_the_first_and_its_reason() -> None:
    tournament = checked_in(8)
    first = publish(tournament, word="primeira")
    withdraw_draw(fresh(tournament), reason="faltou <gente>", by=ana(), now=START)
    assert "faltou &lt;gente&gt;" in read(tournament, "draw", browser(ana()))
    publish(tournament, word="segunda")
    for name in ("draw", "draw_verify"):
        assert "faltou &lt;gente&gt;" in read(tournament, name)
    html = read(tournament)
    assert "primeira" in html
    assert str(first.derived_seed) in html


def test_a_record_of_the_first_format_says_that_nothing_was_promised() -> None:
    tournament = entered(8)
    Tournament.objects.filter(pk=tournament.pk).update(record_format=1)
    check_in_all(fresh(tournament), by=ana(), now=START)
    assert 'name="word"' not in read(tournament, "draw", browser(ana()))
    draw = publish(tournament)
    html = read(tournament)
    assert str(draw.seed) in html
    assert "before draws had a promised secret" in html
    assert "yped by hand" not in html


def test_who_may_not_see_a_tournament_may_not_see_its_promise() -> None:
    tournament = created(name="Segredo")
    assert browser(duda()).get(at(tournament)).status_code == 404
    assert browser(ana()).post(at(tournament)).status_code == 405


@pytest.mark.parametrize("language", ["en", "pt-br"])
def test_both_languages(language: str) -> None:
    tournament = checked_in(8)
    publish(tournament)
    assert f'lang="{language}"' in read(tournament, who=browser(language=language))
