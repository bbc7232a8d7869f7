"""Pairing a Swiss round: against an enumeration of all tables, and over whole events."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Impossible, Refused
from tournaments.bracket.lots import CounterLots
from tournaments.stages.rounds import RoundEntry
from tournaments.stages.swiss import annealing, search
from tournaments.stages.swiss.pairing import PairingCost, RoundPairing, pair_round, table_sizes
from tournaments.stages.swiss.table_costs import TableCosts

SIZES = [(2, 2), (2, 3), (2, 4), (3, 4), (4, 4), (3, 5)]
SEEDS = st.integers(0, 2**64).map(str)
Tables = tuple[tuple[str, ...], ...]


@pytest.fixture(autouse=True, scope="module")
def few_steps() -> Iterator[None]:
    """Short searches: what they find depends on the number of steps, what must hold does not."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(annealing, "STEPS", 8_000)
        yield


# --- A second way to compute everything, without any cleverness ----------------------------------------


def cost_of(tables: Tables, entries: Sequence[RoundEntry], apart: bool = False) -> PairingCost:
    """What tables cost, counted as design and docstrings say it."""
    of = {entry.entry: entry for entry in entries}
    pairs = [(of[one], of[other]) for table in tables for one, other in combinations(table, 2)]
    points = [[Fraction(of[code].points) for code in table] for table in tables]
    full = max(map(len, tables))
    short = [of[code] for table in tables if len(table) < full for code in table]
    return PairingCost(
        sum(one.opponents.count(other.entry) for one, other in pairs),
        sum((max(table) - min(table) for table in points), Fraction(0)),
        sum(entry.byes + entry.short_tables for entry in short),
        sum(apart and one.club is not None and one.club == other.club for one, other in pairs),
    )


