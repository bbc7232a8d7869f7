"""F112: who sat at a game, and how few of them leave a ranked tournament without points."""

import pytest

from tournaments.played_games import MatchAttendance, no_points_reason, who_played

pytestmark = pytest.mark.F112


def sitting(*sides: str, started: bool = True) -> MatchAttendance:
    """A match by the people who came, a word a side: `sitting("a", "b", "")` has a side that is absent."""
    return MatchAttendance(
        started, {number: frozenset(people) for number, people in enumerate(sides, start=1)}
    )


@pytest.mark.parametrize(
    ("found", "people"),
    [
        ([sitting("a", "b", "c", "d")], "abcd"),
        ([sitting("a", "b"), sitting("b", "c")], "abc"),
        ([sitting("ab", "cd")], "abcd"),
        ([sitting("a", "b", "")], "ab"),
        ([sitting("a", "", "")], ""),
        ([sitting("a", "b", started=False)], ""),
        ([sitting("a")], ""),
        ([sitting("", "")], ""),
        ([], ""),
    ],
)
def test_who_sat_at_a_game(found: list[MatchAttendance], people: str) -> None:
    assert who_played(found) == set(people)


def test_eight_people_are_enough_and_seven_are_not() -> None:
    assert no_points_reason(8) is None
    assert no_points_reason(7) == no_points_reason(0) == "fewer_than_8_played"
