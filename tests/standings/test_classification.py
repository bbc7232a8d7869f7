"""The final classification, example by example (domain.md §2)."""

from collections.abc import Collection, Mapping
from fractions import Fraction

import pytest

from rulesets.kernel.points import points_of
from tournaments.bracket.shapes import default_shape
from tournaments.bracket.tree import Take, plan
from tournaments.standings.classification import PlaceReason, Policy, Row, TableResult, classify

POINTS = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


def table(round_: int, number: int, *places: str, **more: object) -> TableResult:
    """A table by its placement, sharers in one word: `table(1, 1, "a", "b c")`; scores in `scores`."""
    placement = tuple(tuple(place.split()) for place in places)
    facts: dict[str, object] = {"winner": placement[0][0] if placement else None, **more}
    return TableResult(round_, number, placement, **facts)  # type: ignore[arg-type]


def final_rows(
    *results: TableResult,
    out: Collection[str] = (),
    withdrawn: Mapping[str, tuple[int, int] | None] | None = None,
    policy: Policy | None = None,
    complete: bool = True,
    entries: Collection[str] = "abcdefghijklmnop",
) -> tuple[Row, ...]:
    """The classification of a ranked tournament of all the letters that appear."""
    return classify(results, entries, out, withdrawn or {}, POINTS, 1, True, policy or Policy(), complete)


def standing(rows: tuple[Row, ...]) -> str:
    """Rows in one line, sharers together: `a b cd`."""
    return " ".join("".join(row.entries) for row in rows)


SEMIFINALS = (table(1, 1, "a", "b"), table(1, 2, "c", "d"))
FINAL = table(2, 1, "a", "c")


def test_the_round_reached_counts_first_and_the_points_follow() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "c", "d", scores={"b": 99}),
        table(1, 2, "e", "f", "g", "h"),
        table(2, 1, "e", "a"),
    )
    assert standing(rows) == "e a b f g c h d"
    assert [row.points for row in rows[:3]] == [25, 18, 15]
    assert rows[1].why == PlaceReason("round", {"own": 2, "next": 1})
    assert rows[0].why == PlaceReason("table_place", {"own": 1, "next": 2})


def test_third_of_three_is_as_good_as_third_of_four() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "c"),
        table(1, 2, "d", "e", "f", "g", scores={"f": 5, "g": 40}),
        table(2, 1, "a", "d"),
    )
    assert standing(rows) == "a d b e f c g"
    assert rows[4].why == PlaceReason("table_score", {"own": 5, "next": 0})
    assert rows[5].why == PlaceReason("table_place", {"own": 3, "next": 4})


def test_who_played_stands_before_who_was_absent_whatever_the_placement() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "c", "d"),
        table(1, 2, "e", "f", absent=frozenset("f")),
        table(2, 1, "a", "e"),
        policy=Policy(place_never_played=True),
    )
    assert standing(rows) == "a e b c d f"
    assert rows[4].why == PlaceReason("absent")


def test_equal_losers_stand_in_the_order_of_those_who_beat_them() -> None:
    rows = final_rows(*SEMIFINALS, table(2, 1, "c", "a"))
    assert standing(rows) == "c a d b"
    assert rows[2].why == PlaceReason("winner_place", {"own": 1, "next": 2})
    assert rows[3].why is None


def test_the_last_tables_score_decides_before_the_winners_place() -> None:
    scored = table(1, 2, "c", "d", scores={"d": Fraction(27, 2)})
    rows = final_rows(table(1, 1, "a", "b", scores={"b": 13}), scored, FINAL)
    assert standing(rows) == "a c d b"
    assert rows[2].why == PlaceReason("table_score", {"own": "27/2", "next": 13})


def test_who_is_equal_to_the_end_shares_place_and_points_exactly() -> None:
    rows = final_rows(table(1, 1, "a", "b c", "d"))
    assert [(row.place, row.entries, row.points) for row in rows] == [
        (1, ("a",), 25),
        (2, ("b", "c"), Fraction(33, 2)),
        (4, ("d",), 12),
    ]
    assert rows[1].why == PlaceReason("table_place", {"own": 2, "next": 4})


