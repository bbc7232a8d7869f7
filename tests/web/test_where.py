"""Where do I sit? By name, for whoever stands in the hall, without an account."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player
from matches.models import Match
from tests.acts import Moments, won
from tests.cast import browser, bruno, caio, checked_in, created, drawn, entered, finished, plain_win, running
from tests.web.html import text
from tournaments.match_views.whereabouts import my_day
from tournaments.models import Tournament
from tournaments.play.play import record_sheet

pytestmark = pytest.mark.django_db


def asked(tournament: Tournament, name: str = "", client: Client | None = None) -> Any:
    """What the page says of a name."""
    return (client or browser()).get(reverse("where", args=[tournament.slug]), {"q": name})


def own(tournament: Tournament) -> Match:
    """Caio's match."""
    return Match.objects.get(ledger=tournament.ledger, round=1, seats__persona__player=caio())


def test_a_name_finds_table_seat_and_who_sits_there() -> None:
    tournament = running(8)
    match, said = own(tournament), text(asked(tournament, "caio"))
    seat = match.seats.get(persona__player=caio())
    assert match.table
    assert f"Table {match.table.label}" in said
    assert f"Seat {seat.number}" in said
    for other in match.seats.select_related("persona__player"):
        assert other.persona
        assert other.persona.player.name in said
    assert "(you)" not in said


@pytest.mark.parametrize("typed", ["joão", "JOAO", "  silva joao ", "João da Silva"])
def test_case_accents_and_order_do_not_matter(typed: str) -> None:
    tournament = running(8)
    Player.objects.filter(name="Jogador 3").update(name="João da Silva")
    assert "João da Silva" in text(asked(tournament, typed))


def test_several_of_one_name_are_all_listed_and_others_are_not() -> None:
    tournament = running(12)
    said = text(asked(tournament, "jogador 1"))
    assert all(f"Jogador {number}" in said for number in (10, 11, 12))
    found = asked(tournament, "jogador 1").context["sought"]
    assert [one.names for one in found.found] == [("Jogador 10",), ("Jogador 11",), ("Jogador 12",)]


def test_too_many_are_counted() -> None:
    found = asked(checked_in(26), "o").context["sought"]
    assert (len(found.found), found.more) == (20, 6)


def test_nobody_of_that_name_is_said_with_what_to_do() -> None:
    assert "No one here has “Zulmira”" in text(asked(running(8), "Zulmira"))
    assert asked(running(8, name="Outro"), "???").status_code == 200


def test_without_a_name_the_page_asks_for_one_and_counts_nothing() -> None:
    said = text(asked(running(8)))
    assert "Type your name" in said
    assert "Jogador" not in said


def test_a_pair_is_found_by_either_name() -> None:
    tournament = running(4, kind="duplas")
    assert "Par do Caio" in text(asked(tournament, "par do caio"))
    assert len(asked(tournament, "caio do rio").context["sought"].found[0].seats) == 2


def test_before_the_draw_and_after_the_end_it_says_how_it_stands() -> None:
    assert "not checked in yet" in text(asked(entered(4), "caio"))
    assert "once the tables are drawn" in text(asked(checked_in(4, name="Dois"), "caio"))
    assert "No table yet" in text(asked(drawn(4, name="Três"), "caio"))
    over = finished(4, name="Quatro")
    said = {one.status for one in asked(over, "o").context["sought"].found}
    assert said == {"champion", "out"}


def test_who_is_through_waits() -> None:
    tournament = running(8, table_high=2)
    match = own(tournament)
    side = match.seats.get(persona__player=caio()).side.number
    record_sheet(match, sheet=plain_win(match, side), by=bruno(), now=timezone.now())
    assert "Through to the next round" in text(asked(tournament, "caio"))


def test_who_won_the_match_for_third_place_waits_for_no_other(clock: Moments) -> None:
    tournament = drawn(4, table_high=2, house_rules={"third_place_match": True})
    lost = won(tournament, 1, 1, clock).seats.select_related("persona__player").get(side__number=2)
    assert lost.persona
    page = text(asked(tournament, lost.persona.player.name))
    assert "Plays for third place; the opponent is not known yet." in page
    assert "Through to the next round" not in page
    waiting = my_day(tournament, lost.persona.player)
    assert waiting
    assert waiting.waits_for_third
    won(tournament, 1, 2, clock)
    third = won(tournament, 2, 2, clock)
    assert third.third_place
    seat = third.seats.select_related("persona__player").get(side__number=1)
    assert seat.persona
    assert "Out; the place is in the standings." in text(asked(tournament, seat.persona.player.name))
    day = my_day(tournament, seat.persona.player)
    assert day
    assert day.status == "out"


def test_it_costs_few_queries_however_many_play(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tournament = running(32)
    asked(tournament, "caio")
    with django_assert_max_num_queries(14):
        asked(tournament, "caio")


def test_what_is_not_public_is_not_asked_about() -> None:
    tournament = created()
    assert asked(tournament, "caio").status_code == 404
    assert browser().get(reverse("where_code", args=[tournament.slug])).status_code == 404


def test_the_code_leads_to_the_address_that_was_asked_for() -> None:
    tournament = running(8)
    code = browser().get(reverse("where_code", args=[tournament.slug]), headers={"host": "torneios.example"})
    assert code["Content-Type"] == "image/svg+xml"
    assert code.content.startswith(b"<svg")
    assert "private" in code["Cache-Control"]
    other = browser().get(reverse("where_code", args=[tournament.slug]), headers={"host": "outro.example"})
    assert other.content != code.content


def test_overview_and_hall_lead_there_while_it_matters() -> None:
    tournament, over = running(8), finished(4, name="Dois")
    for page, shown in ((tournament, True), (over, False)):
        overview = browser().get(reverse("tournament", args=[page.slug])).content.decode()
        hall = browser().get(reverse("hall", args=[page.slug])).content.decode()
        assert (reverse("where", args=[page.slug]) in overview) is shown
        assert (reverse("where_code", args=[page.slug]) in hall) is shown
