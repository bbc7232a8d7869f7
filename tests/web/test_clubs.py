"""A club's page: who plays for it in public, as far as they allow."""

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.minors import mark_minor
from accounts.models import Club, Player
from accounts.services import offer_page
from tests.acts import playing_for
from tests.cast import START as NOW
from tests.cast import ana, announced, browser, caio, created, entered, finished, without_account
from tests.web.html import text
from tournaments.entries.enter import import_entries
from tournaments.inputs import NewEntry

pytestmark = pytest.mark.django_db


def page(club: Club, **asked: str) -> Any:
    return browser().get(reverse("club", args=[club.pk]), asked)


def names(answer: Any) -> list[str]:
    return [member.who.name for member in answer.context["page"].items]


def test_a_club_lists_its_people_by_season_and_its_tournaments() -> None:
    tournament = finished(8, ranked=True)
    answer = page(playing_for(tournament))
    members = answer.context["page"].items
    assert answer.context["season"] == ("chama", 2026)
    assert [member.line.rank for member in members] == sorted(member.line.rank for member in members)
    assert (len(members), members[0].tournaments, members[0].titles) == (8, 1, 1)
    (event,) = answer.context["events"]
    assert (event.tournament, event.people, event.best) == (tournament, 8, 1)
    assert event.first == (members[0].who,)


def test_who_hid_their_page_is_forgotten_or_a_minor_counts_nowhere() -> None:
    club = playing_for(finished(8, ranked=True))
    hidden, minor = caio(), Player.objects.get(name="Jogador 2")
    offer_page(hidden, has_page=False)
    mark_minor(minor)
    answer = page(club)
    assert len(names(answer)) == 6
    assert hidden.name not in text(answer)
    assert "Jogador 2" not in text(answer)
    assert "J." not in names(answer)
    assert answer.context["events"][0].people == 6


def test_an_unranked_tournament_has_people_and_no_season() -> None:
    club = playing_for(finished(4))
    Player.objects.update(has_page=True)
    answer = page(club)
    assert answer.context["season"] is None
    assert len(names(answer)) == 4


def test_another_season_can_be_chosen() -> None:
    club = playing_for(finished(8, ranked=True, year=2025))
    playing_for(finished(8, ranked=True, year=2026))
    assert page(club).context["season"] == ("chama", 2026)
    assert page(club, temporada="chama-2025").context["season"] == ("chama", 2025)
    assert page(club, temporada="nada").context["season"] == ("chama", 2026)


def test_a_club_is_there_once_somebody_is_entered_for_it_in_public() -> None:
    prepared = created(name="Antes")
    import_entries(prepared, entries=[NewEntry(("Lia",))], by=ana(), now=NOW)
    hidden = playing_for(prepared, "Longe")
    assert page(hidden).status_code == 404
    assert page(Club(pk=999)).status_code == 404
    shown = playing_for(entered(4, name="Depois"), "Perto")
    assert page(shown).status_code == 200
    assert names(page(shown)) == []


def test_the_search_and_the_list_of_entries_lead_to_it() -> None:
    tournament = announced()
    import_entries(tournament, entries=[NewEntry(("Lia",), club="São João")], by=ana(), now=NOW)
    address = reverse("club", args=[Club.objects.get().pk])
    Club.objects.create(name="São Ninguém")
    found = browser().get(reverse("home"), {"busca": "sao"})
    assert [club.name for club in found.context["clubs"]] == ["São João"]
    assert address in text(found)
    assert address in text(browser().get(reverse("entries", args=[tournament.slug])))


def test_of_a_tournament_that_is_not_public_no_club_is_linked() -> None:
    tournament = created()
    import_entries(tournament, entries=[NewEntry(("Lia",), club="Ilha")], by=ana(), now=NOW)
    said = text(browser(ana()).get(reverse("entries", args=[tournament.slug])))
    assert "Ilha" in said
    assert "/clubes/" not in said


def test_many_tournaments_and_people_ask_as_much_as_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    club = Club.objects.create(name="Ilha")
    without_account("Fora", club=club)
    for year in (2024, 2025, 2026):
        playing_for(finished(8, ranked=True, year=year))
    page(Club(pk=999))
    with django_assert_max_num_queries(7):
        members = page(club).context["page"].items
    assert [member.tournaments for member in members] == [3] * 8
