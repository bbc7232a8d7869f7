"""The final classification where nobody counted some cards (domain.md §2, F92)."""

from fractions import Fraction

import pytest

from tests.standings.test_classification import FINAL, final_rows, standing, table
from tournaments.standings.classification import PlaceReason

pytestmark = pytest.mark.F92


def test_an_unknown_score_is_left_out_for_all_who_would_be_compared_by_it() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", scores={"b": None}),
        table(1, 2, "c", "d", scores={"d": 40}),
        table(1, 3, "e", "f", scores={"f": 3}),
        table(1, 4, "g", "h", scores={"h": 0}),
        table(2, 1, "a", "c", "e", "g"),
    )
    assert standing(rows) == "a c e g b d f h"
    assert rows[4].why == PlaceReason("winner_place", {"own": 1, "next": 2})


def test_who_is_equal_but_for_an_unknown_score_shares_the_place_and_the_points() -> None:
    rows = final_rows(
        table(1, 1, "a", "b c", "d", scores={"b": None, "c": 21, "d": 0}),
        complete=True,
        entries="abcd",
    )
    assert standing(rows) == "a bc d"
    assert [row.points for row in rows] == [25, Fraction(33, 2), 12]
    assert [row.uncounted for row in rows] == [(), ((1, 1),), ()]


def test_a_score_that_is_known_to_be_0_is_compared() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", scores={"b": 0}), table(1, 2, "c", "d", scores={"d": 5}), FINAL, entries="abcd"
    )
    assert standing(rows) == "a c d b"
    assert not any(row.uncounted for row in rows)


def test_every_table_whose_counting_could_change_a_place_is_named_and_no_other() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "c", scores={"b": None, "c": None}),
        table(1, 2, "d", "e", scores={"e": 8}),
        table(2, 1, "a", "d", scores={"a": None, "d": None}),
        entries="abcde",
    )
    assert standing(rows) == "a d b e c"
    assert {entry: row.uncounted for row in rows for entry in row.entries} == {
        "a": (), "d": (), "b": ((1, 1),), "e": ((1, 1),), "c": (),
    }  # fmt: skip


def test_an_uncounted_side_that_is_alone_behind_the_winner_decides_nothing() -> None:
    rows = final_rows(table(1, 1, "a", "b", scores={"b": None}), entries="ab")
    assert [row.uncounted for row in rows] == [(), ()]
    assert rows[0].why == PlaceReason("table_place", {"own": 1, "next": 2})


def test_the_disqualified_are_compared_with_nobody_counted_or_not() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", scores={"b": None}),
        table(1, 2, "c", "d", scores={"d": 5}),
        FINAL,
        out={"b"},
        entries="abcd",
    )
    assert not any(row.uncounted for row in rows)
