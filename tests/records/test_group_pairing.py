"""Groups as they are dealt, and their rounds, as the checker makes them again."""

from itertools import combinations

import pytest

from checker.stages import groups
from checker.stages.hall import StageEntry


@pytest.mark.parametrize("size", range(2, 14))
def test_in_a_circle_everyone_meets_everyone_once(size: int) -> None:
    group = [f"e{number:02}" for number in range(size)]
    rounds = [groups.circle(group, turn) for turn in range(1, groups.circle_rounds(group) + 1)]
    for pairs in rounds:
        assert sorted(code for pair in pairs for code in pair if code) == group
    met = [tuple(sorted(filter(None, pair))) for pairs in rounds for pair in pairs if None not in pair]
    assert sorted(met) == sorted(combinations(group, 2))
    assert groups.circle(group, len(rounds) + 1) == []


def test_a_circle_of_five_by_hand() -> None:
    assert groups.circle("ABCDE", 1) == [("A", None), ("B", "E"), ("C", "D")]
    assert groups.circle("ABCDE", 2) == [("A", "E"), (None, "D"), ("B", "C")]
    assert groups.circle("ABCDE", 3) == [("A", "D"), ("E", "C"), (None, "B")]
    assert groups.circle("ABCDE", 4) == [("A", "C"), ("D", "B"), ("E", None)]
    assert groups.circle("ABCDE", 5) == [("A", "B"), ("C", None), ("D", "E")]


def test_groups_are_dealt_there_and_back() -> None:
    assert groups.deal_groups("ABCDEFGHIJ", 3) == [["A", "F", "G"], ["B", "E", "H"], ["C", "D", "I", "J"]]


def test_mates_are_dealt_into_different_groups() -> None:
    clubs = {"A": "rio", "D": "rio", "B": "macae", "C": "macae"}
    assert groups.deal_groups("ABCD", 2) == [["A", "D"], ["B", "C"]]
    assert groups.deal_groups("ABCD", 2, clubs) == [["A", "C"], ["B", "D"]]


def entries(*codes: str) -> list[StageEntry]:
    return [StageEntry(code, 0, {}, 0, 0) for code in codes]


@pytest.mark.parametrize(
    ("here", "sizes"), [(5, [3, 2]), (6, [3, 3]), (4, [4]), (2, [2]), (9, [3, 3, 3]), (1, [1])]
)
def test_large_tables_of_a_group_are_few_and_may_be_of_two(here: int, sizes: list[int]) -> None:
    group = [f"e{number}" for number in range(here)]
    tables = groups.pair_round("0" * 64, entries(*group), [group], 1, 4)
    assert sorted(map(len, tables), reverse=True) == sizes


def test_byes_come_after_all_tables_in_the_order_of_groups() -> None:
    members = [["e1", "e2", "e3"], ["e4", "e5"], ["e6", "e7", "e8"]]
    here = entries("e1", "e2", "e3", "e4", "e6", "e7", "e8")
    tables = groups.pair_round("0" * 64, here, members, 1, 2)
    assert [sorted(table) for table in tables] == [["e2", "e3"], ["e7", "e8"], ["e1"], ["e4"], ["e6"]]
