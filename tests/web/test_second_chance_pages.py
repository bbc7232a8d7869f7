"""The pages of a day with a second chance: bracket, hall screen, the player's own, the judge's."""

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from django.utils import translation

from matches.models import Entry, Match
from tests.acts import Moments, finish, moments, play_on, won
from tests.cast import ana, browser, bruno, caio, drawn, fresh
from tests.second_chance import FINAL_SEAT, OWN_TITLE, own, page, pairs
from tournaments.match_views.selectors import (
    bracket_sizes,
    round_name,
    second_chance_sizes,
    second_chance_winner,
)
from tournaments.models import Tournament
from tournaments.share.match_words import name_of_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def clock() -> Moments:
    return moments()


def boxes(html: str) -> list[str]:
    return re.findall(r'id="m-(m\w+)"', html)


# --- the bracket -------------------------------------------------------------------------------------


def test_the_second_chance_is_drawn_under_the_bracket() -> None:
    tournament = pairs()
    html = page(tournament)
    under = html.index('id="second-chance"')
    assert set(boxes(html[under:])) == {match.code for match in own(tournament)}
    assert not {match.code for match in own(tournament)} & set(boxes(html[:under]))
    assert "a loser of 1." in html[under:]


def test_it_has_a_view_of_its_own() -> None:
    tournament = pairs()
    assert set(boxes(page(tournament, query="?fase=repescagem"))) == {match.code for match in own(tournament)}
    alone = page(drawn(8), query="?fase=repescagem")
    assert 'id="second-chance"' not in alone
    assert "repescagem" not in page(drawn(8))


@pytest.mark.parametrize("query", ["?fase=2", "?fase=4"])
def test_the_view_of_a_round_has_the_matches_of_the_bracket_alone(query: str) -> None:
    tournament = pairs()
    assert not {match.code for match in own(tournament)} & set(boxes(page(tournament, query=query)))


def test_as_text_its_rounds_come_last() -> None:
    html = page(pairs(), query="?fase=texto")
    names = re.findall(r'<h2 id="text-[\w-]+">([^<]+)</h2>', html)
    assert names[-3:] == [
        "Second chance: round 2",
        "Second chance: round 3",
        "Final of the second chance",
    ]


def test_rounds_that_are_folded_are_folded_in_both() -> None:
    tournament = pairs()
    html = page(tournament, query="?desde=3")
    shown = {match.code for match in own(tournament) if match.round > 2}
    under = html.index('id="second-chance"')
    assert set(boxes(html[under:])) == shown
    assert len(boxes(html[:under])) == 3


def longer() -> Tournament:
    """At tables of four, so many lose in round 1 that the second chance has a round more."""
    return drawn(16, table_high=4, house_rules=OWN_TITLE)


def test_a_round_that_only_the_second_chance_has_is_no_final() -> None:
    tournament = longer()
    main, beside = bracket_sizes(tournament), second_chance_sizes(tournament)
    assert main[-1].number < beside[-1].number
    assert round_name(main[-1], main) == "Final"
    assert name_of_round(tournament, main[-1].number) == "Final"
    assert name_of_round(tournament, beside[-1].number) == "Final of the second chance"
    assert page(tournament).count("Second chance: round") > 0


# --- the hall screen ---------------------------------------------------------------------------------


def test_the_hall_screen_draws_both_and_names_who_wins() -> None:
    tournament = pairs()
    html = page(tournament, "hall")
    assert html.count("<h2>Second chance</h2>") == 1
    assert "The second chance goes to" in html  # the open box behind its last match
    finish(tournament, moments())
    won = page(fresh(tournament), "hall")
    assert won.count("data-hall-first") == 1
    assert won.count("The second chance goes to") == 2


# --- the player --------------------------------------------------------------------------------------


def caio_lost(clock: Moments, entries: int = 8) -> tuple[Tournament, Match]:
    """Drawn, two at a table; Caio lost his first match, others have not played yet."""
    tournament = drawn(entries, table_high=2, house_rules=OWN_TITLE)
    entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())
    match = Match.objects.get(ledger=tournament.ledger_id, round=1, sides__entry=entry)
    loser = match.sides.get(entry=entry).number
    won(tournament, 1, match.number, clock, by_side=3 - loser)
    return fresh(tournament), Match.objects.get(second_chance=True, sides__entry=entry)


def test_who_lost_in_round_1_reads_that_they_have_a_second_chance(clock: Moments) -> None:
    tournament, match = caio_lost(clock)
    html = page(tournament, "tournament", who=browser(caio()))
    assert f"You have a second chance: your match is {match}." in " ".join(html.split())
    assert "You are through" not in html
    front = browser(caio()).get(reverse("home")).content.decode()
    assert "You have a second chance" in front
    found = page(tournament, "where", "?q=caio")
    assert f"Plays match {match} of the second chance" in " ".join(found.split())


def test_their_match_of_the_second_chance_is_named_once_the_opponent_is_known(clock: Moments) -> None:
    tournament, match = caio_lost(clock)
    for number in range(1, 5):
        if Match.objects.get(ledger=tournament.ledger_id, round=1, number=number).state != "ended":
            won(tournament, 1, number, clock)
    html = page(fresh(tournament), "tournament", who=browser(caio()))
    assert "Your next match" in html
    assert f"Second chance: round {match.round}, match {match.number}" in html
    assert f"Second chance: round {match.round}" in page(fresh(tournament), "where", "?q=caio")


