"""A player's page: what is public of somebody, as far as they allow."""

from decimal import Decimal
from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.erasing import anonymise
from accounts.merging import merge
from accounts.models import Player
from accounts.services import offer_events, offer_page, rename
from matches.models import Match, Seat
from tests.cast import (
    ana,
    browser,
    bruno,
    caio,
    created,
    duda,
    entered,
    finished,
    fresh,
    running,
    without_account,
)
from tests.web.cached import address, read
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.setup.heads import head_of
from tournaments.standings.profile import participations
from web.standings.charts import draw_chart

pytestmark = pytest.mark.django_db


def page(who: Player, asking: Player | None = None, **more: str) -> Any:
    """The answer at the player's page."""
    return browser(asking).get(reverse("player", args=[who.code]), more)


def link(who: Player) -> str:
    """What stands in a page that leads to the player's."""
    return reverse("player", args=[who.code])


def test_a_player_s_page_has_season_tournament_place_opponents_and_suit() -> None:
    tournament = finished(8, ranked=True)
    seat = Seat.objects.get(persona__player=caio(), match__round=1)
    said, answer = text(page(caio())), page(caio())
    place = tournament.placings.get(entry__members__persona__player=caio()).place
    one = answer.context["page"].items[0]
    assert (one.place, one.matches[0].suit) == (place, seat.suit)
    others = Seat.objects.filter(match=seat.match).exclude(side=seat.side)
    for other in others:
        assert other.persona
        assert other.persona.player.name in said
    assert tournament.title in said
    assert answer.context["season"].line.player_code == caio().code


def test_the_points_of_a_season_are_a_chart_and_a_table_of_every_event() -> None:
    for number in range(3):
        finished(8, ranked=True, name=f"Etapa {'ABC'[number]}")
    answer = page(caio())
    season = answer.context["season"]
    assert [event.tournament.name for event in season.events] == ["Etapa A", "Etapa B", "Etapa C"]
    assert season.events[-1].total == Decimal(season.line.points_decimal)
    assert answer.content.decode().count("chart-column") == 3


def test_who_was_only_entered_has_no_page_yet_and_a_page_of_their_own() -> None:
    entered(4)
    assert page(caio()).status_code == 404
    assert page(caio(), caio()).status_code == 200


@pytest.mark.parametrize("code", ["p2345678", "x", "P2345678"])
def test_nobody_is_at_an_unknown_code(code: str) -> None:
    assert browser().get(reverse("player", args=[code])).status_code == 404


def test_a_hidden_page_is_there_for_its_player_alone_and_nothing_leads_there() -> None:
    tournament = finished(8, ranked=True)
    pages = [address(tournament, name) for name in ("standing", "season", "match")]
    pages.append(f"{address(tournament, 'bracket')}?fase=texto")
    own = Match.objects.get(ledger=tournament.ledger, round=1, seats__persona__player=caio())
    pages[2] = reverse("match", args=[tournament.slug, own.code])
    for url in pages:
        assert link(caio()) in read(browser(), url), url
    browser(caio()).post(reverse("offer_page"))
    assert [page(caio(), who).status_code for who in (None, duda(), caio())] == [404, 404, 200]
    for url in pages:
        assert link(caio()) not in read(browser(), url), url
        assert caio().name in read(browser(), url), url
    browser(caio()).post(reverse("offer_page"), {"shown": "1"})
    assert page(caio()).status_code == 200
    for url in pages:
        assert link(caio()) in read(browser(), url), url


def test_hiding_a_page_is_a_new_version_of_the_tournament() -> None:
    tournament = finished(4)
    before = head_of(tournament.slug)
    offer_page(caio(), has_page=False)
    after = head_of(tournament.slug)
    assert before
    assert after
    assert after.version > before.version


def test_the_account_says_who_sees_the_page() -> None:
    said = text(browser(caio()).get(reverse("account")))
    assert "Everyone can see it" in said
    offer_page(caio(), has_page=False)
    assert "Only you can see it" in text(browser(caio()).get(reverse("account")))


