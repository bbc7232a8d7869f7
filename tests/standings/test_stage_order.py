"""The order within a stage: points, opponents, placement, table scores; else shared."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.stages.stage_order import CODES, Number, StageGame, StageReason, StageRow, order_of_stage

Points = dict[str, Number]


@st.composite
def stages(draw: st.DrawFn) -> tuple[Points, list[StageGame]]:
    """A few rounds at tables of two to four with ties, walkovers and uncounted cards."""
    codes = [f"E{index}" for index in range(draw(st.integers(2, 9)))]
    games = []
    for round_ in range(1, draw(st.integers(1, 3)) + 1):
        order = draw(st.permutations(codes))
        size = draw(st.integers(2, 4))
        for number, first in enumerate(range(0, len(order) - 1, size), start=1):
            seated = order[first : first + size]
            if len(seated) > 1:
                tie = draw(st.integers(1, len(seated)))
                placement = (tuple(seated[:tie]), *((code,) for code in seated[tie:]))
                score = st.none() | st.integers(0, 2) | st.fractions(0, 2, max_denominator=2)
                scores = {code: draw(score) for code in seated if draw(st.booleans())}
                games.append(StageGame(round_, number, placement, scores))
    return {code: draw(st.integers(0, 2)) for code in codes}, games


def values_of(code: str, points: Points, games: list[StageGame]) -> tuple[Fraction, Fraction, Fraction]:
    """Points, opponents' points and placement by the words of the design."""
    opponents: list[Fraction] = []
    places: list[Fraction] = []
    for game in games:
        seats = [(index, entry) for index, tied in enumerate(game.placement) for entry in tied]
        level = {entry: index for index, entry in seats}
        if code in level:
            others = [entry for entry in level if entry != code]
            opponents.append(sum((Fraction(points[entry]) for entry in others), Fraction(0)) / len(others))
            beaten = sum(level[entry] > level[code] for entry in others)
            equal = sum(level[entry] == level[code] for entry in others)
            places.append((beaten + Fraction(equal, 2)) / len(others))
    count = len(places) or 1
    return Fraction(points[code]), sum(opponents, Fraction(0)) / count, sum(places, Fraction(0)) / count


@given(stages())
def test_rows_follow_the_values(stage: tuple[Points, list[StageGame]]) -> None:
    points, games = stage
    rows = order_of_stage(points, games)
    values = {code: values_of(code, points, games) for code in points}
    flat = [code for row in rows for code in row.entries]
    assert sorted(flat) == sorted(points)
    assert [values[code] for code in flat] == sorted(values.values(), reverse=True)
    assert all(len({values[code] for code in row.entries}) == 1 for row in rows)
    assert [row.place for row in rows] == [flat.index(row.entries[0]) + 1 for row in rows]


@given(stages())
def test_scores_separate_equals_only_if_all_of_theirs_are_counted(
    stage: tuple[Points, list[StageGame]],
) -> None:
    points, games = stage
    values = {code: values_of(code, points, games) for code in points}
    for row in order_of_stage(points, games):
        equals = {code for code in points if values[code] == values[row.entries[0]]}
        scores = {code: [game.scores[code] for game in games if code in game.scores] for code in equals}
        if len(equals) > 1 and any(None in found for found in scores.values()):
            assert set(row.entries) == equals
            assert row.uncounted == tuple(
                sorted({(game.round, game.number) for game in games for code in equals if None in (
                    [game.scores[code]] if code in game.scores else []
                )})
            )  # fmt: skip
        else:
            own = [score for score in scores[row.entries[0]] if score is not None]
            means = {
                sum(map(Fraction, found), Fraction(0)) / (len(found) or 1)  # type: ignore[arg-type]
                for code, found in scores.items()
                if code in row.entries and None not in found
            }
            assert row.uncounted == ()
            assert len(means) <= 1
            assert own is not None


@given(stages(), st.randoms(use_true_random=False))
def test_the_order_in_which_games_and_entries_are_read_changes_nothing(
    stage: tuple[Points, list[StageGame]], chance: Random
) -> None:
    points, games = stage
    again = dict(chance.sample(list(points.items()), len(points)))
    assert order_of_stage(again, chance.sample(games, len(games))) == order_of_stage(points, games)


@given(stages())
def test_each_reason_is_the_first_rule_that_differs(stage: tuple[Points, list[StageGame]]) -> None:
    points, games = stage
    rows = order_of_stage(points, games)
    values = {code: values_of(code, points, games) for code in points}
    for row, following in pairwise(rows):
        assert row.why is not None
        own, other = values[row.entries[0]], values[following.entries[0]]
        differing = [code for code, one, two in zip(CODES, own, other, strict=False) if one != two]
        assert row.why.code == (differing or ["score"])[0]
        assert Fraction(row.why.facts["own"]) > Fraction(row.why.facts["next"])
    assert rows[-1].why is None


