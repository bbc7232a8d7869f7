"""Who had a bye or sat at a short table lately is passed over for the next one, as far as that goes."""

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tests.bracket.test_seeding import at_tables
from tournaments.bracket.draw import draw
from tournaments.bracket.lots import CounterLots
from tournaments.bracket.passing_over import entries_at_short_tables, list_index_by_entry
from tournaments.bracket.passing_over import pass_over as passing
from tournaments.bracket.seeding import Seedable
from tournaments.bracket.shapes import Shape, default_shape, shapes

Groups = dict[str, str | None]
Case = tuple[list[str], Shape, list[list[str]]]
MANY = 2_000


@st.composite
def remembered(make: st.DrawFn) -> Case:
    """Entries in their drawn order, a shape, and who of them had one, in up to four tournaments."""
    entries = make(st.integers(2, 40))
    shape = make(st.sampled_from(shapes(entries, 2, make(st.sampled_from([2, 3, 4, 6])))))
    order = [f"e{rank}" for rank in range(entries)]
    when = {entry: make(st.sampled_from([None, None, 0, 1, 2, 3])) for entry in order}
    lists = [[entry for entry in order if when[entry] == number] for number in range(4)]
    return order, shape, [codes for codes in lists if codes]


def pass_over(order: list[str], shape: Shape, lately: list[list[str]], groups: Groups) -> tuple[str, ...]:
    return passing(order, shape, list_index_by_entry(lately), groups)


def turn(lately: list[list[str]], entry: str) -> int:
    """The greater, the longer ago."""
    return next((number for number, codes in enumerate(lately) if entry in codes), len(lately))


def mates(order: tuple[str, ...], shape: Shape, groups: Groups) -> int:
    return sum(n * (n - 1) for table in at_tables(order, shape, groups) for n in table.values())


@given(remembered())
def test_nobody_has_one_while_somebody_who_had_none_or_longer_ago_does_without(case: Case) -> None:
    order, shape, lately = case
    passed = pass_over(order, shape, lately, {})
    short = entries_at_short_tables(passed, shape)
    assert sorted(passed) == sorted(order)
    have = [turn(lately, entry) for entry in order if entry in short]
    have_not = [turn(lately, entry) for entry in order if entry not in short]
    assert min(have, default=9) >= max(have_not, default=0)


@given(remembered())
def test_only_who_gives_one_up_and_who_takes_it_change_places(case: Case) -> None:
    order, shape, lately = case
    passed = pass_over(order, shape, lately, {})
    before, after = entries_at_short_tables(order, shape), entries_at_short_tables(passed, shape)
    moved = {entry for entry, other in zip(order, passed, strict=True) if entry != other}
    assert moved == before ^ after
    for gone, come in zip(order, passed, strict=True):
        if gone in before - after:
            assert turn(lately, gone) < turn(lately, come)


@given(remembered())
def test_where_nobody_had_one_or_everybody_at_once_the_lots_decide(case: Case) -> None:
    order, shape, _ = case
    assert pass_over(order, shape, [], {}) == tuple(order)
    assert pass_over(order, shape, [order], {}) == tuple(order)


@given(remembered(), st.randoms(use_true_random=False))
def test_no_more_mates_meet_than_before(case: Case, chance: Random) -> None:
    order, shape, lately = case
    groups: Groups = {entry: chance.choice([None, "a", "b", "c"]) for entry in order}
    passed = pass_over(order, shape, lately, groups)
    assert mates(passed, shape, groups) <= mates(tuple(order), shape, groups)
    short = entries_at_short_tables(passed, shape)
    assert short <= entries_at_short_tables(order, shape) | {e for e in order if turn(lately, e) > 0}


def test_byes_go_to_who_had_none_and_then_to_who_had_theirs_longest_ago() -> None:
    order, shape = list("abcdefghijk"), default_shape(11, 2, 2)
    assert entries_at_short_tables(order, shape) == set("abcde")
    assert pass_over(order, shape, [["b"]], {}) == tuple("afcdebghijk")
    assert pass_over(order, shape, [["b", "d"], ["c"]], {}) == tuple("afhgebdcijk")
    passed = pass_over(order, shape, [list("abc"), list("defghi")], {})
    assert entries_at_short_tables(passed, shape) == set("dejkf")


def test_even_tables_have_nothing_to_pass_over() -> None:
    order, shape = list("abcdefgh"), default_shape(8, 2, 4)
    assert not shape.is_uneven
    assert pass_over(order, shape, [["a", "e"]], {}) == tuple(order)


def test_with_clubs_apart_somebody_else_takes_it_or_nobody() -> None:
    order, shape = list("abcdefg"), Shape(((4, 3), (2,)))
    tables = [set(table) for table in at_tables(tuple(order), shape, {entry: entry for entry in order})]
    assert tables == [set("ade"), set("bcfg")]
    assert pass_over(order, shape, [["a"]], {}) == tuple("bacdefg")
    assert pass_over(order, shape, [["a"]], {"b": "rio", "d": "rio"}) == tuple("cbadefg")
    groups: Groups = {"b": "rio", "d": "rio", "c": "sp", "e": "sp"}
    assert pass_over(order, shape, [list("afg")], groups) == tuple(order)


def test_among_those_who_had_none_every_one_is_as_likely() -> None:
    shape, entries = (
        Shape(((4, 3), (2,))),
        [Seedable(f"e{number}", lately=0 if number == 3 else None) for number in range(7)],
    )
    found: Counter[str] = Counter()
    for seed in range(MANY):
        lots = CounterLots(str(seed))
        drawn = draw(entries, shape, method="random", lots=lots)
        found.update(entries_at_short_tables(drawn.plan.order, shape))
    assert "e3" not in found
    assert all(0.9 < count / (MANY / 2) < 1.1 for count in found.values())
    assert len(found) == 6


def test_a_great_hall_does_not_hang_the_draw() -> None:
    order = [f"e{rank}" for rank in range(3000)]
    shape, had = default_shape(3000, 2, 2), [order[:1096], order[2000:]]
    passed = pass_over(order, shape, had, {})
    assert entries_at_short_tables(passed, shape) == {*order[1096:2000], *order[2000:2192]}
