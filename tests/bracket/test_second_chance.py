"""The second chance: every loser of round 1 has one place in it, and it ends in one match."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import Refused
from tournaments.bracket.lots import CounterLots
from tournaments.bracket.second_chance import (
    SecondChance,
    second_chance_beside,
    table_sizes,
    with_second_chance,
)
from tournaments.bracket.shapes import Shape, shapes
from tournaments.bracket.tree import Feed, MatchPlan, Plan, Take, plan

SIZES = st.sampled_from([(2, 2), (2, 3), (2, 4), (3, 4), (4, 8)])


def drawn(shape: Shape, low: int, high: int, *, third_place: bool = False, seed: str = "1") -> Plan | None:
    """A bracket of this shape with its second chance; None if it can have none."""
    bracket = plan([f"e{number}" for number in range(shape.entries)], shape, third_place)
    beside = second_chance_beside(shape, low, high, third_place=third_place)
    return with_second_chance(bracket, beside, CounterLots(seed)) if beside else None


@st.composite
def brackets(draw: st.DrawFn) -> Plan:
    """A bracket with a second chance, of any shape that an organizer may pick."""
    low, high = draw(SIZES)
    entries = draw(st.sampled_from([number for number in range(4, 60) if has_shape(number, low, high)]))
    shape = draw(st.sampled_from(shapes(entries, low, high, short_final=True)))
    found = drawn(shape, low, high, third_place=draw(st.booleans()), seed=str(draw(st.integers(0, 99))))
    assume(found is not None)
    assert found is not None
    return found


def has_shape(entries: int, low: int, high: int) -> bool:
    try:
        return bool(shapes(entries, low, high, limit=1, short_final=True))
    except Refused:
        return False


def own(bracket: Plan) -> list[MatchPlan]:
    return [match for match in bracket.matches if match.second_chance]


def feeds(matches: list[MatchPlan]) -> list[Feed]:
    return [side.feed for match in matches for side in match.sides if side.feed]


@given(brackets())
def test_every_loser_of_round_1_has_one_place(bracket: Plan) -> None:
    losers = Counter(
        Feed(1, match.number, Take.LOSER, side)
        for match in bracket.matches
        if match.round == 1
        for side in range(2, len(match.sides) + 1)
    )
    assert Counter(feed for feed in feeds(own(bracket)) if feed.side) == losers


@given(brackets())
def test_every_winner_but_the_last_goes_on_to_a_later_round(bracket: Plan) -> None:
    matches = own(bracket)
    winners = Counter(feed for feed in feeds(matches) if feed.take == Take.WINNER)
    assert winners == Counter(Feed(match.round, match.number, Take.WINNER) for match in matches[:-1])
    assert all(side.feed and side.feed.round < match.round for match in matches for side in match.sides)
    assert all(len(match.sides) > 1 for match in matches)


@given(brackets())
def test_its_matches_are_numbered_after_those_of_the_bracket_in_each_round(bracket: Plan) -> None:
    for number in {match.round for match in bracket.matches}:
        here = [match for match in bracket.matches if match.round == number]
        assert [match.number for match in here] == list(range(1, len(here) + 1))
        assert [match.second_chance for match in here] == sorted(match.second_chance for match in here)
    assert min(match.round for match in own(bracket)) == 2


def test_five_losers_at_tables_of_two_have_three_byes() -> None:
    bracket = drawn(shapes(13, 2, 2)[0], 2, 2)
    assert bracket is not None
    assert table_sizes(bracket.matches) == [[2], [2, 2], [2]]
    assert [(match.round, match.number) for match in own(bracket)] == [(2, 5), (3, 3), (3, 4), (4, 2)]


def test_losers_of_one_table_meet_apart_if_they_can() -> None:
    bracket = drawn(Shape(((4,) * 6, (3, 3), (2,))), 2, 4)
    assert bracket is not None
    first = [match for match in own(bracket) if match.round == 2]
    assert sum(len(match.sides) for match in first) == 18
    for match in first:
        numbers = [side.feed.number for side in match.sides if side.feed]
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("shape", "low", "high", "third_place"),
    [
        (Shape(((4,),)), 2, 4, False),  # nothing after round 1
        (Shape(((2, 1), (2,))), 2, 2, False),  # one loser
        (Shape(((2, 2), (2,))), 2, 2, True),  # the losers of round 1 play for the third place
        (Shape(((3, 3), (2,))), 3, 3, False),  # four losers and only tables of three
    ],
)
def test_some_brackets_can_have_none(shape: Shape, low: int, high: int, third_place: bool) -> None:
    assert second_chance_beside(shape, low, high, third_place=third_place) is None


def test_two_losers_play_one_match() -> None:
    assert second_chance_beside(Shape(((2, 2), (2,))), 2, 2, third_place=False) == SecondChance((1,))


@pytest.mark.parametrize(
    ("rounds", "high", "is_possible"),
    [
        (((4,) * 6, (3, 3), (2,)), 4, True),
        (((3,) * 8, (2,) * 4, (4,)), 4, False),  # the final is full
        (((2,) * 4, (2, 2), (2,)), 2, False),
    ],
)
def test_a_seat_in_the_final_needs_a_free_one(
    rounds: tuple[tuple[int, ...], ...], high: int, is_possible: bool
) -> None:
    found = second_chance_beside(Shape(rounds), 2, high, final_seat=True)
    assert (found is not None) == is_possible


def test_the_final_waits_for_the_winner_of_the_second_chance() -> None:
    shape = Shape(((4,) * 6, (3, 3), (2,)))
    beside = second_chance_beside(shape, 2, 4, final_seat=True)
    assert beside is not None
    bracket = with_second_chance(plan([f"e{n}" for n in range(24)], shape), beside, CounterLots("1"))
    final = next(match for match in bracket.matches if match.round > 2 and not match.second_chance)
    last = own(bracket)[-1]
    assert final.sides[-1].feed == Feed(last.round, last.number, Take.WINNER)
    assert (len(final.sides), final.number) == (3, 1)
    assert final.round == max(match.round for match in bracket.matches) == last.round + 1


def test_other_seeds_draw_other_places() -> None:
    shape = shapes(32, 2, 4)[0]
    assert drawn(shape, 2, 4, seed="1") == drawn(shape, 2, 4, seed="1") != drawn(shape, 2, 4, seed="2")