A_BEATS_B = StageGame(1, 1, (("A",), ("B",)), {"A": 5, "B": 3})
C_BEATS_D = StageGame(1, 2, (("C",), ("D",)), {"C": 4, "D": 3})
DUELS: Points = {"A": 1, "B": 0, "C": 1, "D": 0}


def test_table_scores_decide_between_equals() -> None:
    assert order_of_stage(DUELS, [A_BEATS_B, C_BEATS_D]) == (
        StageRow(1, ("A",), StageReason("score", {"own": 5, "next": 4})),
        StageRow(2, ("C",), StageReason("points", {"own": 1, "next": 0})),
        StageRow(3, ("B", "D"), None),
    )


def test_one_uncounted_game_leaves_scores_out_for_all_of_its_equals_alone() -> None:
    games = [replace(A_BEATS_B, scores={"A": 5, "B": 3}), replace(C_BEATS_D, scores={"C": None, "D": 2})]
    rows = order_of_stage(DUELS, games)
    assert [(row.place, row.entries, row.uncounted) for row in rows] == [
        (1, ("A", "C"), ((1, 2),)),
        (3, ("B",), ()),
        (4, ("D",), ()),
    ]


def test_an_entry_alone_with_its_values_needs_no_counted_cards() -> None:
    rows = order_of_stage({"A": 1, "B": 0}, [replace(A_BEATS_B, scores={"A": None, "B": None})])
    assert [(row.entries, row.uncounted) for row in rows] == [(("A",), ()), (("B",), ())]


def test_opponents_count_by_game_and_not_by_head() -> None:
    games = [
        StageGame(1, 1, (("A",), ("X",), ("Y",), ("Z",))),
        StageGame(1, 2, (("B",), ("X",))),
    ]
    points: Points = {"A": 1, "B": 1, "X": 3, "Y": 0, "Z": 3}
    (row,) = [row for row in order_of_stage(points, games) if row.entries == ("B",)]
    assert row.why == StageReason("opponents", {"own": 3, "next": 2})


def test_byes_and_missed_rounds_change_no_average() -> None:
    games = [A_BEATS_B, C_BEATS_D, StageGame(2, 1, (("A",), ("D",)), {"A": 5, "D": 3})]
    points: Points = {"A": 2, "B": 0, "C": 2, "D": 0}
    assert order_of_stage(points, games)[0].why == StageReason("score", {"own": 5, "next": 4})


def test_a_walkover_has_nothing_to_count() -> None:
    games = [A_BEATS_B, C_BEATS_D, StageGame(2, 1, (("C",), ("B",))), StageGame(2, 2, (("A",), ("D",)))]
    rows = order_of_stage({"A": 2, "B": 0, "C": 2, "D": 0}, games)
    assert rows[0] == StageRow(1, ("A",), StageReason("score", {"own": 5, "next": 4}))


@pytest.mark.parametrize(
    ("placement", "expected"),
    [
        ((("X",), ("A",), ("Y",), ("Z",)), Fraction(2, 3)),
        ((("X",), ("A", "Y", "Z")), Fraction(1, 3)),
        ((("A", "X", "Y", "Z"),), Fraction(1, 2)),
        ((("X",), ("Y",), ("A",)), Fraction(0)),
    ],
)
def test_placement_is_the_share_of_opponents_behind(
    placement: tuple[tuple[str, ...], ...], expected: Fraction
) -> None:
    points: Points = dict.fromkeys("AMNXYZ", 0)
    games = [StageGame(1, 1, placement), StageGame(1, 2, (("M",), ("N",)))]
    rows = {code: row for row in order_of_stage(points, games) for code in row.entries}
    assert values_of("A", points, games)[2] == expected
    assert rows["A"].place > rows["M"].place
    assert rows["A"].place < rows["N"].place or expected == 0


def test_the_disqualified_have_no_place_but_were_opponents() -> None:
    points: Points = {"A": 1, "B": 5, "C": 1, "D": 0}
    rows = order_of_stage(points, [A_BEATS_B, C_BEATS_D], without={"B"})
    assert [(row.place, row.entries) for row in rows] == [(1, ("A",)), (2, ("C",)), (3, ("D",))]
    assert rows[0].why == StageReason("opponents", {"own": 5, "next": 0})


def test_a_score_of_zero_is_counted() -> None:
    games = [A_BEATS_B, C_BEATS_D]
    games += [
        StageGame(2, 1, (("A", "D"),), {"A": 0, "D": 0}),
        StageGame(2, 2, (("B", "C"),), {"B": 0, "C": 2}),
    ]
    rows = order_of_stage(DUELS, games)
    assert rows[0] == StageRow(1, ("C",), StageReason("score", {"own": 3, "next": "5/2"}))


def test_an_entry_without_a_game_is_compared_with_zeros() -> None:
    rows = order_of_stage({"A": 1, "B": 0, "N": 1}, [A_BEATS_B])
    assert [row.entries for row in rows] == [("A",), ("N",), ("B",)]
    assert rows[0].why == StageReason("placement", {"own": 1, "next": 0})
