"""The second chance for losers of every round before the final: nearly a double elimination."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.errors import Refused
from tournaments.bracket.lots import CounterLots
from tournaments.bracket.second_chance import (
    BEFORE_FINAL,
    SecondChance,
    second_chance_beside,
    table_sizes,
    with_second_chance,
)
from tournaments.bracket.shapes import Shape, shapes
from tournaments.bracket.tree import Feed, MatchPlan, Plan, Take, plan

SIZES = st.sampled_from([(2, 2), (2, 3), (2, 4), (3, 4), (3, 5), (4, 8)])
EIGHTEEN = Shape(((3,) * 6, (3, 3), (2,)))


def drawn(
    shape: Shape, low: int, high: int, *, final_seat: bool = False, seed: str = "1"
) -> tuple[Plan, SecondChance] | None:
    """A bracket of this shape with its second chance; None if it can have none."""
    bracket = plan([f"e{number}" for number in range(shape.entries)], shape)
    beside = second_chance_beside(shape, low, high, losers=BEFORE_FINAL, final_seat=final_seat)
    return (with_second_chance(bracket, beside, CounterLots(seed)), beside) if beside else None


@st.composite
def brackets(draw: st.DrawFn) -> Plan:
    """A bracket with a second chance of all losers, of any shape that an organizer may pick."""
    low, high = draw(SIZES)
    try:
        offered = shapes(draw(st.integers(3, 130)), low, high, short_final=True)
    except Refused:
        offered = ()
    assume(offered)
    shape, seed = draw(st.sampled_from(offered)), str(draw(st.integers(0, 99)))
    found = drawn(shape, low, high, final_seat=draw(st.booleans()), seed=seed)
    assume(found is not None)
    assert found is not None
    return found[0]


def own(bracket: Plan) -> list[MatchPlan]:
    return [match for match in bracket.matches if match.second_chance]


def last(bracket: Plan) -> MatchPlan:
    """The final of the bracket."""
    return max((m for m in bracket.matches if not m.second_chance), key=lambda match: match.round)


@given(brackets())
def test_every_loser_before_the_final_has_one_slot(bracket: Plan) -> None:
    losers = Counter(
        Feed(match.round, match.number, Take.LOSER, side)
        for match in bracket.matches
        if not match.second_chance and match != last(bracket)
        for side in range(2, len(match.sides) + 1)
    )
    feeds = (side.feed for match in own(bracket) for side in match.sides)
    assert Counter(feed for feed in feeds if feed and feed.side) == losers


@given(brackets())
def test_every_match_is_of_a_later_round_than_those_that_feed_it(bracket: Plan) -> None:
    for match in bracket.matches:
        assert all(side.feed.round < match.round for side in match.sides if side.feed)


@given(brackets())
def test_every_winner_but_the_last_has_one_next_match(bracket: Plan) -> None:
    feeds = Counter(s.feed for match in bracket.matches for s in match.sides if s.feed and not s.feed.side)
    played = [match for match in bracket.matches if match not in (last(bracket), own(bracket)[-1])]
    goes_on = Counter(Feed(match.round, match.number, Take.WINNER) for match in played)
    title = Feed(own(bracket)[-1].round, own(bracket)[-1].number, Take.WINNER)
    assert feeds - Counter([title]) == goes_on


@given(brackets(), st.integers(0, 99))
def test_who_lost_twice_plays_no_more(bracket: Plan, seed: int) -> None:
    losses: Counter[str] = Counter()
    rng, results = Random(seed), dict[tuple[int, int], tuple[list[str], int]]()
    for match in sorted(bracket.matches, key=lambda match: match.round):
        here = [side.entry or _taken(side.feed, results) for side in match.sides]
        assert len(set(here)) == len(here)
        assert max(losses[entry] for entry in here) <= 1
        winner = rng.randrange(len(here))
        results[match.round, match.number] = here, winner
        losses.update(entry for place, entry in enumerate(here) if place != winner)
    one_loss = [entry for entry in bracket.order if losses[entry] == 1]
    assert not [entry for entry in bracket.order if losses[entry] > 2]
    # Once beaten: those of the final, and who won the second chance.
    assert len(one_loss) <= len(last(bracket).sides)


def _taken(feed: Feed | None, results: Mapping[tuple[int, int], tuple[list[str], int]]) -> str:
    """The entry that a feed takes of a match that is over."""
    assert feed is not None
    here, winner = results[feed.round, feed.number]
    if feed.take == Take.WINNER:
        return here[winner]
    side = (feed.side or 0) - 1
    return here[0] if side == winner else here[side]


@given(brackets())
def test_tables_of_a_round_differ_by_at_most_one(bracket: Plan) -> None:
    assert all(max(sizes) - min(sizes) <= 1 for sizes in table_sizes(bracket.matches))


@given(st.integers(4, 300), st.integers(0, 9))
def test_in_duels_no_one_has_two_byes_in_a_row(entries: int, seed: int) -> None:
    found = drawn(shapes(entries, 2, 2)[0], 2, 2, seed=str(seed))
    assert found is not None
    bracket, beside = found
    for match in own(bracket):
        assert all(match.round - side.feed.round <= 2 for side in match.sides if side.feed)
    assert [*map(len, table_sizes(bracket.matches))][-1] == 1
    assert sum(map(len, table_sizes(bracket.matches))) == entries - 3  # all but champion and finalists lose
    assert len(beside.tables) == max(match.round for match in own(bracket)) - 1


def test_nine_in_duels_begin_with_a_bye() -> None:
    found = drawn(shapes(9, 2, 2)[0], 2, 2)
    assert found is not None
    assert found[1].tables == (1, 3, 3, 2, 1)
    assert table_sizes(found[0].matches) == [[2, 2], [2, 2], [2], [2]]
    assert min(match.round for match in own(found[0])) == 3


def test_losers_of_one_match_of_round_2_sit_apart() -> None:
    for seed in range(20):
        found = drawn(EIGHTEEN, 3, 4, seed=str(seed))
        assert found is not None
        for match in own(found[0]):
            if match.round == 3:
                feeds = [side.feed.number for side in match.sides if side.feed and side.feed.side]
                assert len(set(feeds)) == len(feeds)


def test_the_final_waits_for_the_winner() -> None:
    found = drawn(EIGHTEEN, 3, 4, final_seat=True)
    assert found is not None
    bracket, beside = found
    final, title = last(bracket), own(bracket)[-1]
    assert beside.tables == (3, 2, 1)
    assert final.sides[-1].feed == Feed(title.round, title.number, Take.WINNER)
    assert (len(final.sides), final.round, title.round) == (3, 5, 4)


@pytest.mark.parametrize(
    ("shape", "low", "high", "third_place"),
    [
        (Shape(((4,),)), 2, 4, False),  # no round before the final
        (Shape(((2, 1), (2,))), 2, 2, False),  # one loser
        (
            Shape(((2,) * 8, (2,) * 4, (2, 2), (2,))),
            2,
            2,
            True,
        ),  # losers of semifinals meet for the third place
        (Shape(((4, 3), (2,))), 3, 4, False),  # five losers, and tables of three or four
    ],
)
def test_some_brackets_can_have_none(shape: Shape, low: int, high: int, third_place: bool) -> None:
    found = second_chance_beside(shape, low, high, losers=BEFORE_FINAL, third_place=third_place)
    assert found is None


def test_of_a_bracket_of_two_rounds_both_values_are_one() -> None:
    for entries in range(4, 17):
        shape = shapes(entries, 2, 4, short_final=True)[-1]
        if len(shape.rounds) == 2:
            both = [second_chance_beside(shape, 2, 4, losers=value) for value in ("round_1", BEFORE_FINAL)]
            assert both[0] == both[1]