def test_who_wins_it_has_the_title_and_keeps_the_place(clock: Moments) -> None:
    tournament, _ = caio_lost(clock)
    caio_entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())
    while ready := Match.objects.filter(ledger=tournament.ledger_id, state="ready").first():
        theirs = ready.sides.filter(entry=caio_entry).first()
        won(tournament, ready.round, ready.number, clock, by_side=theirs.number if theirs else 1)
    assert own(tournament)[-1].winner == caio_entry
    html = " ".join(page(fresh(tournament), "tournament", who=browser(caio())).split())
    assert re.search(r"You won the second chance! In the tournament you are in place \d for now\.", html), (
        html[html.find("You won the s") :][:300]
    )
    assert "You won the tournament" not in html
    assert "Won the second chance." in page(fresh(tournament), "where", "?q=caio")


def test_who_loses_there_is_out(clock: Moments) -> None:
    tournament, match = caio_lost(clock)
    caio_entry = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())
    while match.state != "ended":
        ready = Match.objects.filter(ledger=tournament.ledger_id, state="ready").first()
        assert ready is not None
        theirs = ready.sides.filter(entry=caio_entry).first()
        won(tournament, ready.round, ready.number, clock, by_side=3 - theirs.number if theirs else 1)
        match.refresh_from_db()
    html = " ".join(page(fresh(tournament), "tournament", who=browser(caio())).split())
    assert "You’re out, in place" in html


# --- the judge ---------------------------------------------------------------------------------------


def test_the_recorded_match_leads_the_winner_and_each_loser_on(clock: Moments) -> None:
    tournament, later = caio_lost(clock)
    first = Match.objects.get(ledger=tournament.ledger_id, round=1, feeds__match=later, winner__isnull=False)
    html = page_of_match(tournament, first)
    assert f'Goes on to <a href="{match_address(tournament, next_of(first))}">' in html
    caio_line = html[
        html.index("Caio do Rio: <a") if "Caio do Rio: <a" in html else html.index("</bdi>: <a") :
    ]
    assert match_address(tournament, later) in caio_line[:200]


def next_of(match: Match) -> Match:
    return match.feeds.get(take="winner").match


def match_address(tournament: Tournament, match: Match) -> str:
    return reverse("match", args=[tournament.slug, match.code])


def page_of_match(tournament: Tournament, match: Match) -> str:
    answer = browser(bruno()).get(match_address(tournament, match))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_the_last_match_says_who_won_the_second_chance(clock: Moments) -> None:
    tournament, _ = caio_lost(clock)
    play_on(tournament, clock)
    assert "won the second chance." in page_of_match(fresh(tournament), own(tournament)[-1])
    assert "won the tournament." not in page_of_match(fresh(tournament), own(tournament)[-1])


def test_the_page_to_finish_names_matches_of_the_second_chance_that_are_open(clock: Moments) -> None:
    tournament = pairs(4)
    for round_, number in ((1, 1), (1, 2), (2, 1)):
        won(tournament, round_, number, clock)
    html = page(fresh(tournament), "finish", who=browser(ana()))
    assert "1 match has no sheet yet" in html
    assert "Second chance: round 2, match 2" in html


# --- for a seat in the final -------------------------------------------------------------------------


def final_seat() -> Tournament:
    """Six at tables of two: three in the final, which waits for the winner of the second chance."""
    return drawn(6, table_high=4, house_rules=FINAL_SEAT)


def test_the_round_between_is_of_the_second_chance_alone() -> None:
    tournament = final_seat()
    assert [one.number for one in bracket_sizes(tournament)] == [1, 3]
    assert [one.number for one in second_chance_sizes(tournament)] == [2]
    names = [name_of_round(tournament, number) for number in range(1, 4)]
    assert names == ["Round 1", "Final of the second chance", "Final"]
    html = page(tournament)
    assert "A seat in the final goes to" in html
    assert "The second chance goes to" not in html
    folded = page(tournament, query="?desde=2")
    assert len(boxes(folded[: folded.index('id="second-chance"')])) == 1


def test_its_winner_waits_for_the_final_and_has_no_title(clock: Moments) -> None:
    tournament = final_seat()
    while ready := Match.objects.filter(ledger=tournament.ledger_id, state="ready", round__lt=3).first():
        won(tournament, ready.round, ready.number, clock)
    last = own(tournament)[-1]
    assert last.winner is not None
    final = Match.objects.get(ledger=tournament.ledger_id, round=3)
    assert final.sides.filter(entry=last.winner).exists()
    assert second_chance_winner(fresh(tournament)) is None
    assert match_address(tournament, final) in page_of_match(fresh(tournament), last)
    finish(tournament, clock)
    assert 'class="title-beside"' not in page(fresh(tournament), "standing")


# --- a correction ------------------------------------------------------------------------------------


def test_what_follows_from_a_correction_names_matches_of_the_second_chance(clock: Moments) -> None:
    tournament, later = caio_lost(clock)
    first = Match.objects.get(ledger=tournament.ledger_id, round=1, feeds__match=later, winner__isnull=False)
    for number in range(1, 5):
        if number != first.number:
            won(tournament, 1, number, clock)
    won(tournament, later.round, later.number, clock)
    winner = first.sides.get(entry=first.winner).number
    typed = {"ended_by": "win_condition", "winner": str(3 - winner), "reason": "Trocados.", "step": "show"}
    lines = first.seats.get(side__number=3 - winner).number - 1
    shown = browser(ana()).post(
        reverse("sheet_correct", args=[tournament.slug, first.code]),
        {**typed, f"lines.{lines}.intact": "6", "seen": str(fresh(tournament).ledger.head_seq)},
    )
    assert shown.status_code == 200
    html = " ".join(shown.content.decode().split())
    assert f"<legend>Second chance: round {later.round}, match {later.number} " in html
    assert f'name="remedy.{later.code}"' in html
    assert f'name="remedy.{next_of(first).code}"' not in html  # has not begun
