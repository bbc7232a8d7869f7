"""The whole draw: repeatable from its seed, a mark for every seat, partners apart."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Impossible
from tournaments.bracket.draw import DrawResult, draw
from tournaments.bracket.lots import CounterLots, Lots, PythonLots
from tournaments.bracket.seats import seats_for
from tournaments.bracket.seeding import Method, Seedable
from tournaments.bracket.shapes import Shape, default_shape, shapes
from tournaments.bracket.tree import Feed, MatchPlan, SidePlan, Take

SUITS = ("hearts", "diamonds", "clubs", "spades")
METHODS: list[Method] = ["random", "season", "rating", "manual"]


LOTS = CounterLots("1")


def entered(entries: int) -> list[Seedable]:
    return [Seedable(f"e{number}", group=f"g{number % 3}", seed=number) for number in range(entries)]


def pairs(entries: int) -> dict[str, tuple[str, str]]:
    return {f"e{number}": (f"p{number}a", f"p{number}b") for number in range(entries)}


def known(*entries: str) -> MatchPlan:
    return MatchPlan(1, 1, tuple(SidePlan(entry, None) for entry in entries))


@st.composite
def draws(make: st.DrawFn) -> DrawResult:
    entries, high = make(st.integers(2, 60)), make(st.sampled_from([2, 3, 4]))
    shape = make(st.sampled_from(shapes(entries, 2, high)))
    method, seed = make(st.sampled_from(METHODS)), make(st.integers(0, 2**32))
    apart, third = make(st.booleans()), make(st.booleans())
    return draw(
        entered(entries),
        shape,
        method=method,
        lots=CounterLots(str(seed)),
        third_place=third,
        apart=apart,
        marks=SUITS,
    )


@given(draws())
def test_every_seat_of_a_match_has_its_own_suit_known_entry_or_not(drawn: DrawResult) -> None:
    assert len(drawn.seats) == len(drawn.plan.matches)
    for match, seats in zip(drawn.plan.matches, drawn.seats, strict=True):
        assert [seat.seat for seat in seats] == [seat.side for seat in seats]
        assert len(seats) == len(match.sides)
        marks = [seat.mark for seat in seats]
        assert marks == [None] if match.is_bye else len(set(marks)) == len(marks) and set(marks) <= set(SUITS)


@given(
    st.sampled_from([PythonLots, lambda seed: CounterLots(str(seed))]),
    st.integers(2, 40),
    st.sampled_from(METHODS),
    st.integers(0, 2**64),
    st.booleans(),
    st.randoms(),
)
def test_the_same_seed_gives_the_same_draw(
    lots: Callable[[int], Lots], entries: int, method: Method, seed: int, apart: bool, chance: Random
) -> None:
    shape = default_shape(entries, 2, 4)
    shuffled = chance.sample(entered(entries), entries)
    once = draw(entered(entries), shape, method=method, lots=lots(seed), apart=apart, marks=SUITS)
    assert draw(shuffled, shape, method=method, lots=lots(seed), apart=apart, marks=SUITS) == once


@given(st.integers(2, 40), st.integers(0, 2**32))
def test_pairs_sit_alternately_with_four_suits(entries: int, seed: int) -> None:
    drawn = draw(
        entered(entries),
        default_shape(entries, 2, 2),
        method="random",
        lots=CounterLots(str(seed)),
        team_size=2,
        marks=SUITS,
        members=pairs(entries),
    )
    for match, seats in zip(drawn.plan.matches, drawn.seats, strict=True):
        people = [pairs(entries).get(side.entry or "", (None, None)) for side in match.sides]
        if match.is_bye:
            assert [(seat.seat, seat.side, seat.mark) for seat in seats] == [(1, 1, None), (2, 1, None)]
        else:
            assert [(seat.seat, seat.side) for seat in seats] == [(1, 1), (2, 2), (3, 1), (4, 2)]
            assert {seat.mark for seat in seats} == set(SUITS)
            assert all(one.side != two.side for one, two in pairwise((*seats, seats[0])))
        assert [seat.player for seat in seats] == [
            person for turn in zip(*people, strict=True) for person in turn
        ]


def test_every_seed_deals_other_suits_but_the_hand_made_order_stays() -> None:
    shape = default_shape(16, 2, 2)
    seeds: list[Lots] = [PythonLots(None), PythonLots(0), *(CounterLots(str(seed)) for seed in range(8))]
    found = [draw(entered(16), shape, method="manual", lots=lots, marks=SUITS) for lots in seeds]
    assert len({drawn.plan for drawn in found}) == 1
    assert len({drawn.seats for drawn in found}) == 10


def test_mates_are_kept_apart_only_if_asked() -> None:
    entries = [
        Seedable(f"e{number}", group="rio" if number in {0, 7} else None, seed=number) for number in range(8)
    ]
    shape = default_shape(8, 2, 2)
    asked = draw(entries, shape, method="manual", lots=LOTS, apart=True)
    assert asked.plan.order == ("e0", "e1", "e2", "e3", "e4", "e5", "e7", "e6")
    assert draw(entries, shape, method="manual", lots=LOTS).plan.order[6:] == ("e6", "e7")


def test_a_draw_of_format_1_stays_what_it_was() -> None:
    drawn = draw(entered(5), default_shape(5, 2, 4), method="random", lots=PythonLots(2026), marks=SUITS)
    tables = [tuple(side.entry for side in match.sides) for match in drawn.plan.matches]
    assert tables == [("e1", "e2"), ("e4", "e3", "e0"), (None, None)]
    assert [[seat.mark for seat in seats] for seats in drawn.seats] == [
        ["diamonds", "hearts"],
        ["spades", "clubs", "hearts"],
        ["hearts", "clubs"],
    ]


def test_games_without_marks_have_none() -> None:
    seats = seats_for(known("a", "b", "c"), 1, (), LOTS, {})
    assert [(seat.seat, seat.side, seat.mark, seat.player) for seat in seats] == [
        (1, 1, None, None),
        (2, 2, None, None),
        (3, 3, None, None),
    ]


def test_members_may_be_asked_from_a_function() -> None:
    seats = seats_for(known("a", "b"), 2, SUITS, LOTS, lambda entry: (f"{entry}1", f"{entry}2"))
    assert [seat.player for seat in seats] == ["a1", "b1", "a2", "b2"]


def test_who_is_not_known_yet_has_a_seat_and_a_suit_but_no_player() -> None:
    feed = Feed(1, 2, Take.WINNER)
    match = MatchPlan(2, 1, (SidePlan("a", None), SidePlan(None, feed)))
    seats = seats_for(match, 2, SUITS, LOTS, {"a": ("x", "y")})
    assert [seat.player for seat in seats] == ["x", None, "y", None]
    assert {seat.mark for seat in seats} == set(SUITS)


def test_too_few_suits_or_partners_are_our_own_mistake() -> None:
    with pytest.raises(Impossible):
        seats_for(known("a", "b", "c", "d", "e"), 1, SUITS, LOTS, {})
    with pytest.raises(Impossible):
        seats_for(known("a", "b"), 2, SUITS, LOTS, {"a": ("x", "y"), "b": ("z",)})
    with pytest.raises(Impossible):
        draw(entered(9), Shape(((4, 4), (2,))), method="random", lots=LOTS)
