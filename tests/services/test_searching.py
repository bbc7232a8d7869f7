"""Searching for tournaments as people type their titles."""

import pytest

from tests import cast
from tournaments.models import Tournament
from tournaments.setup.listing import listed_tournaments
from tournaments.setup.search import search
from web.site.home import LONGEST_SEARCH

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Chama: Duplas Fluminenses (Xisum) 2025", {"Fluminenses"}),
        ("  chama:  duplas fluminenses (xisum)  2025", {"Fluminenses"}),
        ("sao joao", {"São João"}),
        ("HERMETICA: duelo São João 2026", {"São João"}),
        ("2026", {"São João", "Mariapaulista"}),
        ("duplas 2026", set()),
        ("joão hermética", {"São João"}),
        ("Chama: Duplas Fluminenses (Xizum) 2025", {"Fluminenses"}),
        ("   ", {"Fluminenses", "São João", "Mariapaulista"}),
        ("%", set()),
    ],
)
def test_titles_are_found_by_their_words(typed: str, found: set[str]) -> None:
    cast.announced(kind="duplas", name="Fluminenses", variants=("xisum",), year=2025)
    cast.announced(game="hermetica", kind="duelo", name="São João")
    cast.announced()
    assert {tournament.name for tournament in listed_tournaments(None, search=typed)} == found


def test_a_near_miss_is_told() -> None:
    cast.announced()
    among = Tournament.objects.all()
    (warning,) = search(among, "Chama: Duplas Copa (Xizum) 2025").warnings
    assert (warning.code, warning.facts["variant"]) == ("variant_near_miss", "xisum")
    assert search(among, "Copa").warnings == ()


def test_the_front_page_finds_and_says_where_nothing_is() -> None:
    cast.announced()
    cast.created(name="Secreto")
    page = cast.browser()
    assert "Mariapaulista" in page.get("/", {"busca": "mariapaulista 2026"}).content.decode()
    assert "Nothing found" in page.get("/", {"busca": "secreto"}).content.decode()


@pytest.mark.F76
@pytest.mark.parametrize(
    "typed", ["(a+)+$" * 60, "(" * 400, "Chama: " * 57, "Duplas (Xizum) 2025 " * 20, "á" * 60_000]
)
def test_a_long_or_twisted_text_is_cut_or_refused_and_answered(typed: str) -> None:
    cast.announced()
    page = cast.browser().get("/", {"busca": typed})
    assert page.status_code == 200
    assert len(page.context["search"]) <= LONGEST_SEARCH
    answer = cast.browser().get("/api/v1/tournaments/", {"search": typed})
    assert answer.status_code == 400
    assert [violation["field"] for violation in answer.json()["violations"]] == ["search"]
