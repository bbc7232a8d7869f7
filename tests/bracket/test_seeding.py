"""The order of the entries, and mates kept apart."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Impossible
from tournaments.bracket.lots import CounterLots, PythonLots
from tournaments.bracket.seeding import Method, Seedable, keep_apart, order_entries
from tournaments.bracket.shapes import Shape, default_shape, shapes
from tournaments.bracket.tree import plan, snake

METHODS: list[Method] = ["random", "season", "rating", "manual"]
SEEDS = st.integers(0, 2**64)


@st.composite
def entered(draw: st.DrawFn) -> list[Seedable]:
    ids = draw(st.lists(st.integers(0, 10**6).map(str), min_size=2, max_size=40, unique=True))
    seeds, points = st.none() | st.integers(1, 9), st.fractions(0, 60, max_denominator=6)
    return [
        Seedable(entry, draw(st.sampled_from([None, "a", "b"])), draw(seeds), draw(points)) for entry in ids
    ]


@given(entered(), st.sampled_from(METHODS), SEEDS, st.randoms(use_true_random=False))
def test_the_same_seed_gives_the_same_order_however_entries_are_read(
    entries: list[Seedable], method: Method, seed: int, chance: Random
) -> None:
    again = chance.sample(entries, len(entries))
    order = order_entries(entries, method, CounterLots(str(seed)))
    assert order == order_entries(again, method, CounterLots(str(seed)))
    assert sorted(order) == sorted(entry.entry for entry in entries)


@given(entered(), SEEDS)
def test_seeding_by_points_puts_the_most_points_first(entries: list[Seedable], seed: int) -> None:
    points = {entry.entry: entry.points for entry in entries}
    by_points: list[Method] = ["season", "rating"]
    for method in by_points:
        ordered = [points[entry] for entry in order_entries(entries, method, CounterLots(str(seed)))]
        assert ordered == sorted(points.values(), reverse=True)


@given(entered(), SEEDS)
def test_seeding_by_hand_puts_the_unseeded_last(entries: list[Seedable], seed: int) -> None:
    seeds = {entry.entry: entry.seed for entry in entries}
    ordered = [seeds[entry] for entry in order_entries(entries, "manual", CounterLots(str(seed)))]
    given_seeds = [seed for seed in ordered if seed is not None]
    assert given_seeds == sorted(given_seeds)
    assert ordered == given_seeds + [None] * (len(ordered) - len(given_seeds))


def test_equals_are_drawn_and_stand_by_id_without_a_seed() -> None:
    entries = [Seedable(str(number), points=Fraction(1)) for number in range(10, 40)]
    assert order_entries(entries, "season", PythonLots(None)) == tuple(entry.entry for entry in entries)
    assert len({order_entries(entries, "season", CounterLots(str(seed))) for seed in range(5)}) == 5


def test_another_seed_gives_another_order() -> None:
    entries = [Seedable(str(number)) for number in range(30)]
    assert len({order_entries(entries, "random", CounterLots(str(seed))) for seed in range(20)}) == 20


def test_a_random_order_of_format_1_stays_what_it_was() -> None:
    entries = [Seedable(letter) for letter in "hgfedcba"]
    assert "".join(order_entries(entries, "random", PythonLots(7))) == "ghceadbf"


def test_a_random_order_needs_a_seed() -> None:
    with pytest.raises(Impossible):
        order_entries([Seedable("a"), Seedable("b")], "random", PythonLots(None))


def test_nobody_is_drawn_twice() -> None:
    with pytest.raises(Impossible):
        order_entries([Seedable("a"), Seedable("a")], "random", CounterLots("1"))


@st.composite
def mates(draw: st.DrawFn) -> tuple[list[str], Shape, dict[str, str | None]]:
    """Entries of a few clubs, in a shape of larger tables or in a bracket of two."""
    entries = draw(st.integers(2, 60))
    shape = draw(st.sampled_from(shapes(entries, 2, draw(st.sampled_from([2, 3, 4, 6])))))
    clubs = st.sampled_from([None, "a", "b", "c", "d", "e"])
    order = [f"e{rank}" for rank in range(entries)]
    return order, shape, {entry: draw(clubs) for entry in order}


def at_tables(order: tuple[str, ...], shape: Shape, groups: dict[str, str | None]) -> list[Counter[str]]:
    tables = snake(len(order), len(shape.rounds[0]))
    return [Counter(group for rank in ranks if (group := groups[order[rank]])) for ranks in tables]


@given(mates())
def test_keeping_apart_only_exchanges_and_repeats(
    case: tuple[list[str], Shape, dict[str, str | None]],
) -> None:
    order, shape, groups = case
    kept = keep_apart(order, shape, groups)
    assert sorted(kept) == sorted(order)
    assert kept == keep_apart(order, shape, groups)
    assert keep_apart(kept, shape, groups) == kept


@given(mates())
def test_entries_with_a_bye_stay_where_they_are(case: tuple[list[str], Shape, dict[str, str | None]]) -> None:
    order, shape, groups = case
    byes = shape.byes
    assert list(keep_apart(order, shape, groups)[:byes]) == order[:byes]


@given(mates())
def test_no_two_mates_meet_where_their_group_could_have_tables_of_its_own(
    case: tuple[list[str], Shape, dict[str, str | None]],
) -> None:
    order, shape, groups = case
    if shape.byes:
        return
    sizes = Counter(group for group in groups.values() if group)
    for table in at_tables(keep_apart(order, shape, groups), shape, groups):
        assert all(count <= -(-sizes[group] // len(shape.rounds[0])) for group, count in table.items())


@given(mates())
def test_keeping_apart_never_makes_it_worse(case: tuple[list[str], Shape, dict[str, str | None]]) -> None:
    def pairs(of: tuple[str, ...]) -> int:
        return sum(n * (n - 1) for table in at_tables(of, shape, groups) for n in table.values())

    order, shape, groups = case
    assert pairs(keep_apart(order, shape, groups)) <= pairs(tuple(order))


def test_a_mate_changes_places_with_the_nearest() -> None:
    order = list("12345678")
    shape = default_shape(8, 2, 2)
    assert keep_apart(order, shape, {"1": "rio", "8": "rio"}) == tuple("12345687")
    assert keep_apart(order, shape, {"4": "rio", "5": "rio"}) == tuple("12346578")
    assert keep_apart(order, shape, {}) == tuple(order)


def test_a_leader_changes_places_only_where_nobody_else_helps() -> None:
    order, shape = list("123456789"), Shape(((3,) * 3, (3,)))
    groups = {"3": "rio", "4": "rio", "5": "sp", "6": "sp", "9": "sp"}
    assert keep_apart(order, shape, groups) == tuple("123756489")


def test_a_group_with_more_members_than_tables_is_spread_evenly() -> None:
    order = [f"e{rank}" for rank in range(16)]
    shape = Shape(((4,) * 4, (4,)))
    groups: dict[str, str | None] = {entry: "a" if rank < 6 else None for rank, entry in enumerate(order)}
    tables = at_tables(keep_apart(order, shape, groups), shape, groups)
    assert sorted(table["a"] for table in tables) == [1, 1, 2, 2]


def test_one_great_club_does_not_hang_the_draw() -> None:
    order = [f"e{rank}" for rank in range(3000)]
    shape = default_shape(3000, 2, 2)
    groups: dict[str, str | None] = {entry: "a" if rank > 951 else None for rank, entry in enumerate(order)}
    assert keep_apart(order, shape, groups)[:952] == tuple(order[:952])
    assert plan(keep_apart(order, shape, groups), shape).shape.byes == 1096
