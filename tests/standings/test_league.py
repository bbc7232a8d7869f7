"""The best results of each player: what counts in a league within a season."""

from fractions import Fraction

import pytest

from tournaments.standings.season import SeasonResult, best_results, rank_season


def result(player: str, event: str, place: int, points: int) -> SeasonResult:
    return SeasonResult(event, player, place, Fraction(points))


HELD = [
    result("ana", "e1", 1, 25), result("ana", "e2", 4, 12), result("ana", "e3", 2, 18),
    result("caio", "e1", 2, 18), result("caio", "e2", 1, 25), result("caio", "e3", 11, 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("most", "counted"),
    [
        (1, {"ana e1", "caio e2"}),
        (2, {"ana e1", "ana e3", "caio e1", "caio e2"}),
        (9, {f"{p} e{n}" for p in ("ana", "caio") for n in (1, 2, 3)}),
    ],
)
def test_so_many_results_as_count_most(most: int, counted: set[str]) -> None:
    assert {f"{one.player} {one.tournament}" for one in best_results(HELD, most)} == counted


def test_of_equal_points_the_better_place_counts() -> None:
    held = [result("ana", "e1", 12, 0), result("ana", "e2", 11, 0)]
    assert [one.tournament for one in best_results(held, 1)] == ["e2"]


def test_who_came_seldom_but_well_may_stand_first() -> None:
    held = [result("ana", "e1", 1, 25), *(result("caio", f"e{n}", 2, 18) for n in (1, 2, 3))]
    assert [row.player for row in rank_season(held)] == ["caio", "ana"]
    assert [row.player for row in rank_season(best_results(held, 1))] == ["ana", "caio"]
