"""Which numbers of entries have no bracket at some table sizes."""

import pytest

from core.errors import Refused
from tournaments.bracket.gaps import missing_sizes, shape_warnings
from tournaments.bracket.shapes import shapes


def test_nine_to_fifteen_kingdoms_have_none() -> None:
    assert list(missing_sizes(4, 8, 64)) == [(9, 15)]
    assert list(missing_sizes(4, 8, 64, short_final=True)) == []


@pytest.mark.parametrize(("low", "high"), [(2, 2), (2, 4), (3, 3), (3, 8), (4, 4), (4, 8), (5, 8)])
@pytest.mark.parametrize("short", [False, True])
def test_a_gap_is_where_the_draw_refuses(low: int, high: int, short: bool) -> None:
    missing = {
        number for a, b in missing_sizes(low, high, 40, short_final=short) for number in range(a, b + 1)
    }
    for entries in range(2 if short else low, 41):
        try:
            shapes(entries, low, high, short_final=short)
        except Refused:
            assert entries in missing
        else:
            assert entries not in missing


def test_a_capacity_without_bracket_names_the_nearest_numbers() -> None:
    found = {violation.code: violation for violation in shape_warnings(4, 8, 12, short_final=False)}
    assert found["no_shape"].facts["nearest"] == [8, 16]
    assert found["numbers_without_bracket"].facts["numbers"] == "9–12"
    assert not list(shape_warnings(2, 4, None, short_final=False))
