"""What everybody may follow: overview, bracket, standing, hall screen."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Match, MatchState
from tests.cast import (
    announced,
    browser,
    bruno,
    caio,
    checked_in,
    created,
    drawn,
    finished,
    fresh,
    plain_win,
    played,
    running,
)
from tests.web.html import text
from tournaments.models import Tournament
from tournaments.play.play import record_sheet
from tournaments.standings.selectors import season, standings_of
from web.matches.hall_screen import table_order

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
PAGES = ["tournament", "bracket", "standing", "hall"]


def show(name: str, tournament: Tournament, who: Client | None = None, query: str = "") -> str:
    response = (who or browser()).get(reverse(name, args=[tournament.slug]) + query)
    assert response.status_code == 200
    return text(response)


def own(tournament: Tournament) -> Match:
    """Caio's match."""
    return Match.objects.get(ledger=tournament.ledger_id, round=1, seats__persona__player=caio())


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("state", [announced, drawn, running, finished])
@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_every_page_stands_in_every_state_and_language(name: str, state: object, language: str) -> None:
    assert callable(state)
    html = show(name, state(), browser(language=language))
    assert f'<html lang="{language}"' in html
    assert " style=" not in html


@pytest.mark.parametrize("name", PAGES)
def test_a_tournament_that_is_not_public_is_not_there(name: str) -> None:
    tournament = created()
    assert browser().get(reverse(name, args=[tournament.slug])).status_code == 404
    assert browser(bruno()).get(reverse(name, args=[tournament.slug])).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_a_poll_without_news_is_empty_and_one_with_news_is_the_fragment(name: str) -> None:
    tournament = running()
    url = reverse(name, args=[tournament.slug])
    seq = tournament.ledger.head_seq
    quiet = browser().get(f"{url}?seq={seq}", headers=HTMX)
    assert (quiet.status_code, quiet.content) == (204, b"")
    played(own(tournament))
    news = browser().get(f"{url}?seq={seq}", headers=HTMX)
    assert news.status_code == 200
    assert "<html" not in news.content.decode()
    assert f"seq={fresh(tournament).ledger.head_seq}" in news.content.decode()


