"""A winner withdrew and a loser took the seat: whose place the table has (ADR 0068)."""

from tests.standings.test_classification import final_rows, standing, table


def test_a_table_whose_seat_a_loser_took_has_the_place_of_that_loser() -> None:
    tables = (
        table(1, 1, "a", "b", "x", taken_by="b"),
        table(1, 2, "c", "d", "y"),
        table(1, 3, "e", "f", "z"),
    )
    for final, thirds in (("bce", "x y z"), ("ceb", "y z x"), ("cbe", "y x z")):
        rows = final_rows(*tables, table(2, 1, *final), withdrawn={"a": None}, entries="abcdefxyz")
        assert standing(rows).split(" ", 3)[3].endswith(thirds)


def test_the_withdrawn_winner_s_tie_is_broken_by_the_place_of_who_was_promoted() -> None:
    tables = (table(1, 1, "a", "b", "x", taken_by="b"), table(1, 2, "c", "d", "y"))
    rows = final_rows(*tables, table(2, 1, "c", "b"), withdrawn={"a": None}, entries="abcdxy")
    assert standing(rows) == "c b d a y x"
    rows = final_rows(*tables, table(2, 1, "b", "c"), withdrawn={"a": None}, entries="abcdxy")
    assert standing(rows) == "b c a d x y"


def test_where_who_took_the_seat_has_no_place_the_table_comes_last() -> None:
    tables = (table(1, 1, "a", "b", "x", taken_by="b"), table(1, 2, "c", "d", "y"))
    rows = final_rows(*tables, table(2, 1, "b", "c"), withdrawn={"a": None}, entries="abcdxy", out="b")
    assert standing(rows) == "c d a y x"


def test_a_record_of_the_first_format_compares_by_the_winner_who_left() -> None:
    tables = (table(1, 1, "a", "b", "x"), table(1, 2, "c", "d", "y"))
    rows = final_rows(*tables, table(2, 1, "b", "c"), withdrawn={"a": None}, entries="abcdxy")
    assert standing(rows) == "b c d a y x"
