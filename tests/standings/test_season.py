"""The season ranking (domain.md §2)."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.season import SeasonResult, SeasonRow, rank_season

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


def season(**places: list[int]) -> tuple[SeasonRow, ...]:
    """A season by the places that each player took, worth the points of chapter 4."""
    return rank_season(
        SeasonResult(f"t{number}", player, place, Fraction(POINTS[place - 1] if place <= 10 else 0))
        for player, taken in places.items()
        for number, place in enumerate(taken)
    )


def ranks(rows: tuple[SeasonRow, ...]) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in rows]


def test_points_are_summed_exactly() -> None:
    rows = rank_season(
        [
            SeasonResult("t1", "ana", 2, Fraction(33, 2)),
            SeasonResult("t2", "ana", 3, Fraction(27, 2)),
            SeasonResult("t1", "caio", 1, Fraction(25)),
        ]
    )
    assert rows[0] == SeasonRow(1, "ana", Fraction(30), {2: 1, 3: 1}, 2)
    assert rows[1] == SeasonRow(2, "caio", Fraction(25), {1: 1}, 1)


def test_equal_points_are_decided_by_first_places() -> None:
    rows = season(two=[2, 2], one=[1, 7, 8, 10])
    assert [row.points for row in rows] == [36, 36]
    assert ranks(rows) == [(1, "one"), (2, "two")]


def test_then_by_second_places_and_so_on_to_the_last() -> None:
    rows = season(more=[11, 12, 12], fewer=[11, 12, 13], least=[11, 12])
    assert ranks(rows) == [(1, "more"), (2, "fewer"), (3, "least")]


def test_a_further_place_without_points_still_counts() -> None:
    assert ranks(season(once=[1], again=[1, 40])) == [(1, "again"), (2, "once")]


def test_who_is_equal_to_the_end_shares_the_rank_and_the_next_is_left_out() -> None:
    rows = season(caio=[2, 1], ana=[1, 2], duda=[3], bruno=[1, 2])
    assert ranks(rows) == [(1, "ana"), (1, "bruno"), (1, "caio"), (4, "duda")]


def test_everyone_who_has_a_place_is_listed() -> None:
    rows = season(last=[300], first=[1])
    assert ranks(rows) == [(1, "first"), (2, "last")]
    assert rows[1].points == 0
    assert rank_season([]) == ()


@given(st.dictionaries(st.sampled_from("abcdefgh"), st.lists(st.integers(1, 14), min_size=1, max_size=5)))
def test_the_ranking_is_that_of_points_and_counts_of_places(places: dict[str, list[int]]) -> None:
    merit = {
        player: (
            sum(POINTS[place - 1] for place in taken if place <= 10),
            [taken.count(place) for place in range(1, 15)],
        )
        for player, taken in places.items()
    }
    rows = season(**places)
    assert {row.player: row.rank for row in rows} == {
        player: 1 + sum(other > own for other in merit.values()) for player, own in merit.items()
    }
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    assert all(sum(row.places.values()) == row.tournaments == len(places[row.player]) for row in rows)
