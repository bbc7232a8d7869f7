"""A series: the years of one tournament and who won them, of what is public."""

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.services import offer_page
from tests.cast import announced, browser, caio, created, finished, running
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.standings.series import series_key

pytestmark = pytest.mark.django_db


def page(key: str = "taca-da-ilha", game: str = "chama") -> Any:
    return browser().get(reverse("series", args=[game, key]))


def years(answer: Any) -> list[int]:
    return [edition.tournament.year for edition in answer.context["page"].items]


@pytest.mark.parametrize(
    ("name", "key"),
    [("Taça  da ILHA!", "taca-da-ilha"), ("Nº 1: a, b", "nº-1-a-b"), ("東京", "東京"), ("♥♦", "")],
)
def test_names_are_one_series_by_their_words(name: str, key: str) -> None:
    assert series_key(name) == key


def test_a_series_lists_its_years_with_champions_and_nothing_else() -> None:
    first = finished(4, name="Taça da Ilha", year=2024)
    running(4, name="TACA DA ILHA", year=2026, kind="guerrilha")
    announced(name="Taça da Ilha Grande")
    announced(name="Taça da Ilha", game="castelo", kind="duelo")
    created(name="Taça da Ilha", year=2027)
    champion = first.placings.get(place=1).entry.members.get().persona.player
    offer_page(champion, has_page=True)
    answer = page()
    assert years(answer) == [2026, 2024]
    assert [who.name for who in answer.context["page"].items[1].champions] == [champion.name]
    assert reverse("player", args=[champion.code]) in text(answer)


def test_whoever_hid_their_page_stands_there_without_a_link() -> None:
    tournament = finished(4, name="Taça da Ilha")
    champion = tournament.placings.get(place=1).entry.members.get().persona.player
    offer_page(champion, has_page=False)
    said = text(page())
    assert champion.name in said
    assert reverse("player", args=[champion.code]) not in said


def test_who_won_more_than_once_is_named_first() -> None:
    for year in (2024, 2025):
        finished(4, name="Taça da Ilha", year=year)
    titles = page().context["titles"]
    winners = [edition.champions[0] for edition in page().context["page"].items]
    assert titles == ([(winners[0], 2)] if winners[0] == winners[1] else [])


@pytest.mark.parametrize("key", ["nada", "Taca-da-Ilha", "taca--da", "a" * 161, "taça-da-ilha"])
def test_where_nothing_public_was_played_there_is_no_series(key: str) -> None:
    created(name="Nada")
    announced(name="Taça da Ilha")
    assert page(key).status_code == 404
    assert page("taca-da-ilha", "xadrez").status_code == 404


def test_a_tournament_leads_to_its_series_and_the_search_does_too() -> None:
    tournament: Tournament = announced(name="Taça da Ilha", year=2025)
    address = reverse("series", args=["chama", "taca-da-ilha"])
    overview = reverse("tournament", args=[tournament.slug])
    search = {"busca": "ilha"}
    assert address in text(browser().get(overview))
    assert address not in text(browser().get(reverse("home"), search))
    announced(name="Taça da Ilha", year=2026)
    assert address in text(browser().get(reverse("home"), search))
    hidden = created(name="Só para a equipe")
    assert "/series/" not in text(browser(caio()).get(overview.replace(tournament.slug, hidden.slug)))


def test_many_years_ask_as_much_as_one(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for year in range(2021, 2026):
        finished(4, name="Taça da Ilha", year=year)
    page("nada")
    with django_assert_max_num_queries(6):
        assert years(page()) == [2025, 2024, 2023, 2022, 2021]
