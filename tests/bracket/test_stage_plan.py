"""Who goes on from a stage to the bracket."""

import pytest

from core.errors import Refused
from tournaments.bracket.gaps import most_with_bracket
from tournaments.stages.advancing import Border, advancing, border_of, preview_of
from tournaments.stages.stage_order import StageRow

ROWS = (
    StageRow(1, ("a",), None),
    StageRow(2, ("b", "c", "d"), None),
    StageRow(5, ("e",), None),
)
ALL = {"a", "b", "c", "d", "e"}


def test_the_order_decides_between_places() -> None:
    assert advancing(ROWS, preview_of(ROWS, ALL, 1)).entries == ("a",)
    assert advancing(ROWS, preview_of(ROWS, ALL, 4)).entries == ("a", "b", "c", "d")
    assert advancing(ROWS, preview_of(ROWS, ALL, 5)).entries == ("a", "b", "c", "d", "e")


def test_equals_across_the_border_cut_cards() -> None:
    assert border_of(ROWS, ALL, 3) == Border(("b", "c", "d"), 2)
    going = advancing(ROWS, preview_of(ROWS, ALL, 3), {"d", "b"})
    assert (going.entries, going.tied, going.won) == (("a", "b", "d"), ("b", "c", "d"), ("b", "d"))


@pytest.mark.parametrize("won", [(), ("b",), ("b", "e"), ("b", "c", "d"), ("b", "b")])
def test_the_product_never_picks_among_equals(won: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        advancing(ROWS, preview_of(ROWS, ALL, 3), won)
    (violation,) = refused.value.violations
    assert violation.code == "cut_needed"
    assert violation.facts == {"entries": ["b", "c", "d"], "free": 2}


def test_no_cut_is_noted_if_the_order_decides() -> None:
    with pytest.raises(Refused, match="cut_not_needed"):
        advancing(ROWS, preview_of(ROWS, ALL, 4), {"b"})


def test_who_left_is_skipped() -> None:
    left = ALL - {"a", "c"}
    assert border_of(ROWS, left, 2) is None
    assert advancing(ROWS, preview_of(ROWS, left, 2)).entries == ("b", "d")
    assert advancing(ROWS, preview_of(ROWS, left, 9)).entries == ("b", "d", "e")


@pytest.mark.parametrize(
    ("entries", "sizes", "most"),
    [(8, (2, 4), 8), (8, (3, 4), 4), (5, (2, 2), 5), (3, (4, 4), 0), (1, (2, 4), 0)],
)
def test_the_most_entries_that_have_a_bracket(entries: int, sizes: tuple[int, int], most: int) -> None:
    assert most_with_bracket(entries, *sizes) == most