def test_nobody_hides_a_page_by_following_a_link_or_without_an_account() -> None:
    assert browser(caio()).get(reverse("offer_page")).status_code == 302
    assert caio().has_page
    assert browser().post(reverse("offer_page")).status_code == 302


def test_who_was_forgotten_is_gathered_on_no_page() -> None:
    tournament = finished(4)
    anonymise(caio())
    who = Player.objects.get(personas__ledger=tournament.ledger, name__startswith="Anônimo")
    assert page(who).status_code == 404
    assert link(who) not in read(browser(), address(tournament, "standing"))


def test_of_two_that_become_one_a_hidden_page_stays_hidden() -> None:
    kept, duplicate = without_account("Lia"), without_account("Lia B")
    offer_page(duplicate, has_page=False)
    assert not merge(kept, duplicate).has_page


def test_a_new_name_is_on_the_page() -> None:
    finished(4)
    rename(caio(), name="Caio Antônio")
    assert "Caio Antônio" in text(page(caio()))


def test_nothing_taken_down_is_on_it() -> None:
    tournament = finished(4)
    taken = {"taken_down_because": "x", "taken_down_at": tournament.finished_at}
    Tournament.objects.filter(pk=tournament.pk).update(**taken)
    assert participations(caio()) == ()
    assert page(caio()).status_code == 404


def test_what_was_simulated_is_marked_and_there_only_for_who_played_nothing_else() -> None:
    tournament = finished(8, ranked=True, name="Ensaio")
    Tournament.objects.filter(pk=tournament.pk).update(simulated=True)
    (one,) = participations(caio())
    assert (one.tournament, one.points) == (tournament, None)
    assert "Simulation" in text(page(caio()))
    finished(4, name="De Verdade")
    assert "Ensaio" not in text(page(caio()))


def test_what_goes_on_stands_there_without_a_place() -> None:
    running(8)
    (one,) = participations(caio())
    assert (one.place, one.points) == (None, None)
    assert "Running" in text(page(caio()))


def test_a_tournament_without_points_shows_the_place_alone() -> None:
    finished(4)
    (one,) = participations(caio())
    assert one.place
    assert one.points is None
    assert page(caio()).context["season"] is None


def test_a_partner_is_with_the_player_and_no_opponent() -> None:
    finished(4, kind="duplas", table_low=2, table_high=2)
    (one,) = participations(caio())
    (match, *_) = one.matches
    assert [person.name for person in match.partners] == ["Par do Caio"]
    assert "Par do Caio" not in [person.name for person in match.opponents]


def test_organizers_and_judges_who_never_played_have_no_page() -> None:
    created()
    finished(4)
    assert page(bruno()).status_code == 404


