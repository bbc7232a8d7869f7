"""The pages of a day on which losers of every round before the final play on."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from django.utils import translation

from matches.models import Entry, Match, MatchState
from tests.acts import Moments, finish, moments, won
from tests.cast import ana, browser, caio, checked_in, drawn, fresh
from tests.second_chance import ALL_LOSERS, own, page
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def clock() -> Moments:
    return moments()


def caio_lost_a_semifinal(clock: Moments) -> tuple[Tournament, Match, Match]:
    """Eight in duels: Caio won round 1 and lost round 2. Return his lost match, and the one to come."""
    tournament = drawn(8, table_high=2, house_rules=ALL_LOSERS)
    mine = Entry.objects.get(ledger=tournament.ledger_id, members__persona__player=caio())
    for round_ in (1, 2):
        for match in Match.objects.filter(ledger=tournament.ledger_id, round=round_, second_chance=False):
            side = match.sides.filter(entry=mine).first()
            number = 1 if side is None else side.number if round_ == 1 else 3 - side.number
            won(tournament, round_, match.number, clock, by_side=number)
    lost = Match.objects.get(ledger=tournament.ledger_id, round=2, second_chance=False, sides__entry=mine)
    return fresh(tournament), lost, Match.objects.get(second_chance=True, sides__entry=mine)


def words(html: str) -> str:
    return " ".join(html.split())


def test_who_lost_a_semifinal_reads_that_they_play_on(clock: Moments) -> None:
    tournament, _, match = caio_lost_a_semifinal(clock)
    assert match.state == MatchState.WAITING
    html = words(page(tournament, "tournament", who=browser(caio())))
    assert f"You have a second chance: your match is {match}." in html
    assert "You have a second chance" in browser(caio()).get(reverse("home")).content.decode()
    assert f"Plays match {match} of the second chance" in words(page(tournament, "where", "?q=caio"))


def test_the_match_that_was_lost_names_the_next_one(clock: Moments) -> None:
    tournament, lost, match = caio_lost_a_semifinal(clock)
    address = reverse("match", args=[tournament.slug, lost.code])
    html = browser().get(address).content.decode()
    result = html[html.index("recorded-title") :]
    assert reverse("match", args=[tournament.slug, match.code]) in result


def test_the_bracket_says_who_plays_on() -> None:
    html = words(page(drawn(13, kind="duplas", house_rules=ALL_LOSERS)))
    assert "For those who lose before the final. Its winner has a title of its own." in html
    under = html[html.index('id="second-chance"') :]
    assert "the loser of 2." in under or "a loser of 2." in under
    alone = words(page(drawn(8, table_high=2, house_rules={"second_chance": "own_title"})))
    assert "For those who lost in round 1. Its winner has a title of its own." in alone


def test_a_first_round_of_byes_alone_is_not_drawn() -> None:
    tournament = drawn(9, table_high=2, house_rules=ALL_LOSERS)
    assert min(match.round for match in own(tournament)) == 3
    html = page(tournament, query="?fase=texto")
    assert "Second chance: round 3" in html
    assert "Second chance: round 2" not in html


def test_each_shape_says_how_many_matches_it_has() -> None:
    html = words(page(checked_in(9, table_high=2, house_rules=ALL_LOSERS), "draw", who=browser(ana())))
    assert "<dt>Second chance</dt><dd> 6 of these matches </dd>" in html


def test_the_api_has_its_rounds_and_feeds(clock: Moments) -> None:
    tournament = drawn(9, table_high=2, house_rules=ALL_LOSERS)
    address = f"/api/v1/tournaments/{tournament.slug}"
    assert browser().get(f"{address}/draw/").json()["second_chance"] == [[2, 2], [2, 2], [2], [2]]
    rounds = browser().get(f"{address}/bracket/").json()["second_chance"]
    assert [one["number"] for one in rounds] == [3, 4, 5, 6]
    finish(tournament, clock)
    assert browser().get(f"{address}/bracket/").json()["second_chance_winner"] is not None
