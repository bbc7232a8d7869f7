"""How long matches take, and how the end of a day is foreseen: never unknown, never nothing."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scheduling.planning.lengths import (
    GUESS_A_PERSON,
    GUESS_BASE,
    OVERTIME,
    LengthClass,
    SeenLength,
    change_over_seconds,
    duration_of,
    lengths_of,
    mean_seconds,
    remaining_lengths,
)
from scheduling.planning.outlook import (
    DAY_FACTORS,
    end_of_share_at_least,
    end_of_share_at_most,
    simulate_ends,
    waves,
)
from scheduling.planning.problem import Activity, PlanProblem, PlanTable

DUEL = LengthClass("campeonato", frozenset(), 2, None)
SEEN = st.builds(
    SeenLength,
    st.builds(
        LengthClass,
        st.sampled_from(["campeonato", "duplas"]),
        st.frozensets(st.sampled_from(["xisum", "aliados"])),
        st.integers(0, 8),
        st.sampled_from([None, 30, 50]),
    ),
    st.floats(0, 10_000),
    st.none() | st.floats(0, 10_000),
    st.booleans(),
)


@given(SEEN.map(lambda seen: seen.length_class), st.lists(SEEN, max_size=12))
def test_a_length_is_always_known_and_never_nothing(
    length_class: LengthClass, seen: list[SeenLength]
) -> None:
    found = duration_of(length_class, seen)
    for lengths in (found.begun, found.to_come):
        assert list(lengths) == sorted(lengths)
        assert lengths[0] > 0
        assert mean_seconds(lengths) >= 60
    assert change_over_seconds(seen) >= 60


def test_without_a_recorded_match_it_is_the_guess() -> None:
    lengths = lengths_of(DUEL, ())
    assert lengths[9] <= (GUESS_BASE + 2 * GUESS_A_PERSON) * 60 <= lengths[10]


def test_what_was_recorded_outweighs_the_guess_in_time() -> None:
    few, many = (lengths_of(DUEL, [SeenLength(DUEL, 70.0)] * number) for number in (2, 200))
    assert mean_seconds(lengths_of(DUEL, ())) < mean_seconds(few) < mean_seconds(many)
    assert abs(mean_seconds(many) - 70 * 60) <= 3 * 60


def test_matches_of_another_kind_say_less() -> None:
    other = LengthClass("conquistadores", frozenset({"xisum"}), 4, 30)
    less, more = (mean_seconds(lengths_of(DUEL, [SeenLength(sort, 90.0)] * 6)) for sort in (other, DUEL))
    assert less < more


def test_a_forgotten_sheet_says_nothing() -> None:
    assert lengths_of(DUEL, [SeenLength(DUEL, 2000.0), SeenLength(DUEL, 0.5)]) == lengths_of(DUEL, ())


def test_to_some_matches_nobody_comes_but_to_none_that_has_begun() -> None:
    unknown = duration_of(DUEL, ())
    assert set(unknown.begun) == set(lengths_of(DUEL, ()))
    assert 0 < unknown.to_come.count(10 * 60) < len(unknown.to_come) // 20
    assert mean_seconds(unknown.to_come) < mean_seconds(unknown.begun)


def test_how_often_nobody_comes_and_when_the_table_is_free_is_learned() -> None:
    came, missed = SeenLength(DUEL, 34.0), SeenLength(DUEL, 20.0, was_played=False)
    never, often = (duration_of(DUEL, seen).to_come for seen in ([came] * 270, [came] * 150 + [missed] * 120))
    assert never.count(10 * 60) <= 1
    assert often.count(20 * 60) > len(often) // 3
    assert duration_of(DUEL, [came] * 150 + [missed] * 120).begun == lengths_of(DUEL, [came] * 150)
    assert len(duration_of(DUEL, [missed] * 600).to_come) > len(duration_of(DUEL, [missed] * 600).begun)


def test_a_limit_ends_what_would_last_longer() -> None:
    lengths = lengths_of(LengthClass("campeonato", frozenset(), 4, 30), ())
    assert max(lengths) == (30 + OVERTIME) * 60


@given(st.lists(st.integers(1, 9000), min_size=1, max_size=20), st.integers(0, 10_000))
def test_something_is_always_left_of_a_match_that_goes_on(lengths: list[int], elapsed: int) -> None:
    assert min(remaining_lengths(sorted(lengths), elapsed)) > 0


def test_the_change_over_is_learned() -> None:
    assert change_over_seconds([SeenLength(DUEL, 40.0, 12.0)] * 60) > change_over_seconds(())
    assert change_over_seconds([SeenLength(DUEL, 40.0, 500.0)] * 60) == change_over_seconds(())


def test_an_outlook_is_in_order_and_repeats_itself() -> None:
    matches = tuple(Activity(str(number), 2400) for number in range(12))
    problem = PlanProblem(tuple(PlanTable(str(number)) for number in range(4)), matches, change_over=300)
    lengths = {match.key: lengths_of(DUEL, ()) for match in matches}
    found = simulate_ends(problem, lengths, rng=Random(3))
    assert 3 * 1200 < found.low < found.middle < found.high
    assert found == simulate_ends(problem, lengths, rng=Random(3))
    assert simulate_ends(problem, lengths, rng=Random(3), listen=lambda done: False).days == 1


def test_the_days_of_a_large_hall_are_bounded_and_still_in_order() -> None:
    matches = tuple(Activity(str(number), 2400) for number in range(600))
    problem = PlanProblem(tuple(PlanTable(str(number)) for number in range(30)), matches, change_over=300)
    found = simulate_ends(
        problem, {match.key: lengths_of(DUEL, ()) for match in matches}, rng=Random(3), placed=3000
    )
    assert found.days == len(DAY_FACTORS)
    assert found.low < found.middle < found.high


@pytest.mark.parametrize("days", [20, 57, 199, 200])
def test_of_a_day_more_four_fifths_lie_between_the_first_and_the_last_time(days: int) -> None:
    """Any of them may be the one that is asked about; the others are what was played before it."""
    ends = list(range(days + 1))
    held = 0
    for asked in ends:
        played = [end for end in ends if end != asked]
        held += end_of_share_at_most(played, 0.1) <= asked <= end_of_share_at_least(played, 0.9)
    assert held >= 0.8 * len(ends)


@pytest.mark.fault("F52")
@pytest.mark.parametrize(("tables", "matches", "times"), [(6, 12, 2), (6, 13, 3), (20, 12, 1), (1, 4, 4)])
def test_fewer_tables_than_matches_make_waves(tables: int, matches: int, times: int) -> None:
    assert waves(tables, matches) == times