def test_many_tournaments_ask_as_much_as_one(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for number in range(5):
        finished(4, ranked=False, name=f"Etapa {'ABCDE'[number]}")
    finished(8, ranked=True)
    client = browser()
    with django_assert_max_num_queries(9):
        assert client.get(link(caio())).status_code == 200


def test_the_next_page_stays_in_the_season_that_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.standings.profiles.EVENTS_A_PAGE", 1)
    finished(8, ranked=True)
    finished(8, ranked=True, name="Segundo")
    answer = page(caio(), temporada="chama-2026")
    assert "?temporada=chama-2026&amp;pagina=2" in answer.content.decode()


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_the_page_is_there_in_both_languages(language: str) -> None:
    finished(4)
    answer = browser(language=language).get(link(caio()))
    assert f'<html lang="{language}">' in answer.content.decode()


def test_search_engines_are_asked_to_leave_people_alone() -> None:
    assert "Disallow: /jogadores/" in browser().get("/robots.txt").content.decode()


def test_a_page_for_a_visitor_has_nothing_personal_and_is_fresh_after_each_act() -> None:
    tournament = running(4)
    assert fresh(tournament).ledger.head_seq
    assert "csrfmiddlewaretoken" not in page(caio()).content.decode()


@pytest.mark.parametrize("most", [0, 1, 19, 20, 21, 999, 12345])
def test_a_chart_holds_what_it_shows(most: int) -> None:
    drawn = draw_chart([Decimal(most)], [Decimal(most)])
    assert drawn.grid[0].points == 0
    assert drawn.grid[-1].points >= most
    assert 0 < float(drawn.columns[0].sum_at) <= drawn.bottom
    assert float(drawn.columns[0].height) >= 0


def test_a_chart_of_many_events_numbers_some_of_them() -> None:
    numbers = [Decimal(1)] * 40
    drawn = draw_chart(numbers, numbers)
    assert 0 < sum(one.is_numbered for one in drawn.columns) <= 12


# --- finding people -------------------------------------------------------------------------------


def found(typed: str) -> list[str]:
    """The names that the search of the front page finds."""
    people = browser().get(reverse("home"), {"busca": typed}).context["people"]
    return [person.name for person in people.found]


def test_the_search_finds_people_by_part_of_their_names() -> None:
    tournament = finished(8, ranked=True)
    rename(Player.objects.get(name="Jogador 3"), name="João da Silva")
    assert found("silva joao") == ["João da Silva"]
    assert found("caio") == [caio().name]
    answer = browser().get(reverse("home"), {"busca": "caio"})
    assert link(caio()) in answer.content.decode()
    assert browser().get(reverse("home"), {"busca": tournament.name}).context["tournaments"]


def test_the_search_finds_nobody_who_hid_was_forgotten_or_never_played() -> None:
    finished(4)
    other = Player.objects.get(name="Jogador 2")
    anonymise(other)
    offer_page(caio(), has_page=False)
    assert duda().has_page
    assert [found(typed) for typed in ("caio", "anônimo", "duda", "bruno")] == [[], [], [], []]


def test_whom_the_search_finds_has_a_page() -> None:
    for tournament in (running(4, name="Agora"), entered(4, name="Depois"), finished(4, name="Antes")):
        assert tournament.pk
    codes = [one.page for one in browser().get(reverse("home"), {"busca": "o"}).context["people"].found]
    assert codes
    assert {browser().get(reverse("player", args=[code])).status_code for code in codes} == {200}


def test_of_many_people_some_are_shown_and_the_others_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.site.home.MAX_PEOPLE", 2)
    finished(8, ranked=True)
    people = browser().get(reverse("home"), {"busca": "jogador"}).context["people"]
    assert (len(people.found), people.more) == (2, 5)


# --- an organizer's events ------------------------------------------------------------------------


def test_an_organizer_who_wants_it_has_a_page_of_all_events_and_is_named_on_them() -> None:
    url = reverse("organizer", args=[ana().code])
    tournaments = [entered(4, name="Vem"), running(4, name="Agora"), finished(4, name="Foi")]
    overviews = [reverse("tournament", args=[one.slug]) for one in tournaments]
    assert browser().get(url).status_code == 404
    assert not any(url in read(browser(), overview) for overview in overviews)
    browser(ana()).post(reverse("offer_events"), {"shown": "1"})
    content = browser().get(url).content.decode()
    assert all(overview in content for overview in overviews)
    assert all(url in read(browser(), overview) for overview in overviews)
    browser(ana()).post(reverse("offer_events"))
    assert browser().get(url).status_code == 404
    assert not any(url in read(browser(), overview) for overview in overviews)


def test_an_organizer_s_page_has_nothing_that_strangers_do_not_see() -> None:
    offer_events(ana(), lists_events=True)
    created(name="Secreta")
    Tournament.objects.filter(pk=finished(4, name="Simulada").pk).update(simulated=True)
    said = text(browser().get(reverse("organizer", args=[ana().code])))
    assert "Secreta" not in said
    assert "Simulada" not in said


def test_who_judges_or_coordinates_alone_lists_nothing() -> None:
    offer_events(bruno(), lists_events=True)
    tournament = finished(4)
    assert tournament.title not in text(browser().get(reverse("organizer", args=[bruno().code])))


def test_an_organizer_s_page_asks_as_much_for_many(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    offer_events(ana(), lists_events=True)
    for number in range(5):
        entered(2, name=f"Etapa {'ABCDE'[number]}")
    client = browser()
    with django_assert_max_num_queries(4):
        client.get(reverse("organizer", args=[ana().code]))
