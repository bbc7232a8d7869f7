"""The pages of Swiss rounds before a bracket: order and tables, next round, closing."""

import re
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.models import EntryState, Side
from tests.cast import ana, browser, bruno, caio, drawn, fresh
from tests.swiss import before_first_round, closed, first_round, play_all, play_rounds, win_all
from tournaments.departures.disqualify import disqualify
from tournaments.draw.rounds import draw_round
from tournaments.match_views.versioned_cache import clear
from tournaments.models import Draw, Stage, Tournament
from tournaments.standings.finish import finish

pytestmark = pytest.mark.django_db


def at(tournament: Tournament, name: str = "rounds") -> str:
    return reverse(name, args=[tournament.slug])


def played_round(**chosen: Any) -> Tournament:
    """The first round is played."""
    tournament = first_round(**chosen)
    play_all(tournament)
    return fresh(tournament)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


# --- the page of the rounds --------------------------------------------------------------------------


def test_a_tournament_without_rounds_says_so() -> None:
    assert "bracket alone" in text(browser(), at(drawn(4)))


def test_before_the_draw_the_plan_is_there() -> None:
    assert "2 rounds are" in text(browser(), at(before_first_round()))


def test_the_latest_round_comes_first_and_others_have_their_tab() -> None:
    tournament = played_round(entries=8)
    draw_round(tournament, word="Pitangas", by=ana(), now=timezone.now())
    who = browser()
    assert "Swiss round 2" in text(who, at(tournament))
    first = who.get(f"{at(tournament)}?rodada=1")
    assert first.context["ended"] == first.context["matches"] == 2
    assert {match.round for match in first.context["page"].items} == {1}
    assert first.context["draw"].first_round == 1


def test_the_order_has_wins_opponents_and_games() -> None:
    tournament = played_round(entries=8)
    rows = browser().get(f"{at(tournament)}?rodada=ordem").context["page"].items
    assert [row.points for row in rows] == [1, 1, 0, 0, 0, 0, 0, 0]
    present = Side.objects.filter(match__ledger=tournament.ledger_id, absent=False)
    at_tables = Counter(present.values_list("match", flat=True)).values()
    assert sum(row.games for row in rows) == sum(count for count in at_tables if count > 1)
    assert rows[0].opponents == 0
    assert {row.opponents for row in rows[2:] if row.games} <= {Fraction(1, 3), Fraction(1, 2), Fraction(1)}


def test_the_disqualified_come_last_without_a_place() -> None:
    tournament = played_round(entries=8)
    first = browser().get(f"{at(tournament)}?rodada=ordem").context["page"].items[0]
    entry = tournament.ledger.entries.get(code=first.code)
    disqualify(entry, reason="Gritou", by=ana(), now=timezone.now())
    last = browser().get(f"{at(fresh(tournament))}?rodada=ordem").context["page"].items[-1]
    assert (last.code, last.place) == (first.code, None)


@pytest.mark.parametrize("asked", ["9", "x", "-1", "2", ""])
def test_an_unknown_round_is_the_latest(asked: str) -> None:
    tournament = first_round(8)
    assert browser().get(f"{at(tournament)}?rodada={asked}").context["shown"] == 1


def test_only_a_coordinator_sees_the_next_act() -> None:
    tournament = played_round(entries=8)
    draws = f'href="{at(tournament, "round_draw")}"'
    assert draws in text(browser(ana()), at(tournament))
    assert all(draws not in text(browser(who), at(tournament)) for who in (None, bruno(), caio()))


def test_while_matches_are_open_the_day_is_next() -> None:
    tournament = first_round(8)
    html = text(browser(ana()), at(tournament))
    assert f'href="{at(tournament, "round_draw")}"' not in html
    assert "2 matches have no" in html
    assert f'href="{at(tournament, "draw_withdraw")}"' in html


def test_the_last_round_is_followed_by_the_end() -> None:
    tournament = play_rounds(first_round(8, rounds=2))
    html = text(browser(ana()), at(tournament))
    assert f'href="{at(tournament, "stage_close")}"' in html
    assert f'href="{at(tournament, "round_draw")}"' not in html


def test_after_the_end_the_order_comes_first_and_says_who_goes_on() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2)))
    answer = browser().get(at(tournament))
    rows = answer.context["page"].items
    assert {row.code for row in rows if row.goes_on} == set(Stage.objects.get().advanced or ())
    assert answer.content.decode().count("goes on") == 4


# --- the next round ----------------------------------------------------------------------------------


def test_a_round_is_drawn_with_its_word() -> None:
    tournament, who = played_round(entries=8), browser(ana())
    page = who.get(at(tournament, "round_draw"))
    assert page.context["number"] == 2
    answer = who.post(at(tournament, "round_draw"), {"word": "Pitangas", "seen": page.context["seq"]})
    assert answer.headers["Location"] == at(tournament)
    assert Draw.objects.get(tournament=tournament, first_round=2).word == "Pitangas"


