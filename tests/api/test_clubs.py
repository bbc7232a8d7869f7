"""Clubs by programs: found by name, their people as far as they allow, and where they played."""

from typing import Any

import pytest

from accounts.models import Club
from accounts.services import offer_page
from tests.acts import playing_for
from tests.api.programs import program
from tests.cast import caio, created, entered, finished

pytestmark = pytest.mark.django_db


def asked(club: Club, path: str = "") -> Any:
    return program().get(f"clubs/{club.pk}/{path}")


def test_a_club_is_found_by_words_of_its_name_once_somebody_plays_for_it_in_public() -> None:
    club = playing_for(entered(4), "São João da Ilha")
    playing_for(created(name="Antes"), "São Longe")
    Club.objects.create(name="São Ninguém")
    assert program().get("clubs/?search=joao%20sao").body == [{"number": club.pk, "name": club.name}]
    assert program().get("clubs/?search=longe").body == []
    assert program().get("clubs/").status == 400
    assert program().get("clubs/?search=x&of=y").status == 400


def test_how_much_there_is_of_it() -> None:
    club = playing_for(finished(8, ranked=True))
    assert asked(club).body == {
        "number": club.pk,
        "name": "Ilha",
        "people": 8,
        "tournaments": 1,
        "titles": 1,
        "seasons": [{"game": "chama", "year": 2026}],
    }


def test_its_people_stand_by_their_places_in_the_season_that_was_asked_for() -> None:
    club = playing_for(finished(8, ranked=True, year=2025))
    playing_for(finished(8, ranked=True, year=2026, sheets=1))
    newest = asked(club, "members/").body["results"]
    assert [one["rank"] for one in newest] == sorted(one["rank"] for one in newest)
    assert [one["tournaments"] for one in newest] == [2] * 8
    assert newest == asked(club, "members/?game=chama&year=2026").body["results"]
    older = asked(club, "members/?year=2025").body["results"]
    assert {one["name"]: one["points"] for one in older} != {one["name"]: one["points"] for one in newest}
    none = asked(club, "members/?year=2020").body["results"]
    assert {(one["rank"], one["points"], one["points_decimal"]) for one in none} == {(None, None, None)}


def test_who_hid_their_page_counts_nowhere() -> None:
    club, hidden = playing_for(finished(8, ranked=True)), caio()
    offer_page(hidden, has_page=False)
    assert asked(club).body["people"] == 7
    assert hidden.name not in str(asked(club, "members/").body)
    (event,) = asked(club, "tournaments/").body["results"]
    assert (event["people"], hidden.name in str(event)) == (7, False)


def test_where_they_played_and_who_came_furthest() -> None:
    tournament = finished(8, ranked=True)
    club, champion = playing_for(tournament), tournament.placings.get(place=1).entry.members.get()
    assert asked(club, "tournaments/").body["results"] == [
        {
            "tournament": tournament.slug,
            "title": tournament.title,
            "year": 2026,
            "people": 8,
            "best": 1,
            "first": [{"name": champion.persona.player.name, "page": champion.persona.player.code}],
        }
    ]


def test_people_and_tournaments_come_in_pages() -> None:
    club = playing_for(finished(8, ranked=True))
    body = asked(club, "members/?page=2&page_size=6").body
    assert (body["count"], len(body["results"])) == (8, 2)
    assert asked(club, "tournaments/?page=2&page_size=1").status == 404


@pytest.mark.parametrize("path", ["", "members/", "tournaments/"])
def test_what_is_no_club_in_public_is_not_found(path: str) -> None:
    playing = playing_for(created(name="Antes"), "Longe")
    for club in (playing, Club(pk=999)):
        assert asked(club, path).status == 404