@pytest.mark.parametrize(
    ("name", "most"), [("tournament", 38), ("bracket", 22), ("standing", 28), ("hall", 44)]
)
def test_the_pages_ask_few_questions(
    name: str, most: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tournament = running(24, table_high=4)
    visitor, url = browser(caio()), reverse(name, args=[tournament.slug])
    with django_assert_max_num_queries(most):
        visitor.get(url)


# --- my table ---


def test_a_player_reads_table_seat_suit_opponents_and_draw() -> None:
    tournament = running(variants=("calouro-do-chacrinha",))
    match = own(tournament)
    seat = match.seats.select_related("persona__player").get(persona__player=caio())
    html = show("tournament", tournament, browser(caio()))
    assert match.table
    assert f"Your table: {match.table.label}" in html
    assert f"Seat {seat.number}" in html
    assert "you draw 3 cards a turn" in html
    for other in match.seats.select_related("persona__player"):
        assert other.persona
        assert other.persona.player.name in html


def test_who_does_not_play_has_no_table_of_their_own() -> None:
    tournament = running()
    for who in (browser(), browser(bruno())):
        assert 'id="mine"' not in show("tournament", tournament, who)


def test_a_player_who_is_through_or_out_is_told_so() -> None:
    tournament = running(8, table_high=2)
    match = own(tournament)
    side = match.seats.get(persona__player=caio()).side.number
    record_sheet(match, sheet=plain_win(match, side), by=bruno(), now=timezone.now())
    assert "You are through" in show("tournament", tournament, browser(caio()))


def test_a_player_who_lost_is_told_so() -> None:
    tournament = running(8, table_high=2)
    match = own(tournament)
    side = match.seats.get(persona__player=caio()).side.number
    record_sheet(match, sheet=plain_win(match, 3 - side), by=bruno(), now=timezone.now())
    assert "You’re out, in place" in show("tournament", tournament, browser(caio()))


def test_at_the_end_a_player_is_told_place_points_and_season() -> None:
    tournament = finished(8, ranked=True)
    row = next(row for row in standings_of(tournament) if caio().name in row.names)
    line = next(line for line in season("chama", tournament.year) if line.player_code == caio().code)
    said = show("tournament", tournament, browser(caio()))
    assert ("You won the tournament!" if row.place == 1 else f"You finished in place {row.place}.") in said
    assert f"Points for the season: {row.points_decimal.removesuffix('.00')}." in said
    assert f"You’re now in place {line.rank} of the season." in said


def test_an_unranked_tournament_promises_no_points() -> None:
    said = show("tournament", finished(4), browser(caio()))
    assert "You finished in place" in said or "You won the tournament!" in said
    assert "Points for the season" not in said


def test_before_the_draw_a_visitor_is_invited_to_enter() -> None:
    tournament = announced()
    html = show("tournament", tournament)
    assert "Venham!" in html
    assert reverse("enter_self", args=[tournament.slug]) in html


def test_who_is_checked_in_waits_for_the_draw() -> None:
    assert "You are checked in" in show("tournament", checked_in(), browser(caio()))


# --- bracket ---


def test_byes_and_open_seats_are_visible() -> None:
    html = show("bracket", drawn(5, table_high=2))
    assert html.count("<span> bye </span>") == 3
    assert "winner of 1." in html


def test_pairs_are_shown_as_pairs() -> None:
    tournament = drawn(4, kind="duplas")
    html = show("bracket", tournament)
    assert "<bdi>Jogador 2 A</bdi><bdi>Jogador 2 B</bdi>" in html


def test_a_winner_appears_in_the_next_match_at_once() -> None:
    tournament = running(4, table_high=2)
    match = own(tournament)
    side = match.seats.get(persona__player=caio()).side.number
    before = show("bracket", tournament).count("<bdi>Caio do Rio</bdi>")
    record_sheet(match, sheet=plain_win(match, side), by=bruno(), now=timezone.now())
    html = show("bracket", tournament)
    assert (before, html.count("<bdi>Caio do Rio</bdi>")) == (1, 2)


def test_an_entry_s_path_is_marked_without_javascript() -> None:
    tournament = running(4, table_high=2)
    match = own(tournament)
    side = match.seats.get(persona__player=caio()).side
    record_sheet(match, sheet=plain_win(match, side.number), by=bruno(), now=timezone.now())
    assert side.entry
    html = show("bracket", tournament, query=f"?inscricao={side.entry.code}")
    assert html.count(' on-path" data-path') == 2
    assert 'class="is-known on-path"' in html


def test_a_round_has_its_own_page_and_keeps_it_while_it_polls() -> None:
    tournament = drawn(8, table_high=2)
    html = show("bracket", tournament, query="?fase=1")
    assert html.count('class="bracket-match') == 4
    assert f"{reverse('bracket', args=[tournament.slug])}?seq={tournament.ledger.head_seq}&amp;fase=1" in html
    assert "<svg class=" not in html


def test_the_bracket_can_be_read_as_text() -> None:
    html = show("bracket", finished(4, table_high=2), query="?fase=texto")
    assert html.count("(winner)") == 3
    assert "<svg class=" not in html


@pytest.mark.parametrize("query", ["?fase=99", "?inscricao=<b>", "?pagina=-1", "?fase=1&pagina=x"])
def test_an_address_that_makes_no_sense_shows_the_bracket(query: str) -> None:
    assert "<b>" not in show("bracket", drawn(4), query=query)


def test_a_bracket_of_256_is_still_usable() -> None:
    tournament = drawn(256, table_high=2)
    html = show("bracket", tournament)
    assert "2 earlier rounds" in html
    assert show("bracket", tournament, query="?desde=1").count('class="bracket-match') == 255
    assert show("bracket", tournament, query="?fase=1").count('class="bracket-match') == 48
    assert "Page 3 of 3" in show("bracket", tournament, query="?fase=1&pagina=3")


def test_a_name_that_is_looked_for_has_its_way_lit_up() -> None:
    tournament = running(4, table_high=2)
    page = browser(language="en").get(
        reverse("bracket", args=[tournament.slug]), {"nome": "caio d"}, follow=True
    )
    assert "inscricao" in page.redirect_chain[0][0]
    assert page.content.decode().count(' on-path" data-path') == 1
    nobody = browser(language="en").get(reverse("bracket", args=[tournament.slug]), {"nome": "<b>"})
    assert "has a name like" in nobody.content.decode()
    assert "<b>" not in nobody.content.decode()


def test_only_an_ending_that_is_no_plain_win_is_said_in_the_bracket() -> None:
    html = show("bracket", finished(4, table_high=2))
    assert "win condition" not in html


def test_a_round_that_is_over_can_be_folded() -> None:
    tournament = running(4, table_high=2)
    assert 'aria-label="Fold' not in show("bracket", tournament)
    over = show("bracket", finished(4, table_high=2))
    assert 'href="?desde=2"' in over


# --- standing ---


def test_each_place_says_why() -> None:
    html = show("standing", finished(8, table_high=2))
    assert "Final standings" in html
    assert "reached round 2; next stopped in round 1" in html


def test_points_are_shown_where_they_count() -> None:
    assert ">Points<" not in show("standing", finished(8, table_high=2))


def test_who_still_plays_is_marked() -> None:
    tournament = running(8, table_high=2)
    played(own(tournament))
    assert "7 still in play" in show("standing", tournament)


# --- hall ---


def test_the_hall_screen_shows_one_panel_and_turns_without_javascript() -> None:
    tournament = running(8, table_high=2)
    played(own(tournament))
    html = show("hall", tournament)
    panels = html.count("data-hall-page")
    assert panels >= 2
    assert html.count("data-hall-page hidden") == panels - 1
    assert '<noscript><meta http-equiv="refresh" content="12;url=?pagina=2"></noscript>' in html
    last = show("hall", tournament, query=f"?pagina={panels}")
    assert "url=?pagina=1" in last


def test_the_hall_screen_calls_people_to_their_tables() -> None:
    tournament = running(8, table_high=2, tables=2)
    match = Match.objects.filter(ledger=tournament.ledger_id, state=MatchState.PLAYING)[:1].get()
    Match.objects.filter(pk=match.pk).update(state=MatchState.CALLED, called_at=timezone.now())
    assert "to the table!" in show("hall", tournament)


def test_the_hall_screen_has_tables_in_order_and_the_standing_and_the_bracket() -> None:
    labels = ["10", "2", "Palco", "1"]
    assert sorted(labels, key=table_order) == ["1", "2", "10", "Palco"]
    tournament = running(8, table_high=2)
    played(own(tournament))
    html = show("hall", tournament)
    assert [kind for kind in ("matches", "places", "bracket") if f"hall-{kind}" not in html] == []
    assert 'data-wall="America/Sao_Paulo"' in html


@pytest.mark.parametrize(("asked", "worn"), [("overlay", True), ("dark", True), ("x", False), ("<b>", False)])
def test_the_hall_screen_wears_the_look_that_is_asked_for(asked: str, worn: bool) -> None:
    html = show("hall", drawn(4), query=f"?tema={asked}")
    assert (f'class="page-hall hall-{asked}"' in html) is worn


def test_the_hall_screen_ends_with_the_places() -> None:
    assert "Final standings" in show("hall", finished(4))


def test_the_standing_begins_with_the_first_result() -> None:
    tournament = running(8)
    page = browser().get(reverse("standing", args=[tournament.slug])).content.decode()
    assert "The standings begin with the first result" in page
    assert "<table" not in page


def test_the_champion_won_the_final_and_castles_decide_the_rest() -> None:
    tournament = finished(8, game="castelo", kind="duelo")
    page = browser().get(reverse("standing", args=[tournament.slug])).content.decode()
    assert "won the final" in page
    assert "same round and place; score" not in page
