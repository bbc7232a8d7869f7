"""Corrections of round 1 on a day whose second chance leads to the final: both ways end in one match."""

import pytest

from core.errors import Refused
from matches.models import IN_BRACKET, Match, MatchState
from tests.acts import Moments, assert_sound, at, finish, play_on, side
from tests.cast import START, ana, checked_in, fresh, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def played_out(clock: Moments) -> Tournament:
    """Three tables of four lead to a final, and their losers to its fourth seat; all of it is played."""
    tournament = checked_in(12, house_rules={"second_chance": "final_seat"}, ranked=False)
    publish_draw(tournament, shape=[[4] * 3, [3]], by=ana(), now=START)
    play_on(tournament, clock)
    return fresh(tournament)


def final(tournament: Tournament) -> Match:
    return Match.objects.get(IN_BRACKET, ledger=tournament.ledger_id, feeds=None)


def a_loser_of_the_final(tournament: Tournament) -> Match:
    """The match of round 1 whose winner lost the final."""
    source = final(tournament).sides.select_related("source").get(number=2).source
    assert source is not None
    return source


def corrected(match: Match, clock: Moments, winner: int, **remedies: str) -> None:
    sheet = plain_win(match, winner)
    correct_sheet(match, sheet=sheet, reason="wrong side", by=ana(), now=next(clock), remedies=remedies)


@pytest.mark.parametrize(("remedy", "code"), [("replace", "replaced_is_void"), ("keep", "seated_elsewhere")])
def test_a_final_that_another_remedy_makes_void_is_played_again(
    remedy: str, code: str, played_out: Tournament, clock: Moments
) -> None:
    match = a_loser_of_the_final(played_out)
    beside = match.feeds.get(source_side=2).match
    with pytest.raises(Refused, match=code):
        corrected(match, clock, 2, **{beside.code: "replay", final(played_out).code: remedy})
    assert final(played_out).state == MatchState.ENDED


def test_both_are_played_again_with_whom_the_corrected_sheet_sends(
    played_out: Tournament, clock: Moments
) -> None:
    match = a_loser_of_the_final(played_out)
    beside = match.feeds.get(source_side=2).match
    corrected(match, clock, 2, **{beside.code: "replay", final(played_out).code: "replay"})
    assert final(played_out).state == MatchState.WAITING
    assert side(final(played_out), 2).entry == side(at(played_out, 1, match.number), 2).entry
    finish(played_out, clock)
    assert_sound(fresh(played_out))


def test_who_came_to_the_final_by_the_second_chance_comes_as_the_winner_of_round_1(
    played_out: Tournament, clock: Moments
) -> None:
    late = side(final(played_out), 4).entry
    assert late is not None
    seat = late.sides.select_related("match").get(round=1)
    beside = seat.match.feeds.get(source_side=seat.number).match
    remedies = {beside.code: "replay", final(played_out).code: "replay"}
    corrected(seat.match, clock, seat.number, **remedies)
    assert late.sides.get(match=final(played_out)).source == seat.match
    finish(played_out, clock)
    assert_sound(fresh(played_out))
