"""A second chance for a seat in the final: the final waits, and its places count for who came there."""

from typing import Any

import pytest

from core.errors import Refused
from matches.models import IN_BRACKET, Match, MatchState
from tests.acts import Moments, assert_sound, at, entry_at, finish, play_on, walked_over, won
from tests.cast import START, ana, checked_in, created, fresh
from tournaments.departures.withdraw import withdraw
from tournaments.draw.publish import publish_draw
from tournaments.models import Tournament
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
FINAL_SEAT = {"second_chance": "final_seat"}
SHAPE = [[4] * 6, [3, 3], [2]]


def final_seat(entries: int = 24, shape: list[list[int]] = SHAPE, **chosen: Any) -> Tournament:
    tournament = checked_in(entries, table_high=4, house_rules=FINAL_SEAT, ranked=False, **chosen)
    publish_draw(tournament, shape=shape, by=ana(), now=START)
    return fresh(tournament)


def final(tournament: Tournament) -> Match:
    return Match.objects.get(IN_BRACKET, ledger=tournament.ledger_id, feeds=None)


def play_until_the_final(tournament: Tournament, clock: Moments) -> Match:
    """Everything but the final is played; returns the last match of the second chance."""
    while ready := Match.objects.filter(
        ledger=tournament.ledger_id, state=MatchState.READY, feeds__isnull=False
    ).first():
        won(tournament, ready.round, ready.number, clock)
    return Match.objects.get(second_chance=True, feeds__match=final(tournament), ledger=tournament.ledger_id)


def test_the_winner_of_the_second_chance_plays_the_final(clock: Moments) -> None:
    tournament = final_seat()
    last = play_until_the_final(tournament, clock)
    assert final(tournament).state == MatchState.READY
    assert [side.entry for side in final(tournament).sides.order_by("number")][-1] == last.winner
    places = finish(tournament, clock)
    finalists = {code for code, place in places.items() if place <= 3}
    assert finalists == {side.entry.code for side in final(tournament).sides.all() if side.entry}
    assert_sound(tournament)


def test_the_final_waits(clock: Moments) -> None:
    tournament = final_seat()
    for match in Match.objects.filter(
        IN_BRACKET, ledger=tournament.ledger_id, feeds__isnull=False
    ).distinct():
        won(tournament, match.round, match.number, clock)
    assert final(tournament).state == MatchState.WAITING
    rows = standings_of(fresh(tournament))
    assert [row.open for row in rows[:2]] == [True, True]
    assert_sound(tournament)


def test_who_withdraws_before_the_final_has_reached_it(clock: Moments) -> None:
    tournament = final_seat()
    last = play_until_the_final(tournament, clock)
    assert last.winner is not None
    withdraw(last.winner, reason="train", by=ana(), now=next(clock))
    places = finish(tournament, clock)
    assert places[last.winner.code] == 3
    assert_sound(tournament)


def test_who_withdraws_within_the_second_chance_stays_where_round_1_left_them(clock: Moments) -> None:
    tournament = final_seat()
    first = Match.objects.filter(ledger=tournament.ledger_id, second_chance=True).first()
    assert first is not None
    for side in first.sides.all():
        assert side.source is not None
        side.source.refresh_from_db()
        if side.source.state != MatchState.ENDED:
            won(tournament, side.source.round, side.source.number, clock)
    won(tournament, first.round, first.number, clock)
    gone = entry_at(first, 1)
    withdraw(gone, reason="train", by=ana(), now=next(clock))
    assert finish(tournament, clock)[gone.code] > 6
    assert_sound(tournament)


def test_a_full_final_has_no_seat(clock: Moments) -> None:
    tournament = checked_in(24, table_high=4, house_rules=FINAL_SEAT, ranked=False)
    with pytest.raises(Refused, match="no_second_chance"):
        publish_draw(tournament, shape=[[3] * 8, [2] * 4, [4]], by=ana(), now=START)


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"ranked": True}, "final_seat_needs_unranked"),
        ({"ranked": False, "table_high": 2}, "final_seat_needs_larger_tables"),
    ],
)
def test_it_needs_an_unranked_tournament_with_larger_tables(chosen: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused, match=code):
        created(house_rules=FINAL_SEAT, **chosen)


def test_playing_on_ends_with_the_final(clock: Moments) -> None:
    tournament = final_seat(12, [[3] * 4, [2, 2], [2]])
    play_on(tournament, clock)
    ended = Match.objects.filter(ledger=tournament.ledger_id).order_by("-ended_at").first()
    assert ended == final(tournament)


@pytest.mark.parametrize(("absent", "state"), [((1, 2), MatchState.ENDED), ((2,), MatchState.READY)])
def test_a_final_of_which_the_last_two_seats_are_known_at_once_waits_no_longer(
    absent: tuple[int, ...], state: MatchState, clock: Moments
) -> None:
    """The last match of round 1 sends its winner to the final, and ends a second chance without entries."""
    tournament = final_seat(4, shape=[[2, 2], [2]])
    for number in (1, 2):
        walked_over(at(tournament, 1, number), *(absent if number == 2 else (1, 2)), clock=clock)
    assert final(tournament).state == state
    finish(tournament, clock)
