"""Groups: dealing, circle, tables of more, the order of each and of all, who goes on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from tournaments.bracket.gaps import most_with_bracket
from tournaments.bracket.lots import CounterLots
from tournaments.stages.advancing import Border, advancing
from tournaments.stages.groups.pairing import deal, pairs_of_round, rounds_of_circle
from tournaments.stages.groups.plan import GroupsPlan
from tournaments.stages.rounds import DrawnRound, Groups, NextRound, RoundEntry, numbers_by_entry
from tournaments.stages.stage_order import StageGame, StageResults, StageRow
from tournaments.stages.swiss.pairing import rank

SEEDS = st.integers(0, 10**6).map(lambda number: f"{number:064x}")


def codes(number: int) -> list[str]:
    return [f"e{index:03}" for index in range(number)]


def drawn(plan: GroupsPlan, coming: NextRound, seed: str = "00") -> DrawnRound:
    return plan.draw_round(coming, CounterLots(seed))


def first_round(plan: GroupsPlan, entries: int, high: int, seed: str = "00") -> DrawnRound:
    return drawn(plan, NextRound(1, [RoundEntry(code) for code in codes(entries)], 2, high), seed)


# --- dealing --------------------------------------------------------------------------------------------


def test_the_order_is_dealt_there_and_back() -> None:
    assert deal("ABCDEFGH", 3, {}) == (("A", "F"), ("B", "E", "H"), ("C", "D", "G"))
    assert deal("ABCDEFGHI", 3, {}) == (("A", "F", "G"), ("B", "E", "H"), ("C", "D", "I"))


@given(st.integers(4, 90), st.integers(2, 32), SEEDS)
def test_everyone_is_in_one_group_and_sizes_differ_by_at_most_one(
    entries: int, groups: int, seed: str
) -> None:
    plan = GroupsPlan(3, 2, groups=groups)
    if groups > entries // 2:
        with pytest.raises(Refused, match="groups_too_many"):
            first_round(plan, entries, 2, seed)
        return
    dealt = first_round(plan, entries, 2, seed).groups or ()
    assert Counter(code for group in dealt for code in group) == Counter(codes(entries))
    sizes = [len(group) for group in dealt]
    assert len(sizes) == groups
    assert max(sizes) - min(sizes) <= 1
    assert min(sizes) >= 2


def test_too_many_groups_are_refused_with_the_most_that_are_possible() -> None:
    with pytest.raises(Refused) as refused:
        first_round(GroupsPlan(3, 1, groups=5), 9, 4)
    (violation,) = refused.value.violations
    assert (violation.code, violation.facts) == ("groups_too_many", {"entries": 9, "groups": 5, "most": 4})


def test_the_line_has_the_order_as_it_was_before_clubs_were_kept_apart() -> None:
    entries = [RoundEntry(code, club="club" if code in ("e000", "e001") else None) for code in codes(8)]
    for seed in map(str, range(30)):
        found = drawn(GroupsPlan(3, 2, apart=True, groups=2), NextRound(1, entries, 2, 2), seed)
        assert found.order == rank(entries, CounterLots(seed))
        numbers = numbers_by_entry(found.groups or ())
        assert numbers["e000"] != numbers["e001"]
    together = [drawn(GroupsPlan(3, 2, groups=2), NextRound(1, entries, 2, 2), str(n)) for n in range(30)]
    numbers_of = [numbers_by_entry(found.groups or ()) for found in together]
    assert any(numbers["e000"] == numbers["e001"] for numbers in numbers_of)


# --- the circle -----------------------------------------------------------------------------------------


@given(st.integers(2, 33))
def test_everyone_meets_everyone_once_and_has_at_most_one_bye(entries: int) -> None:
    players = codes(entries)
    rounds = [pairs_of_round(players, number) for number in range(1, rounds_of_circle(entries) + 1)]
    met = Counter(frozenset(pair) for pairs in rounds for pair in pairs if None not in pair)
    assert met == Counter(frozenset(pair) for pair in combinations(players, 2))
    byes = Counter(code for pairs in rounds for pair in pairs if None in pair for code in pair if code)
    assert byes == (Counter(players) if entries % 2 else Counter())
    for pairs in rounds:
        assert Counter(code for pair in pairs for code in pair if code) == Counter(players)
    assert pairs_of_round(players, rounds_of_circle(entries) + 1) == []


def test_the_others_move_to_the_right_around_the_first() -> None:
    assert pairs_of_round("ABCD", 1) == [("A", "D"), ("B", "C")]
    assert pairs_of_round("ABCD", 2) == [("A", "C"), ("D", "B")]
    assert pairs_of_round("ABCD", 3) == [("A", "B"), ("C", "D")]
    assert pairs_of_round("ABC", 1) == [("A", None), ("B", "C")]
    assert pairs_of_round("ABC", 2) == [("A", "C"), (None, "B")]
    assert pairs_of_round("ABC", 3) == [("A", "B"), ("C", None)]


def coming(number: int, groups: Groups, high: int = 2, gone: str = "", **points: int) -> NextRound:
    """A round of groups that were dealt, without those who are gone."""
    playing = [code for group in groups for code in group if code not in gone]
    return NextRound(number, [RoundEntry(code, points.get(code, 0)) for code in playing], 2, high, groups)


def places_in(found: DrawnRound) -> dict[str, int]:
    return {entry.entry: place for place, entry in enumerate(found.order)}


def by_rank(found: DrawnRound, those: str) -> tuple[str, ...]:
    return tuple(sorted(those, key=places_in(found).__getitem__))


def test_who_would_meet_an_entry_that_left_has_a_bye() -> None:
    found = drawn(GroupsPlan(3, 2, groups=2), coming(1, ["ABCD", "EFGH"], gone="DFG"))
    assert found.tables == (by_rank(found, "BC"), by_rank(found, "EH"))
    assert found.byes == ("A",)


def test_two_that_left_have_no_match() -> None:
    found = drawn(GroupsPlan(3, 2, groups=2), coming(1, ["ABCD", "EFGH"], gone="ADF"))
    assert found.tables == (by_rank(found, "BC"), by_rank(found, "EH"))
    assert found.byes == ("G",)
    assert found.groups is None


def test_tables_of_a_group_stand_in_the_order_of_its_circle_and_sit_by_points() -> None:
    found = drawn(GroupsPlan(3, 2, groups=2), coming(2, ["ABCD", "EFGH"], C=1, B=1, H=1, F=1))
    assert found.tables == (("C", "A"), ("B", "D"), by_rank(found, "EG"), by_rank(found, "FH"))


def test_a_group_whose_circle_is_over_waits_for_a_larger_one() -> None:
    plan = GroupsPlan(9, 2, groups=2)
    groups = ["ABCD", "EFGHI"]
    assert plan.rounds_to_play(groups, 2) == 5
    found = drawn(plan, coming(4, groups))
    assert {code for table in found.tables for code in table} | set(found.byes) == set("EFGHI")
    assert [entry.entry for entry in found.order if entry.entry in "ABCD"] != []
    with pytest.raises(Refused, match="too_few_entries"):
        drawn(plan, coming(4, groups, gone="EFGHI"))


@pytest.mark.parametrize(
    ("rounds", "groups", "high", "played"),
    [
        (9, ["ABCD", "EFGH"], 2, 3),
        (2, ["ABCD", "EFGH"], 2, 2),
        (9, ["ABC", "DEF"], 2, 3),
        (9, ["ABCD"], 4, 9),
    ],
)
def test_rounds_end_with_the_longest_circle(rounds: int, groups: Groups, high: int, played: int) -> None:
    assert GroupsPlan(rounds, 2, groups=2).rounds_to_play(groups, high) == played
    assert GroupsPlan(rounds, 2, groups=2).rounds_to_play(None, high) == rounds


# --- larger tables --------------------------------------------------------------------------------------


@given(st.integers(4, 60), st.integers(2, 8), st.integers(3, 8), st.data())
def test_each_group_sits_at_as_few_tables_as_possible(
    entries: int, groups: int, high: int, data: st.DataObject
) -> None:
    groups = min(groups, entries // 2)
    plan = GroupsPlan(3, 2, groups=groups)
    dealt = first_round(plan, entries, high).groups or ()
    gone = data.draw(st.sets(st.sampled_from(codes(entries)), max_size=entries - 2))
    playing = [RoundEntry(code, data.draw(st.integers(0, 2))) for code in codes(entries) if code not in gone]
    found = drawn(plan, NextRound(2, playing, 2, high, dealt))
    numbers = numbers_by_entry(dealt)
    assert sorted((*(code for table in found.tables for code in table), *found.byes)) == sorted(
        entry.entry for entry in playing
    )
    for number, group in enumerate(dealt, 1):
        live = [code for code in group if code not in gone]
        tables = [table for table in found.tables if numbers[table[0]] == number]
        assert all(set(table) <= set(group) for table in tables)
        assert len(tables) == (-(-len(live) // high) if len(live) > 1 else 0)
        sizes = [len(table) for table in tables]
        assert not sizes or max(sizes) - min(sizes) <= 1
        assert [code for code in found.byes if code in group] == (live if len(live) == 1 else [])
    assert [numbers[table[0]] for table in found.tables] == sorted(
        numbers[table[0]] for table in found.tables
    )
    sizes_before = plan.next_tables(NextRound(2, playing, 2, high, dealt))
    assert sorted(sizes_before) == sorted([*map(len, found.tables), *(1 for _ in found.byes)])


def test_the_smallest_table_of_the_tournament_does_not_bind_groups() -> None:
    entries = [RoundEntry(code) for code in codes(10)]
    found = drawn(GroupsPlan(2, 1, groups=2), NextRound(1, entries, 3, 4))
    assert sorted(map(len, found.tables)) == [2, 2, 3, 3]


def test_the_smallest_table_of_the_type_binds_groups() -> None:
    """Two groups of five: fine at tables of up to eight; up to four would make tables of three and two."""
    entries = [RoundEntry(code) for code in codes(10)]
    plan = GroupsPlan(2, 1, groups=2)
    assert plan.next_tables(NextRound(1, entries, 3, 8, least=3)) == (5, 5)
    for act in (plan.next_tables, lambda coming: drawn(plan, coming)):
        with pytest.raises(Refused, match="no_tables"):
            act(NextRound(1, entries, 3, 4, least=3))


def test_a_round_in_a_group_is_drawn_by_points_and_without_rematches() -> None:
    met = {"A": ("B",), "B": ("A",), "C": ("D",), "D": ("C",)}
    group = [RoundEntry(code, 1 if code in "AC" else 0, met[code], club="one") for code in "ABCD"]
    others = [RoundEntry(code) for code in "EF"]
    plan = GroupsPlan(3, 1, groups=2, apart=True)
    found = drawn(plan, NextRound(2, [*group, *others], 2, 3, ["ABCD", "EF"]))
    assert {*map(frozenset, found.tables)} == {frozenset("AC"), frozenset("BD"), frozenset("EF")}


# --- orders ---------------------------------------------------------------------------------------------


def game(round_: int, number: int, *placement: str) -> StageGame:
    return StageGame(round_, number, tuple(map(tuple, placement)), {})


FOUR = (
    game(1, 1, "A", "D"), game(1, 2, "B", "C"), game(1, 3, "E", "H"), game(1, 4, "F", "G"),
    game(2, 1, "A", "C"), game(2, 2, "D", "B"), game(2, 3, "E", "G"), game(2, 4, "F", "H"),
    game(3, 1, "A", "B"), game(3, 2, "C", "D"), game(3, 3, "E", "F"), game(3, 4, "G", "H"),
)  # fmt: skip
"""A wins its group, in which B, C and D are equal; in the other one E, F, G and H stand in this order."""
WINS = {"A": 3, "B": 1, "C": 1, "D": 1, "E": 3, "F": 2, "G": 1, "H": 0}


def results(disqualified: str = "", groups: Groups = ("ABCD", "EFGH")) -> StageResults:
    return StageResults(WINS, FOUR, {}, {}, frozenset(disqualified), 3, groups)


def listed(rows: Sequence[StageRow]) -> list[tuple[int | None, int, str, str | None]]:
    return [(row.group, row.place, "".join(row.entries), row.why.code if row.why else None) for row in rows]


def test_places_count_within_a_group() -> None:
    assert listed(GroupsPlan(3, 2).order(results())) == [
        (1, 1, "A", "points"), (1, 2, "BCD", None),
        (2, 1, "E", "points"), (2, 2, "F", "points"), (2, 3, "G", "points"), (2, 4, "H", None),
    ]  # fmt: skip


def test_the_disqualified_have_no_place_in_their_group() -> None:
    assert listed(GroupsPlan(3, 2).order(results(disqualified="ABCDF"))) == [
        (2, 1, "E", "points"), (2, 2, "G", "points"), (2, 3, "H", None),
    ]  # fmt: skip


def test_equal_places_of_different_groups_share_one_in_the_classification() -> None:
    rows = GroupsPlan(3, 0).order_behind(results(), ())
    assert listed(rows) == [
        (None, 1, "AE", "group"), (None, 3, "BCDF", "group"), (None, 7, "G", "group"), (None, 8, "H", None),
    ]  # fmt: skip
    assert [dict(row.why.facts) for row in rows if row.why] == [
        {"own": 1, "next": 2}, {"own": 2, "next": 3}, {"own": 3, "next": 4}
    ]  # fmt: skip


def test_who_has_a_place_in_the_bracket_is_left_out_and_the_others_keep_their_place_in_the_group() -> None:
    rows = GroupsPlan(3, 2).order_behind(results(), {"A", "E", "B", "F"})
    assert listed(rows) == [(None, 1, "CD", "group"), (None, 3, "G", "group"), (None, 4, "H", None)]
    assert rows[0].why is not None
    assert rows[0].why.facts == {"own": 2, "next": 3}


# --- who goes on ----------------------------------------------------------------------------------------


def fits(number: int) -> int:
    return most_with_bracket(number, 2, 2)


def test_the_best_of_each_group_go_on_by_place_then_group() -> None:
    plan = GroupsPlan(3, 1, groups=2)
    rows = plan.order(results())
    preview = plan.preview(rows, set("ABCDEFGH"), fits)
    assert (preview.places, preview.certain, preview.borders) == (2, ("A", "E"), ())
    assert advancing(rows, preview).entries == ("A", "E")


def test_each_border_has_its_own_cut_of_cards() -> None:
    plan = GroupsPlan(3, 2, groups=2)
    rows = plan.order(results())
    preview = plan.preview(rows, set("ABCDEFGH"), fits)
    assert preview.borders == (Border(("B", "C", "D"), 1, 1),)
    assert advancing(rows, preview, {"C"}).entries == ("A", "E", "C", "F")
    for won in ((), ("B", "C"), ("C", "G"), ("G",)):
        with pytest.raises(Refused, match="cut_needed"):
            advancing(rows, preview, won)


def test_two_borders_are_settled_together_and_refused_apart() -> None:
    both = {**WINS, "E": 3, "F": 1, "G": 1, "H": 1}
    games = (*FOUR[:7], game(2, 4, "H", "F"), *FOUR[8:10], FOUR[10], FOUR[11])
    plan = GroupsPlan(3, 2, groups=2)
    rows = plan.order(replace(results(), points=both, games=games))
    preview = plan.preview(rows, set("ABCDEFGH"), fits)
    assert [border.group for border in preview.borders] == [1, 2]
    going = advancing(rows, preview, {"H", "D"})
    assert (going.entries, going.tied, going.won) == (("A", "E", "D", "H"), tuple("BCDFGH"), ("D", "H"))
    with pytest.raises(Refused) as refused:
        advancing(rows, preview, {"D"})
    assert [wrong.facts for wrong in refused.value.violations] == [
        {"entries": ["F", "G", "H"], "free": 1, "group": 2}
    ]


def test_a_group_with_fewer_left_sends_all_of_them() -> None:
    plan = GroupsPlan(3, 2, groups=2)
    rows = plan.order(results())
    preview = plan.preview(rows, set("AEFGH"), fits)
    assert (preview.places, preview.certain, preview.borders) == (3, ("A", "E", "F"), ())


def test_a_whole_place_is_left_off_if_so_many_have_no_bracket() -> None:
    plan = GroupsPlan(3, 2, groups=2)
    rows = plan.order(results())
    no_three = plan.preview(rows, set("AEFGH"), lambda number: number if number != 3 else 2)
    assert (no_three.places, no_three.certain, no_three.borders) == (2, ("A", "E"), ())
    none = plan.preview(rows, set("ABCDEFGH"), lambda number: 0)
    assert (none.places, none.certain, none.borders) == (0, (), ())
    assert advancing(rows, none).entries == ()


@given(st.integers(4, 40), st.integers(2, 8), st.integers(1, 4), st.integers(0, 10**6))
def test_no_more_go_on_than_planned_and_the_order_of_each_group_is_kept(
    entries: int, groups: int, advance: int, seed: int
) -> None:
    chance = Random(seed)
    plan = GroupsPlan(3, advance, groups=min(groups, entries // 2))
    dealt = first_round(plan, entries, 2).groups or ()
    points = {code: chance.randrange(3) for code in codes(entries)}
    live = {code for code in points if chance.random() < 0.9}
    rows = plan.order(StageResults(points, (), {}, {}, frozenset(), 3, dealt))
    preview = plan.preview(rows, live, lambda number: number)
    won = [code for border in preview.borders for code in chance.sample(border.tied, border.free)]
    going = advancing(rows, preview, won).entries
    assert len(going) == len(set(going)) == preview.places <= plan.going_on
    for group in dealt:
        through = [code for code in going if code in group]
        out = [code for code in group if code in live and code not in through]
        assert len(through) == min(advance, len(through) + len(out))
        fewest = min((points[code] for code in through), default=9)
        assert all(points[code] <= fewest for code in out)