@pytest.mark.parametrize(
    ("sharing", "points"), [("average", Fraction(33, 2)), ("higher", Fraction(18)), ("lower", Fraction(15))]
)
def test_the_coordinator_chooses_what_sharers_get(sharing: str, points: Fraction) -> None:
    rows = final_rows(table(1, 1, "a", "b c", "d"), policy=Policy(shared_points=sharing))  # type: ignore[arg-type]
    assert rows[1].points == points


def test_sharers_of_the_last_place_with_points_average_with_nothing() -> None:
    assert points_of(POINTS, 9, 4, "average") == Fraction(3, 4)
    assert points_of(POINTS, 10, 2, "higher") == 1
    assert points_of(POINTS, 10, 2, "lower") == 0
    assert points_of(POINTS, 11, 1, "average") == 0


def test_a_multiplier_counts_for_everybody_and_unranked_gives_nothing() -> None:
    results = [*SEMIFINALS, FINAL]
    doubled = classify(results, "abcd", (), {}, POINTS, 2, True, Policy(), True)
    assert [row.points for row in doubled] == [50, 36, 30, 24]
    unranked = classify(results, "abcd", (), {}, POINTS, 2, False, Policy(), True)
    assert [row.points for row in unranked] == [0, 0, 0, 0]


def test_a_disqualified_champion_moves_everybody_up() -> None:
    rows = final_rows(*SEMIFINALS, FINAL, out={"a"})
    assert standing(rows) == "c d b"
    assert [row.points for row in rows] == [25, 18, 15]
    assert rows[1].why == PlaceReason("winner_place", {"own": 1, "next": None})


def test_a_later_disqualification_does_not_renumber_a_table() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "c", "d"), table(1, 2, "e", "f", "g"), table(2, 1, "a", "e"), out={"b"}
    )
    assert standing(rows) == "a e f c g d"


def test_a_table_that_nobody_won_stands_last() -> None:
    rows = final_rows(
        table(1, 1, "a", "b"),
        table(1, 2, "c", "d"),
        table(1, 3, "e f", winner=None, absent=frozenset("ef")),
        table(1, 4, "g", "h", absent=frozenset("h")),
        table(2, 1, "c", "a"),
        table(2, 2, "g"),
        table(3, 1, "g", "c"),
        policy=Policy(place_never_played=True),
    )
    assert standing(rows) == "g c a d b h ef"
    assert rows[5].why == PlaceReason("nobody_won")


def test_who_was_sent_away_there_and_is_back_stands_behind_all_others_too() -> None:
    rows = final_rows(
        table(1, 1, "a", "b"),
        table(1, 2, "c", "d", absent=frozenset("d")),
        table(1, 3, "e f", winner=None),
        table(2, 1, "a", "c"),
        policy=Policy(place_never_played=True),
    )
    assert standing(rows) == "a c b d ef"


def test_a_winner_who_left_before_a_table_that_nobody_won_stands_last_in_that_round() -> None:
    rows = final_rows(
        table(1, 1, "a", "b"),
        table(1, 2, "c", "d"),
        table(1, 3, "e", "f"),
        table(1, 4, "g", "h"),
        table(2, 1, "c", winner=None, absent=frozenset("c")),
        table(2, 2, "e", "g", absent=frozenset("g")),
        table(3, 1, "e"),
        withdrawn={"a": (2, 1)},
    )
    assert standing(rows).split()[:3] == ["e", "g", "ac"]


def test_records_of_the_first_format_compare_as_they_did() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", absent=frozenset("b")),
        table(1, 2, "c d", winner=None, absent=frozenset("cd")),
        table(2, 1, "a"),
        policy=Policy(place_never_played=True, nobody_won_last=False),
    )
    assert standing(rows) == "a cd b"


def test_equals_at_a_table_that_nobody_won_come_after_those_whom_somebody_beat() -> None:
    rows = final_rows(
        table(1, 1, "b", "e", winner=None, absent=frozenset("e")),
        table(1, 2, "a", "f", absent=frozenset("f")),
        table(1, 3, "c", "d"),
        table(2, 1, "c", "a"),
        out={"b"},
        policy=Policy(place_never_played=True),
    )
    assert standing(rows) == "c a d f e"
    assert rows[3].why == PlaceReason("nobody_won")