def test_two_coordinators_draw_one_round() -> None:
    tournament, who = played_round(entries=8), browser(ana())
    seen = who.get(at(tournament, "round_draw")).context["seq"]
    draw_round(tournament, word="Uvas", by=ana(), now=timezone.now())
    answer = who.post(at(tournament, "round_draw"), {"word": "Pitangas", "seen": seen})
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "Someone got there first. This is how things stand now." in html
    assert "What you typed is still here" not in html
    assert 'name="word"' not in html
    assert Draw.objects.filter(tournament=tournament).count() == 2


def test_a_round_is_not_drawn_while_a_match_is_open() -> None:
    tournament, who = first_round(8), browser(ana())
    assert 'name="word"' not in text(who, at(tournament, "round_draw"))
    answer = who.post(at(tournament, "round_draw"), {"word": ""})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"matches_open"})
    assert f'href="{at(tournament, "now")}"' in answer.content.decode()


def test_one_open_match_is_named_in_the_singular() -> None:
    tournament = first_round(4)
    answer = browser(ana()).post(at(tournament, "round_draw"), {"word": ""})
    assert "1 match has no sheet yet. Record it first." in answer.content.decode()


def test_a_sheet_of_a_round_names_no_one_who_advances() -> None:
    tournament = first_round(4)
    match = tournament.ledger.matches.get()
    html = text(browser(ana()), reverse("match", args=[tournament.slug, match.code]))
    assert "No one wins" in html
    assert "No one advances" not in html


def test_no_round_follows_the_last() -> None:
    tournament, who = play_rounds(first_round(8, rounds=2)), browser(ana())
    assert "All planned rounds are drawn" in text(who, at(tournament, "round_draw"))
    answer = who.post(at(tournament, "round_draw"), {"word": ""})
    assert (answer.status_code, answer.context["form"].codes) == (409, {"rounds_all_drawn"})


def test_entries_that_are_left_may_fit_no_tables() -> None:
    tournament = played_round(entries=6)
    entry = tournament.ledger.entries.filter(state=EntryState.CHECKED_IN).earliest("pk")
    disqualify(entry, reason="Gritou", by=ana(), now=timezone.now())
    answer = browser(ana()).get(at(tournament, "round_draw"))
    assert [violation.code for violation in answer.context["missing"]] == ["no_tables"]
    assert 'name="word"' not in answer.content.decode()


@pytest.mark.parametrize("name", ["round_draw", "stage_close"])
def test_a_bracket_alone_has_no_round_to_draw_or_to_close(name: str) -> None:
    tournament, who = drawn(4), browser(ana())
    assert "No Swiss rounds or groups are being played" in text(who, at(tournament, name))
    answer = who.post(at(tournament, name), {"word": ""})
    assert (answer.status_code, answer.context["form"].codes) == (409, {"no_open_stage"})


# --- the end -----------------------------------------------------------------------------------------


def test_the_end_names_who_goes_on_and_draws_their_bracket() -> None:
    tournament, who = play_rounds(first_round(12, rounds=2, advance=3)), browser(ana())
    page = who.get(at(tournament, "stage_close"))
    preview = page.context["preview"]
    won = list(preview.border.tied[: preview.border.free]) if preview.border else []
    assert len(preview.certain) + len(won) == 3
    assert page.context["choices"][0].is_chosen
    sent = {"won": won, "word": "Uvas", "shape": page.context["choices"][0].value}
    answer = who.post(at(tournament, "stage_close"), {**sent, "seen": page.context["seq"]})
    assert answer.headers["Location"] == at(tournament, "draw")
    assert set(Stage.objects.get().advanced or ()) == {*preview.certain, *won}
    assert "The tables are drawn" in text(who, at(tournament, "draw"))


def tied() -> Tournament:
    """A round after which two entries have won, and the six others are equal for two places."""
    tournament = first_round(8, rounds=1, advance=4)
    win_all(tournament)
    return fresh(tournament)


def test_a_cut_of_cards_is_asked_for_where_it_is_needed() -> None:
    tournament, who = tied(), browser(ana())
    page = who.get(at(tournament, "stage_close"))
    border = page.context["preview"].border
    assert page.content.decode().count('name="won"') == len(border.tied)
    answer = who.post(at(tournament, "stage_close"), {"word": "Uvas"})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"cut_needed"})
    assert 'value="Uvas"' in answer.content.decode()
    answer = who.post(at(tournament, "stage_close"), {"won": border.tied[: border.free]})
    assert answer.status_code == 302
    assert set(border.tied[: border.free]) <= set(Stage.objects.get(tournament=tournament).advanced or ())


def test_without_a_bracket_the_order_is_fixed() -> None:
    tournament, who = play_rounds(first_round(8, rounds=2, advance=0)), browser(ana())
    page = who.get(at(tournament, "stage_close"))
    assert "no bracket follows" in page.content.decode()
    assert 'name="word"' not in page.content.decode()
    assert who.post(at(tournament, "stage_close"), {}).headers["Location"] == at(tournament)
    assert f'href="{at(tournament, "finish")}"' in text(who, at(tournament))


