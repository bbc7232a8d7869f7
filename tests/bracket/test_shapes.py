"""Shapes of brackets: domain.md §3, against an enumeration of everything that is possible."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from tournaments.bracket.shapes import Shape, check_shape, default_shape, shapes, spread

LARGER_TABLES = st.sampled_from([(2, 3), (2, 4), (3, 4), (3, 5), (4, 8), (2, 8), (3, 3)])


@cache
def every_shape(entries: int, low: int, high: int, least_final: int) -> tuple[Shape, ...]:
    """All shapes there are, found without any cleverness."""
    return tuple(Shape(rounds) for rounds in _every_way(entries, low, high, least_final))


def _every_way(entries: int, low: int, high: int, least_final: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    if least_final <= entries <= high:
        yield ((entries,),)
    for tables in range(2, entries):
        sizes = spread(entries, tables)
        if min(sizes) >= low and max(sizes) <= high:
            for rest in _every_way(tables, low, high, least_final):
                yield (sizes, *rest)


def uneven(shape: Shape) -> int:
    """Rounds whose tables, byes aside, are not all of one size."""
    return sum(len(set(sizes) - {1}) > 1 for sizes in shape.rounds)


def merit(shape: Shape) -> tuple[object, ...]:
    """The default rule of domain.md §3 as a sort key."""
    counts = [len(sizes) for sizes in shape.rounds]
    return (len(counts), -shape.rounds[-1][0], uneven(shape), shape.matches, counts)


@given(st.integers(2, 40), LARGER_TABLES, st.booleans())
def test_the_default_is_the_best_of_all_shapes(entries: int, sizes: tuple[int, int], short: bool) -> None:
    low, high = sizes
    possible = every_shape(entries, low, high, 2 if short else low)
    if possible:
        assert default_shape(entries, low, high, short_final=short) == min(possible, key=merit)
    else:
        with pytest.raises(Refused):
            default_shape(entries, low, high, short_final=short)


@given(st.integers(2, 40), LARGER_TABLES)
def test_the_alternatives_are_distinct_sound_and_possible(entries: int, sizes: tuple[int, int]) -> None:
    possible = every_shape(entries, *sizes, sizes[0])
    found = shapes(entries, *sizes) if possible else ()
    assert len(set(found)) == len(found) <= 6
    assert set(found) <= set(possible)
    assert all(check_shape(shape, entries, *sizes) == () for shape in found)
    assert found[:1] == tuple(sorted(possible, key=merit)[:1])


@given(st.integers(2, 30), LARGER_TABLES, st.booleans())
def test_where_nothing_fits_the_nearest_numbers_do(entries: int, sizes: tuple[int, int], short: bool) -> None:
    low, high = sizes
    least = 2 if short else low
    if every_shape(entries, low, high, least):
        return
    with pytest.raises(Refused) as refusal:
        shapes(entries, low, high, short_final=short)
    (violation,) = refusal.value.violations
    assert violation.code == "no_shape"
    below = [number for number in range(2, entries) if every_shape(number, low, high, least)]
    above = next(number for number in range(entries, 100) if every_shape(number, low, high, least))
    assert violation.facts["nearest"] == [*below[-1:], above]
    assert (violation.facts["entries"], violation.facts["low"], violation.facts["high"]) == (
        entries,
        low,
        high,
    )


@given(st.integers(2, 5000))
def test_tables_of_two_make_the_power_of_two_bracket(entries: int) -> None:
    (shape,) = shapes(entries, 2, 2)
    assert sum(map(len, shape.rounds)) - shape.byes == shape.matches == entries - 1
    assert shape.entries == entries
    assert entries + shape.byes == 2 ** len(shape.rounds) == 2 * len(shape.rounds[0])
    assert shape.byes < len(shape.rounds[0])
    assert check_shape(shape, entries, 2, 2) == ()


@given(st.integers(2, 5000), st.sampled_from([(2, 4), (3, 4), (4, 8), (2, 3)]))
def test_larger_tables_have_no_byes_and_differ_by_at_most_one(entries: int, sizes: tuple[int, int]) -> None:
    low, high = sizes
    try:
        found = shapes(entries, low, high)
    except Refused:
        return
    for shape in found:
        assert shape.byes == 0
        assert len(shape.rounds[-1]) == 1
        assert all(max(tables) - min(tables) <= 1 for tables in shape.rounds)
        assert all(low <= size <= high for tables in shape.rounds for size in tables)
        assert (
            shape.entries == entries == shape.matches + sum(size - 2 for t in shape.rounds for size in t) + 1
        )


def test_thirty_two_at_tables_of_up_to_four() -> None:
    assert default_shape(32, 2, 4).rounds == ((4,) * 8, (2,) * 4, (4,))


@pytest.mark.parametrize(
    ("entries", "high", "counts", "more_matches"),
    [(626, 5, [150, 30, 10, 5, 1], [135, 45, 15, 5, 1]), (518, 8, [74, 16, 8, 1], [72, 24, 8, 1])],
)
def test_fewer_matches_count_before_larger_tables_earlier(
    entries: int, high: int, counts: list[int], more_matches: list[int]
) -> None:
    assert [len(sizes) for sizes in default_shape(entries, 2, high).rounds] == counts
    other = Shape(tuple(spread(*pair) for pair in pairwise([entries, *more_matches])))
    assert check_shape(other, entries, 2, high) == ()
    assert uneven(other) == uneven(default_shape(entries, 2, high))
    assert other.matches > sum(counts)


@pytest.mark.parametrize("entries", range(9, 16))
def test_jogo_dos_reinos_has_no_shape_from_9_to_15(entries: int) -> None:
    with pytest.raises(Refused) as refusal:
        default_shape(entries, 4, 8)
    assert refusal.value.violations[0].facts["nearest"] == [8, 16]
    assert min(default_shape(entries, 4, 8, short_final=True).rounds[0]) >= 4


def test_tables_of_three_or_four_with_five_entries() -> None:
    with pytest.raises(Refused) as refusal:
        default_shape(5, 3, 4)
    assert refusal.value.violations[0].facts["nearest"] == [4, 9]


@pytest.mark.fault("F53")
@pytest.mark.parametrize("entries", [0, 1])
@pytest.mark.parametrize("sizes", [(2, 2), (2, 4), (3, 4), (4, 8)])
def test_below_two_entries_nothing_is_drawn(entries: int, sizes: tuple[int, int]) -> None:
    with pytest.raises(Refused) as refusal:
        default_shape(entries, *sizes)
    assert refusal.value.violations[0].code == "too_few_entries"


@pytest.mark.fault("F53")
@pytest.mark.parametrize(
    ("entries", "low", "high", "counts"),
    [
        (2, 2, 2, [1]),
        (2, 2, 4, [1]),
        (3, 2, 2, [2, 1]),
        (3, 2, 4, [1]),
        (3, 3, 4, [1]),
        (5, 2, 2, [4, 2, 1]),
        (5, 2, 4, [2, 1]),
        (4000, 2, 2, [2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1]),
        (4001, 2, 2, [2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1]),
        (4000, 2, 4, [1000, 250, 64, 16, 4, 1]),
        (4001, 3, 4, [1024, 256, 64, 16, 4, 1]),
    ],
)
def test_odd_numbers_have_a_defined_shape(entries: int, low: int, high: int, counts: list[int]) -> None:
    shape = default_shape(entries, low, high)
    assert [len(sizes) for sizes in shape.rounds] == counts
    assert check_shape(shape, entries, low, high) == ()


@pytest.mark.parametrize(("low", "high"), [(1, 2), (4, 3), (0, 0)])
def test_impossible_table_sizes_are_refused(low: int, high: int) -> None:
    with pytest.raises(Refused) as refusal:
        shapes(8, low, high)
    assert refusal.value.violations[0].code == "bad_table_sizes"


def test_what_a_shape_tells() -> None:
    shape = Shape(((4, 3, 3), (3,)))
    assert (shape.entries, shape.matches, shape.widest) == (10, 4, 3)
    byes = default_shape(5, 2, 2)
    assert (byes.byes, byes.matches, byes.widest) == (3, 4, 2)


@pytest.mark.parametrize(
    ("rounds", "codes"),
    [
        ((), {"shape_empty"}),
        (((4, 4), ()), {"shape_empty"}),
        (((4, 4), (2,)), {"shape_entries"}),
        (((4, 4, 2), (3,)), {"round_uneven"}),
        (((5, 5), (2,)), {"table_too_large"}),
        (((2, 2, 2, 2, 1, 1), (3, 3), (2,)), {"table_too_small"}),
        (((4, 3, 3), (2,)), {"shape_feeds"}),
        (((4, 3, 3), (2, 1)), {"shape_final", "table_too_small"}),
        (((4, 3, 3), (4,)), {"shape_feeds"}),
        (((9,),), {"shape_entries", "table_too_large"}),
    ],
)
def test_a_chosen_shape_is_refused_with_all_it_breaks(
    rounds: tuple[tuple[int, ...], ...], codes: set[str]
) -> None:
    assert {violation.code for violation in check_shape(Shape(rounds), 10, 2, 4)} == codes


@pytest.mark.parametrize(
    ("rounds", "sound"),
    [
        (((2, 1), (2,)), True),
        (((1, 2), (2,)), True),
        (((1, 1, 1), (2, 1), (2,)), False),
        (((3,),), False),
    ],
)
def test_byes_only_in_round_1_of_tables_of_two(rounds: tuple[tuple[int, ...], ...], sound: bool) -> None:
    assert (check_shape(Shape(rounds), 3, 2, 2) == ()) is sound


def test_a_final_below_the_least_size_is_an_option() -> None:
    shape = Shape(((5, 4), (2,)))
    assert {violation.code for violation in check_shape(shape, 9, 4, 8)} == {"table_too_small"}
    assert check_shape(shape, 9, 4, 8, short_final=True) == ()