def every_way(codes: tuple[str, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """All ways to seat people at tables of these sizes."""
    if not codes:
        yield ()
    for size in set(sizes):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(codes[1:], size - 1):
            others = tuple(code for code in codes[1:] if code not in mates)
            for tables in every_way(others, tuple(rest)):
                yield ((codes[0], *mates), *tables)


def least_cost(entries: Sequence[RoundEntry], sizes: tuple[int, ...], apart: bool) -> PairingCost:
    codes = tuple(entry.entry for entry in entries)
    return min(cost_of(tables, entries, apart) for tables in every_way(codes, sizes))


# --- Events ---------------------------------------------------------------------------------------------


def play(entries: Sequence[RoundEntry], pairing: RoundPairing, chance: Random) -> list[RoundEntry]:
    """The entries after the round; at each table someone wins, or no one."""
    full = max(map(len, pairing.tables))
    at = {code: table for table in pairing.tables for code in table}
    winners = {chance.choice([*table, ""]) for table in pairing.tables}
    return [
        replace(entry, points=entry.points + 1, byes=entry.byes + 1)
        if entry.entry in pairing.byes
        else replace(
            entry,
            points=entry.points + (entry.entry in winners),
            opponents=entry.opponents + tuple(code for code in at[entry.entry] if code != entry.entry),
            short_tables=entry.short_tables + (len(at[entry.entry]) < full),
        )
        for entry in entries
    ]


def beginners(number: int, clubs: int = 3) -> list[RoundEntry]:
    return [RoundEntry(f"E{index:03}", club=f"club {index % clubs}") for index in range(number)]


def drawn(entries: Sequence[RoundEntry], sizes: tuple[int, int], seed: str, apart: bool) -> RoundPairing:
    return pair_round(entries, low=sizes[0], high=sizes[1], lots=CounterLots(seed), apart=apart)


def event(
    number: int, sizes: tuple[int, int], rounds: int, seed: int, apart: bool = False
) -> Iterator[tuple[list[RoundEntry], RoundPairing]]:
    """Each round's entries before it, and its pairing; an entry may leave after a round."""
    chance = Random(seed)
    entries = beginners(number)
    for round_ in range(rounds):
        pairing = drawn(entries, sizes, f"{seed}.{round_}", apart)
        yield entries, pairing
        entries = play(entries, pairing, chance)


def fits(number: int, sizes: tuple[int, int]) -> bool:
    try:
        return bool(table_sizes(number, *sizes))
    except Refused:
        return False


@st.composite
def histories(draw: st.DrawFn, most: int = 9) -> tuple[list[RoundEntry], tuple[int, int]]:
    """Entries with any points and meetings, of any number that fits."""
    sizes = draw(st.sampled_from(SIZES))
    number = draw(st.integers(2, most).filter(lambda number: fits(number, sizes)))
    codes = [f"E{index}" for index in range(number)]
    met = draw(st.lists(st.tuples(st.sampled_from(codes), st.sampled_from(codes)), max_size=3 * number))
    opponents: dict[str, list[str]] = {code: ["gone"] for code in codes}
    for one, other in met:
        if one != other:
            opponents[one].append(other)
            opponents[other].append(one)
    points = st.one_of(st.integers(0, 3), st.fractions(0, 4, max_denominator=3))
    count, club = st.integers(0, 2), st.sampled_from([None, "a", "b"])
    return [
        RoundEntry(code, draw(points), tuple(opponents[code]), draw(count), draw(count), draw(club))
        for code in codes
    ], sizes


def seated(pairing: RoundPairing) -> list[str]:
    return sorted([code for table in pairing.tables for code in table] + list(pairing.byes))


# --- Properties -----------------------------------------------------------------------------------------


@given(histories(), SEEDS, st.booleans())
@settings(max_examples=150, deadline=None)
def test_nothing_costs_less_for_few_entries(
    case: tuple[list[RoundEntry], tuple[int, int]], seed: str, apart: bool
) -> None:
    entries, sizes = case
    pairing = drawn(entries, sizes, seed, apart)
    playing = [entry for entry in entries if entry.entry not in pairing.byes]
    lengths = tuple(map(len, pairing.tables))
    assert pairing.cost == cost_of(pairing.tables, playing, apart) == least_cost(playing, lengths, apart)
    assert seated(pairing) == sorted(entry.entry for entry in entries)


@given(histories(), SEEDS)
@settings(max_examples=8, deadline=None)
def test_the_search_for_many_entries_never_loses_what_it_had(
    case: tuple[list[RoundEntry], tuple[int, int]], seed: str
) -> None:
    entries, sizes = case
    ranked = sorted(entries, key=lambda entry: -entry.points)[: sum(table_sizes(len(entries), *sizes))]
    lengths = table_sizes(len(ranked), *sizes)
    costs = TableCosts(ranked, lengths, apart=True)
    first = search.cut(costs.cost_of, lengths)
    tables = annealing.Annealing(costs, first).run(0, CounterLots(seed))
    assert sorted(map(len, tables)) == sorted(lengths)
    found = PairingCost(*costs.parts(tables))
    assert least_cost(ranked, lengths, apart=True) <= found <= PairingCost(*costs.parts(first))


def test_the_search_for_many_entries_parts_those_who_met() -> None:
    blocks = [[f"E{4 * block + seat:02}" for seat in range(4)] for block in range(4)]
    met = {code: tuple(other for other in block if other != code) for block in blocks for code in block}
    costs = TableCosts(
        [RoundEntry(code, 0, others) for code, others in met.items()], (4, 4, 4, 4), apart=False
    )
    first = search.cut(costs.cost_of, (4, 4, 4, 4))
    tables = annealing.Annealing(costs, first).run(0, CounterLots("00"))
    assert [costs.parts(found)[0] for found in (first, tables)] == [24, 0]


@given(histories(16), SEEDS, st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_the_order_in_which_entries_are_read_changes_nothing(
    case: tuple[list[RoundEntry], tuple[int, int]], seed: str, chance: Random
) -> None:
    entries, sizes = case
    again = [
        replace(entry, opponents=tuple(chance.sample(entry.opponents, len(entry.opponents))))
        for entry in chance.sample(entries, len(entries))
    ]
    assert drawn(entries, sizes, seed, True) == drawn(again, sizes, seed, True)


@given(st.integers(2, 600), st.sampled_from([*SIZES, (3, 3), (4, 8), (2, 8), (4, 5)]))
def test_tables_are_as_full_as_possible_and_differ_by_one(number: int, sizes: tuple[int, int]) -> None:
    low, high = sizes
    byes = number % 2 if high == 2 else 0
    counts = [
        count
        for count in range(1, number)
        if low <= (number - byes) // count and -(-(number - byes) // count) <= high
    ]
    if not counts:
        with pytest.raises(Refused, match="no_tables") as refusal:
            table_sizes(number, low, high)
        nearest = refusal.value.violations[0].facts["nearest"]
        above = next(other for other in range(number, 2 * number + high) if fits(other, sizes))
        assert nearest == [*[other for other in range(2, number) if fits(other, sizes)][-1:], above]
        return
    found = table_sizes(number, low, high)
    assert (sum(found), len(found)) == (number - byes, counts[0])
    assert max(found) - min(found) <= 1
    assert low <= min(found) <= max(found) <= high
    assert list(found) == sorted(found, reverse=True)


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("number", [8, 11, 12, 15, 24, 31])
def test_over_an_event_everyone_has_one_place_in_each_round(number: int, sizes: tuple[int, int]) -> None:
    if not fits(number, sizes):
        number += 1
    for entries, pairing in event(number, sizes, 4, seed=number):
        assert seated(pairing) == [entry.entry for entry in entries]
        assert sorted(map(len, pairing.tables)) == sorted(table_sizes(number, *sizes))
        playing = [entry for entry in entries if entry.entry not in pairing.byes]
        assert pairing.cost == cost_of(pairing.tables, playing)


@pytest.mark.parametrize("number", [3, 5, 7, 9, 15, 33])
def test_no_one_has_a_second_bye_before_all_had_one(number: int) -> None:
    rounds = min(number, 6)
    byes = [code for _, pairing in event(number, (2, 2), rounds, seed=5) for code in pairing.byes]
    assert len(byes) == rounds == len(set(byes))


@pytest.mark.parametrize(("number", "sizes", "rounds"), [(16, (2, 2), 6), (33, (2, 2), 6), (40, (3, 4), 4)])
def test_no_one_meets_again_in_a_field_that_is_large_enough(
    number: int, sizes: tuple[int, int], rounds: int
) -> None:
    for seed in range(4):
        meetings = [
            pair
            for _, pairing in event(number, sizes, rounds, seed)
            for table in pairing.tables
            for pair in combinations(sorted(table), 2)
        ]
        assert max(Counter(meetings).values()) == 1


@given(SEEDS, st.integers(2, 60))
@settings(max_examples=30, deadline=None)
def test_without_rematches_only_neighbours_by_points_meet(seed: str, number: int) -> None:
    entries = [RoundEntry(f"E{index:02}", index) for index in range(2 * number)]
    pairing = drawn(entries, (2, 2), seed, False)
    assert pairing.tables == tuple((f"E{n + 1:02}", f"E{n:02}") for n in range(2 * number - 2, -1, -2))


def test_points_far_apart_and_in_fractions_are_compared_exactly() -> None:
    points = [Fraction(10**12), 10**12 - Fraction(1, 7), Fraction(1, 3)]
    points += [Fraction(0), Fraction(1, 10**9), Fraction(0)]
    entries = [RoundEntry(code, value) for code, value in zip("ABCDEF", points, strict=True)]
    pairing = drawn(entries, (2, 2), "1", False)
    assert [set(table) for table in pairing.tables] == [{"A", "B"}, {"C", "E"}, {"D", "F"}]
    assert pairing.cost.spread == Fraction(1, 7) + Fraction(1, 3) - Fraction(1, 10**9)


# --- Examples -------------------------------------------------------------------------------------------


def test_a_rematch_weighs_more_than_any_difference_of_points() -> None:
    entries = [
        RoundEntry("A", 1000, ("B",)),
        RoundEntry("B", 1000, ("A",)),
        RoundEntry("C", 0, ("D",)),
        RoundEntry("D", 0, ("C",)),
    ]
    pairing = drawn(entries, (2, 2), "1", False)
    assert pairing.cost == PairingCost(0, Fraction(2000), 0, 0)


def test_points_weigh_more_than_short_tables_and_those_more_than_clubs() -> None:
    entries = [RoundEntry("A", 2), RoundEntry("B", 2), RoundEntry("C", 2)]
    entries += [RoundEntry(code, 0, short_tables=3, club="club") for code in "DE"]
    assert drawn(entries, (2, 3), "1", True).cost == PairingCost(0, Fraction(0), 6, 1)
    level = [replace(entry, points=0) for entry in entries]
    assert drawn(level, (2, 3), "1", True).cost == PairingCost(0, Fraction(0), 0, 1)
    fresh = [replace(entry, short_tables=0) for entry in level]
    assert drawn(fresh, (2, 3), "1", True).cost == PairingCost(0, Fraction(0), 0, 0)


def test_clubs_sit_together_unless_they_are_to_be_apart() -> None:
    entries = [RoundEntry(f"E{n:02}", n // 2, club=f"club {n // 2 % 2}") for n in range(16)]
    level = [replace(entry, points=0) for entry in entries]
    assert drawn(entries, (2, 2), "7", True).cost.mates == 8
    assert drawn(level, (2, 2), "7", True).cost.mates == 0
    assert drawn(entries, (2, 2), "7", False).cost.mates == 0


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    entries = [RoundEntry("A", 2), RoundEntry("B", 1), RoundEntry("C", 0, byes=1)]
    assert drawn(entries, (2, 2), "1", False).byes == ("B",)


def test_the_bye_goes_higher_where_that_avoids_a_rematch_but_never_twice_to_one() -> None:
    entries = [RoundEntry("A", 2, ("B",)), RoundEntry("B", 1, ("A",)), RoundEntry("C", 0)]
    pairing = drawn(entries, (2, 2), "1", False)
    assert (pairing.byes, pairing.tables) == (("B",), (("A", "C"),))
    had = [replace(entry, byes=int(entry.entry in "AB")) for entry in entries]
    assert drawn(had, (2, 2), "1", False).byes == ("C",)


def test_equal_entries_are_drawn() -> None:
    found = {drawn(beginners(9), (2, 2), str(seed), False).byes for seed in range(60)}
    assert len(found) > 6
    assert len({drawn(beginners(9), (3, 4), str(seed), False).tables for seed in range(60)}) > 50


def test_tables_and_their_members_stand_by_points() -> None:
    entries = [RoundEntry(f"E{n:02}", n // 5) for n in range(20)]
    points = {entry.entry: int(entry.points) for entry in entries}
    found = [[points[code] for code in table] for table in drawn(entries, (4, 4), "3", False).tables]
    assert found == [sorted(table, reverse=True) for table in found]
    assert [table[0] for table in found] == sorted((table[0] for table in found), reverse=True)


@pytest.mark.parametrize(
    ("number", "low", "high", "code"),
    [
        (5, 3, 4, "no_tables"),
        (7, 3, 3, "no_tables"),
        (2, 3, 4, "no_tables"),
        (1, 2, 2, "too_few_entries"),
        (0, 2, 4, "too_few_entries"),
        (8, 1, 2, "bad_table_sizes"),
        (8, 4, 3, "bad_table_sizes"),
    ],
)
def test_numbers_that_fit_no_tables_are_refused(number: int, low: int, high: int, code: str) -> None:
    with pytest.raises(Refused, match=code):
        drawn(beginners(number), (low, high), "1", False)


def test_a_name_that_stands_twice_is_a_bug() -> None:
    with pytest.raises(Impossible):
        drawn([RoundEntry("A"), RoundEntry("A")], (2, 2), "1", False)