def test_too_few_for_a_bracket_end_with_the_order_of_the_rounds() -> None:
    tournament, who = tied(), browser(ana())
    for entry in tournament.ledger.entries.order_by("pk")[1:]:
        disqualify(entry, reason="Gritou", by=ana(), now=timezone.now())
    page = who.get(at(tournament, "stage_close"))
    assert "Too few entries are left for a bracket" in page.content.decode()
    assert 'name="word"' not in page.content.decode()
    sent = {"expected": page.context["preview"].digest, "seen": page.context["seq"]}
    assert who.post(at(tournament, "stage_close"), sent).headers["Location"] == at(tournament)


def test_an_early_end_says_which_rounds_are_left_out() -> None:
    tournament = played_round(entries=8, rounds=3)
    assert "Only 1 of 3 rounds" in text(browser(ana()), at(tournament, "stage_close"))


def test_the_end_waits_for_every_sheet() -> None:
    tournament, who = first_round(8), browser(ana())
    assert "matches have no" in text(who, at(tournament, "stage_close"))
    answer = who.post(at(tournament, "stage_close"), {})
    assert (answer.status_code, answer.context["form"].codes) == (422, {"matches_open"})


def test_the_end_comes_once() -> None:
    tournament, who = play_rounds(first_round(8, rounds=2)), browser(ana())
    seen = who.get(at(tournament, "stage_close")).context["seq"]
    closed(tournament)
    answer = who.post(at(tournament, "stage_close"), {"seen": seen})
    assert answer.status_code == 409
    assert "Someone got there first" in answer.content.decode()


def test_nobody_is_drawn_into_a_bracket_that_the_page_did_not_show() -> None:
    tournament, who = play_rounds(first_round(12, rounds=2)), browser(ana())
    page = who.get(at(tournament, "stage_close"))
    sent = {"expected": page.context["preview"].digest, "word": "Uvas"}
    entry = tournament.ledger.entries.get(code=page.context["preview"].certain[0])
    disqualify(entry, reason="Gritou", by=ana(), now=timezone.now())
    answer = who.post(at(tournament, "stage_close"), sent)
    assert answer.status_code == 409
    assert entry.code not in answer.context["preview"].certain
    assert 'value="Uvas"' in answer.content.decode()
    assert Stage.objects.get().closed_at is None


def test_after_the_tournament_there_is_no_next_act() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2, advance=0)))
    finish(tournament, by=ana(), now=timezone.now())
    assert "act-title" not in text(browser(ana()), at(tournament))


def test_the_first_round_can_be_withdrawn_before_it_is_played() -> None:
    tournament, who = first_round(8), browser(ana())
    assert "The tables of the first round disappear" in text(who, at(tournament, "draw_withdraw"))
    assert who.post(at(tournament, "draw_withdraw"), {"reason": "Faltava alguém"}).status_code == 302
    html = text(who, at(tournament, "draw"))
    assert "Draw of the first Swiss round" in html
    assert "Faltava alguém" in html


# --- the way there ------------------------------------------------------------------------------------


def tabs(tournament: Tournament, nav: str = "tabs") -> list[str]:
    page = text(browser(), reverse("tournament", args=[tournament.slug]))
    part = page.split(f'<nav class="{nav}"')[1].split("<details>")[0].split("</nav>")[0]
    return [link.strip("/").rpartition("/")[2] for link in re.findall(r'href="([^"]+)"', part)]


def test_the_rounds_have_a_tab_and_the_bracket_once_it_is_drawn() -> None:
    tournament = play_rounds(first_round(8, rounds=2))
    assert tabs(tournament)[1:] == ["rodadas", "classificacao", "inscricoes", "regulamento"]
    assert tabs(tournament, "thumb-bar")[1:] == ["rodadas", "classificacao"]
    tournament = closed(tournament)
    assert tabs(tournament)[1:] == ["rodadas", "chave", "classificacao", "inscricoes", "regulamento"]
    assert tabs(tournament, "thumb-bar")[1:] == ["chave", "classificacao"]


def test_a_bracket_alone_and_rounds_to_come_have_no_such_tab() -> None:
    assert "rodadas" not in tabs(drawn(4)) + tabs(before_first_round())


# --- what can be verified ----------------------------------------------------------------------------


def test_each_round_shows_the_secret_of_its_draw() -> None:
    tournament = closed(play_rounds(first_round(8, rounds=2)))
    html = text(browser(), at(tournament, "draw_verify"))
    secrets = {str(draw.secret) for draw in Draw.objects.filter(tournament=tournament)}
    assert len(secrets) == 3
    assert all(secret in html for secret in secrets)


@pytest.mark.parametrize("query", ["", "?rodada=ordem"])
def test_more_entries_take_no_more_statements(query: str) -> None:
    counts = []
    for entries in (8, 16):
        tournament, who = played_round(entries=entries), browser(ana())
        who.get(at(tournament))  # signs in once
        clear()
        with CaptureQueriesContext(connection) as found:
            assert who.get(f"{at(tournament)}{query}").status_code == 200
        counts.append(len(found))
    assert counts[0] == counts[1]
    assert counts[0] <= 16
