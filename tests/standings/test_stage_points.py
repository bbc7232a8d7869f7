"""What a match of a stage gives: a point for a win, or points by placement."""

from fractions import Fraction
from itertools import permutations

import pytest

from tournaments.stages.points import PLACEMENT, WIN, points_of_match
from tournaments.stages.stage_order import StageGame


def game(*places: str) -> StageGame:
    """A game of entries with one letter: `("A", "BC")` is A before B and C, who share the second place."""
    return StageGame(1, 1, tuple(map(tuple, places)))


@pytest.mark.parametrize(
    ("places", "points"),
    [
        (("A", "B", "C", "D"), {"A": "3", "B": "2", "C": "1", "D": "0"}),
        (("A", "B", "C"), {"A": "3", "B": "3/2", "C": "0"}),
        (("A", "B"), {"A": "3", "B": "0"}),
        (("A", "BC", "D"), {"A": "3", "B": "3/2", "C": "3/2", "D": "0"}),
        (("A", "BCD"), {"A": "3", "B": "1", "C": "1", "D": "1"}),
        (("A", "BC"), {"A": "3", "B": "3/4", "C": "3/4"}),
        (("A", "B", "C", "D", "E", "F", "G", "H"), {"A": "3", "B": "18/7", "G": "3/7", "H": "0"}),
    ],
)
def test_places_give_three_to_the_first_and_nothing_to_the_last(
    places: tuple[str, ...], points: dict[str, str]
) -> None:
    found = points_of_match(PLACEMENT, "A", game(*places))
    assert {code: str(found[code]) for code in points} == points


@pytest.mark.parametrize("size", range(2, 9))
def test_a_table_of_any_size_gives_half_of_three_on_average(size: int) -> None:
    codes = "ABCDEFGH"[:size]
    found = points_of_match(PLACEMENT, codes[0], game(*codes))
    assert sum(found.values()) == Fraction(3, 2) * size


def test_a_win_alone_is_one() -> None:
    for places in permutations("ABC"):
        assert points_of_match(WIN, places[0], game(*places)) == {places[0]: 1}


@pytest.mark.parametrize(("counting", "points"), [(WIN, 1), (PLACEMENT, 3)])
def test_a_bye_or_walkover_is_a_win(counting: str, points: int) -> None:
    assert points_of_match(counting, "A", None) == {"A": points}


@pytest.mark.parametrize("counting", [WIN, PLACEMENT])
def test_a_game_that_nobody_won_gives_nothing(counting: str) -> None:
    assert not points_of_match(counting, None, game("AB", "C"))
    assert not points_of_match(counting, None, None)