def test_who_never_played_has_no_place_unless_the_option_says_so() -> None:
    results = (table(1, 1, "a", "b", absent=frozenset("b")), table(1, 2, "c", "d"), table(2, 1, "a", "c"))
    assert standing(final_rows(*results)) == "a c d"
    assert standing(final_rows(*results, policy=Policy(place_never_played=True))) == "a c d b"


def test_who_was_never_drawn_has_no_place_with_any_option() -> None:
    rows = final_rows(table(1, 1, "a", "b"), policy=Policy(place_never_played=True), entries="abz")
    assert standing(rows) == "a b"


def test_a_bye_reaches_the_next_round_but_is_no_match_played() -> None:
    bye = table(1, 1, "a", bye=True)
    opening = (bye, table(1, 2, "b", "c"), table(1, 3, "d", bye=True), table(1, 4, "e", "f"))
    played = (*opening, table(2, 1, "b", "a"), table(2, 2, "e", "d"), table(3, 1, "b", "e"))
    assert standing(final_rows(*played)) == "b e a d c f"
    stayed_away = (*opening, table(2, 1, "b", "a", absent=frozenset("a")), *played[5:])
    assert standing(final_rows(*stayed_away)) == "b e d c f"
    assert standing(final_rows(*stayed_away, policy=Policy(place_never_played=True))) == "b e d a c f"


def test_a_walkover_win_is_a_match_played() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", absent=frozenset("b")),
        table(1, 2, "c", "d"),
        table(2, 1, "c", "a", absent=frozenset("a")),
    )
    assert standing(rows) == "c a d"


def test_a_final_without_anybody_leaves_its_absent_sharing_the_first_place() -> None:
    rows = final_rows(*SEMIFINALS, table(2, 1, "a c", winner=None, absent=frozenset("ac")))
    assert standing(rows) == "ac bd"
    assert [row.points for row in rows] == [Fraction(43, 2), Fraction(27, 2)]


def test_a_winner_who_withdraws_has_reached_the_next_round_and_is_last_there() -> None:
    rows = final_rows(
        table(1, 1, "a", "b"),
        table(1, 2, "c", "d"),
        table(1, 3, "e", "f"),
        table(2, 1, "c", "e"),
        withdrawn={"a": (2, 1)},
    )
    assert standing(rows) == "c e a d f b"
    assert rows[1].why == PlaceReason("absent")


def test_a_withdrawn_winner_shares_with_those_absent_at_that_table() -> None:
    rows = final_rows(
        table(1, 1, "a", "b"),
        table(1, 2, "c", "d"),
        table(1, 3, "e", "f"),
        table(2, 1, "c", "e", absent=frozenset("e")),
        withdrawn={"a": (2, 1)},
    )
    assert standing(rows)[:4] == "c ae"


def test_two_finalists_who_withdraw_share_the_first_place() -> None:
    rows = final_rows(*SEMIFINALS, TableResult(2, 1, ()), withdrawn={"a": (2, 1), "c": (2, 1)})
    assert standing(rows) == "ac bd"


def test_where_a_loser_is_promoted_the_withdrawn_winner_is_the_best_loser() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "x", scores={"a": 7}, taken_by="b"),
        table(1, 2, "c", "d", "y", scores={"d": 9}),
        table(2, 1, "b", "c"),
        withdrawn={"a": None},
        entries="abcdxy",
    )
    assert standing(rows) == "b c d a x y"
    assert rows[2].why == PlaceReason("table_score", {"own": 9, "next": 7})
    assert rows[4].why == PlaceReason("winner_place", {"own": 1, "next": 2})


def test_who_leaves_after_winning_the_final_is_still_the_champion() -> None:
    assert standing(final_rows(*SEMIFINALS, FINAL, withdrawn={"a": None})) == "a c b d"


def test_after_an_annotated_correction_the_rightful_winner_keeps_its_table() -> None:
    rows = final_rows(
        table(1, 1, "b", "a", goes_on=frozenset()),
        table(1, 2, "c", "d", scores={"d": 50}),
        table(2, 1, "a", "c"),
    )
    assert standing(rows) == "a c b d"
    assert rows[2].why == PlaceReason("table_place", {"own": 1, "next": 2})


