"""Who begins by a cut of cards (1.4), and the order of turns that follows, in every game."""

import pytest

from checker.games import GAMES as CHECKED
from rulesets.games.chama.cards import RANKS
from rulesets.kernel.rules import Game, Rules, TableSize
from rulesets.kernel.turns import StarterCut, leading_seats, seats_in_turn
from rulesets.registry import GAMES

SEATS = (1, 2, 4)


def cut(**cards: str) -> StarterCut:
    """A cut by seat: `s1="K"`."""
    return StarterCut(tuple(int(seat[1:]) for seat in cards), tuple(cards.values()))


def test_the_highest_card_begins() -> None:
    assert leading_seats(RANKS, SEATS, [cut(s1="9", s2="10", s4="2")]) == (2,)


def test_those_tied_for_the_highest_card_cut_again() -> None:
    first = cut(s1="A", s2="K", s4="A")
    assert leading_seats(RANKS, SEATS, [first]) == (1, 4)
    assert leading_seats(RANKS, SEATS, [first, cut(s4="3", s1="2")]) == (4,)
    assert leading_seats(RANKS, SEATS, [first, cut(s4="3", s1="3"), cut(s1="J", s4="Q")]) == (4,)


WRONG = {
    "a seat does not cut": [cut(s1="A", s2="K")],
    "an empty seat cuts": [cut(s1="A", s2="K", s3="2", s4="3")],
    "a beaten one cuts again": [cut(s1="A", s2="K", s4="A"), cut(s1="2", s2="A", s4="3")],
    "one cuts when the first is known": [cut(s1="A", s2="K", s4="Q"), cut(s1="A")],
    "a card that does not exist": [cut(s1="A", s2="K", s4="1")],
    "a card is missing": [StarterCut((1, 2, 4), ("A", "K"))],
}


@pytest.mark.parametrize("cuts", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_cut_decides_nothing(cuts: list[StarterCut]) -> None:
    assert leading_seats(RANKS, SEATS, cuts) == ()


def test_turns_follow_the_seats_and_end_before_who_began() -> None:
    assert seats_in_turn(SEATS, 2) == (2, 4, 1)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_a_game_has_an_order_of_turns_if_a_timed_game_ends_with_a_cycle(game: Game) -> None:
    rules = Rules(game.key, game.kinds[0].key, (), TableSize(2, 2))
    order = game.turn_order(rules, (1, 2), 2)
    assert order == ((2, 1) if CHECKED[game.key].finishes_cycle else ())
