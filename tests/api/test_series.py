"""A series by programs: the years of one tournament and who won them, of what is public."""

import pytest

from accounts.services import offer_page
from tests.api.programs import program
from tests.cast import announced, created, finished, running

pytestmark = pytest.mark.django_db
PATH = "series/chama/taca-da-ilha/"


def test_the_years_of_a_name_with_their_champions_and_nothing_else() -> None:
    first = finished(8, ranked=True, name="Taça da Ilha", year=2024)
    second = running(4, name="TACA DA ILHA", year=2026)
    announced(name="Taça da Ilha Grande")
    created(name="Taça da Ilha", year=2027)
    champion = first.placings.get(place=1).entry.members.get().persona.player
    body = program().get(PATH).body
    assert [row["tournament"] for row in body["results"]] == [second.slug, first.slug]
    assert body["results"][0]["champions"] == []
    assert body["results"][1] == {
        "tournament": first.slug,
        "title": first.title,
        "year": 2024,
        "entries": 8,
        "champions": [{"name": champion.name, "page": champion.code}],
    }


def test_it_comes_in_pages() -> None:
    for year in (2024, 2025, 2026):
        announced(name="Taça da Ilha", year=year)
    body = program().get(f"{PATH}?page=2&page_size=2").body
    assert (body["count"], [row["year"] for row in body["results"]]) == (3, [2024])
    assert program().get(f"{PATH}?page=3&page_size=2").status == 404


def test_whoever_hid_their_page_is_named_without_it() -> None:
    tournament = finished(4, name="Taça da Ilha")
    champion = tournament.placings.get(place=1).entry.members.get().persona.player
    offer_page(champion, has_page=False)
    (row,) = program().get(PATH).body["results"]
    assert row["champions"] == [{"name": champion.name, "page": ""}]


@pytest.mark.parametrize("path", ["xadrez/taca", "chama/nada", "chama/Taca-da-Ilha", "chama/" + "a" * 200])
def test_what_is_no_series_is_not_found(path: str) -> None:
    announced(name="Taça da Ilha")
    assert program().get(f"series/{path}/").status == 404