def test_a_third_place_match_decides_before_the_score() -> None:
    semifinals = (table(1, 1, "a", "b", scores={"b": 30}), table(1, 2, "c", "d"))
    third = table(2, 2, "d", "b", third_place=True)
    rows = final_rows(*semifinals, FINAL, third, policy=Policy(third_place_match=True))
    assert standing(rows) == "a c d b"
    assert rows[2].why == PlaceReason("third_place", {"own": 1, "next": 2})
    assert standing(final_rows(*semifinals, FINAL, third)) == "a c b d"


def test_who_does_not_come_to_the_third_place_match_is_fourth() -> None:
    third = table(2, 2, "d", third_place=True)
    rows = final_rows(
        table(1, 1, "a", "b", scores={"b": 30}),
        table(1, 2, "c", "d"),
        FINAL,
        third,
        withdrawn={"b": (2, 2)},
        policy=Policy(third_place_match=True),
    )
    assert standing(rows) == "a c d b"


def test_a_third_place_match_without_anybody_leaves_the_score_to_decide() -> None:
    third = table(2, 2, "b d", third_place=True, winner=None, absent=frozenset("bd"))
    semifinals = (table(1, 1, "a", "b"), table(1, 2, "c", "d", scores={"d": 3}))
    rows = final_rows(*semifinals, FINAL, third, policy=Policy(third_place_match=True))
    assert standing(rows) == "a c d b"


def test_before_the_first_result_everybody_is_still_playing() -> None:
    (row,) = final_rows(complete=False, entries="ba", withdrawn={"c": (1, 1)})
    assert row == Row(1, ("a", "b"), Fraction(0), None, open=True)


def test_who_is_still_in_stands_on_top_by_the_round_to_come() -> None:
    rows = final_rows(table(1, 1, "a", "b"), table(1, 2, "c", "d"), complete=False, entries="abcdef")
    assert [(row.place, standing((row,)), row.open) for row in rows] == [
        (1, "ac", True),
        (3, "ef", True),
        (5, "bd", False),
    ]
    assert rows[0].why == PlaceReason("round", {"own": 2, "next": 1})
    assert rows[1].why == PlaceReason("still_playing")
    assert rows[2].points == Fraction(10 + 8, 2)


def test_the_champion_is_known_while_the_third_place_is_still_played_for() -> None:
    final = table(2, 1, "a", "c", goes_on=frozenset())
    rows = final_rows(
        *SEMIFINALS, final, complete=False, entries="abcd", policy=Policy(third_place_match=True)
    )
    assert standing(rows) == "a c b d"
    assert not any(row.open for row in rows)


def test_a_promoted_loser_is_still_in_and_the_winner_it_follows_is_not() -> None:
    rows = final_rows(
        table(1, 1, "a", "b", "c", goes_on=frozenset("b")),
        complete=False,
        entries="abc",
        withdrawn={"a": None},
    )
    assert [(standing((row,)), row.open) for row in rows] == [("b", True), ("a", False), ("c", False)]


@pytest.mark.fault("F53")
@pytest.mark.parametrize("complete", [True, False])
def test_no_entries_no_rows(complete: bool) -> None:
    assert final_rows(complete=complete, entries="") == ()


@pytest.mark.fault("F53")
@pytest.mark.parametrize("entries", [2, 3, 5, 4000, 4001])
@pytest.mark.parametrize("high", [2, 4])
def test_odd_numbers_of_entries_are_classified(entries: int, high: int) -> None:
    order = [f"e{number:04}" for number in range(entries)]
    bracket = plan(order, default_shape(entries, 2, high))
    won: dict[tuple[int, int], str] = {}
    results = []
    for match in bracket.matches:
        feeds = [side.feed for side in match.sides if side.feed and side.feed.take is Take.WINNER]
        there = [side.entry for side in match.sides if side.entry] or [won[f.round, f.number] for f in feeds]
        won[match.round, match.number] = min(there)
        results.append(table(match.round, match.number, *sorted(there), bye=match.is_bye))
    rows = final_rows(*results, entries=order)
    assert sorted(entry for row in rows for entry in row.entries) == order
    assert [row.entries for row in rows[:2]] == [("e0000",), ("e0001",)]
    assert sum((row.points * len(row.entries) for row in rows), start=Fraction(0)) == sum(POINTS[:entries])
