"""Who meets whom: the properties that a checker of brackets looks at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Impossible
from tournaments.bracket.shapes import Shape, check_shape, default_shape, shapes
from tournaments.bracket.tree import Feed, MatchPlan, Plan, Take, plan

ENTRIES = st.integers(2, 90)
SIZES = st.sampled_from([(2, 2), (2, 3), (2, 4), (2, 8)])


def names(entries: int) -> list[str]:
    """Ids whose text says nothing about their strength."""
    return [f"e{rank * 7919 % 10007}" for rank in range(entries)]


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """A bracket of any of the shapes that an organizer may pick."""
    entries, (low, high) = draw(ENTRIES), draw(SIZES)
    return plan(names(entries), draw(st.sampled_from(shapes(entries, low, high))), draw(st.booleans()))


def of_round(bracket: Plan, number: int) -> list[MatchPlan]:
    return [match for match in bracket.matches if match.round == number]


def seated(match: MatchPlan) -> list[str]:
    return [side.entry for side in match.sides if side.entry is not None]


def road(bracket: Plan, entry: str) -> list[tuple[int, int]]:
    """The matches of an entry that always wins."""
    number = next(match.number for match in of_round(bracket, 1) if entry in seated(match))
    numbers = [number]
    for following in range(2, len(bracket.shape.rounds) + 1):
        feed = Feed(following - 1, numbers[-1], Take.WINNER)
        sides = ((match, side) for match in of_round(bracket, following) for side in match.sides)
        numbers.append(next(match.number for match, side in sides if side.feed == feed))
    return list(enumerate(numbers, start=1))


@given(plans())
def test_every_entry_sits_exactly_once_in_round_1_and_only_there(bracket: Plan) -> None:
    assert sorted(name for match in of_round(bracket, 1) for name in seated(match)) == sorted(bracket.order)
    assert all(
        (side.entry is None) != (side.feed is None) for match in bracket.matches for side in match.sides
    )
    assert all(match.round == 1 or not seated(match) for match in bracket.matches)


@given(plans())
def test_every_winner_but_the_champion_has_exactly_one_next_seat(bracket: Plan) -> None:
    fed = [side.feed for match in bracket.matches for side in match.sides if side.feed]
    last = len(bracket.shape.rounds)
    winners = [
        Feed(match.round, match.number, Take.WINNER) for match in bracket.matches if match.round < last
    ]
    assert sorted(feed for feed in map(repr, fed) if "winner" in feed) == sorted(map(repr, winners))
    assert all(
        side.feed.round == match.round - 1 for match in bracket.matches for side in match.sides if side.feed
    )


@given(plans())
def test_the_shape_lists_the_sizes_in_match_order(bracket: Plan) -> None:
    for number, sizes in enumerate(bracket.shape.rounds, start=1):
        matches = of_round(bracket, number)
        assert [match.number for match in matches] == list(range(1, len(matches) + 1))
        assert tuple(len(match.sides) for match in matches) == sizes


@given(plans())
def test_numbers_run_from_top_to_bottom(bracket: Plan) -> None:
    for number in range(2, len(bracket.shape.rounds) + 1):
        feeds = [side.feed for match in of_round(bracket, number) for side in match.sides if side.feed]
        winners = [feed.number for feed in feeds if feed.take is Take.WINNER]
        assert winners == list(range(1, len(of_round(bracket, number - 1)) + 1))


@given(plans())
def test_the_first_two_meet_in_the_final_only(bracket: Plan) -> None:
    first, second = (road(bracket, entry) for entry in bracket.order[:2])
    assert set(first) & set(second) == {(len(bracket.shape.rounds), 1)}


@given(plans())
def test_the_best_lead_one_table_each_in_every_round(bracket: Plan) -> None:
    roads = [road(bracket, entry) for entry in bracket.order]
    for index, sizes in enumerate(bracket.shape.rounds):
        tables = 1 if index == len(bracket.shape.rounds) - 1 else len(sizes)
        assert len({way[index] for way in roads[:tables]}) == tables


@given(st.integers(2, 600))
def test_byes_go_to_the_first_in_order(entries: int) -> None:
    bracket = plan(names(entries), default_shape(entries, 2, 2))
    byes = {seated(match)[0] for match in bracket.matches if match.is_bye}
    assert byes == set(bracket.order[: bracket.shape.byes])


@given(st.integers(2, 9))
def test_a_full_bracket_of_two_pairs_the_first_with_the_last(power: int) -> None:
    entries = 2**power
    bracket = plan(names(entries), default_shape(entries, 2, 2))
    ranks = {entry: rank for rank, entry in enumerate(bracket.order)}
    assert {sum(ranks[entry] for entry in seated(match)) for match in of_round(bracket, 1)} == {entries - 1}


@given(plans())
def test_a_plan_has_a_sound_shape(bracket: Plan) -> None:
    largest = max(max(sizes) for sizes in bracket.shape.rounds)
    assert check_shape(bracket.shape, len(bracket.order), 2, largest) == ()


def test_thirty_two_at_tables_of_up_to_four_are_spread_by_snake() -> None:
    order = [str(seed) for seed in range(1, 33)]
    bracket = plan(order, default_shape(32, 2, 4))
    tables = {tuple(seated(match)) for match in of_round(bracket, 1)}
    assert ("1", "16", "17", "32") in tables
    assert ("8", "9", "24", "25") in tables
    first = of_round(bracket, 1)[0], of_round(bracket, 1)[1]
    assert [seated(match)[0] for match in first] == ["1", "8"]


def test_six_entries_at_tables_of_two() -> None:
    bracket = plan(list("123456"), default_shape(6, 2, 2))
    assert [seated(match) for match in of_round(bracket, 1)] == [["1"], ["4", "5"], ["2"], ["3", "6"]]
    assert bracket.shape.rounds == ((1, 2, 1, 2), (2, 2), (2,))


def test_what_does_not_fill_a_row_goes_to_the_weakest_leaders() -> None:
    bracket = plan([str(seed) for seed in range(1, 11)], Shape(((3, 3, 2, 2), (4,))))
    sizes = {seated(match)[0]: len(match.sides) for match in of_round(bracket, 1)}
    assert sizes == {"1": 2, "2": 2, "3": 3, "4": 3}


def test_the_third_place_match_takes_the_losers_of_the_semifinals() -> None:
    bracket = plan(list("12345"), default_shape(5, 2, 2), third_place=True)
    match = bracket.matches[-1]
    assert (match.round, match.number) == (3, 2)
    assert [side.feed for side in match.sides] == [Feed(2, 1, Take.LOSER), Feed(2, 2, Take.LOSER)]
    assert bracket.shape.rounds[-1] == (2, 2)
    assert plan(bracket.order, bracket.shape, third_place=True) == bracket


@pytest.mark.parametrize(("entries", "low", "high"), [(2, 2, 2), (3, 2, 2), (8, 2, 4), (16, 2, 4), (4, 2, 4)])
def test_no_third_place_match_without_two_semifinals_of_two(entries: int, low: int, high: int) -> None:
    shape = default_shape(entries, low, high)
    assert plan(names(entries), shape, third_place=True) == plan(names(entries), shape)


@pytest.mark.parametrize(
    ("entries", "rounds"),
    [(9, ((2, 2, 2, 2), (2, 2), (2,))), (8, ((4, 2, 2), (3,))), (8, ((4, 4),)), (8, ((2, 2, 2, 2), (2, 2)))],
)
def test_a_shape_that_does_not_fit_is_our_own_mistake(
    entries: int, rounds: tuple[tuple[int, ...], ...]
) -> None:
    with pytest.raises(Impossible):
        plan(names(entries), Shape(rounds))


@pytest.mark.fault("F53")
@pytest.mark.parametrize("entries", [2, 3, 5, 4000, 4001])
@pytest.mark.parametrize("sizes", [(2, 2), (2, 4)])
def test_odd_numbers_are_drawn(entries: int, sizes: tuple[int, int]) -> None:
    bracket = plan(names(entries), default_shape(entries, *sizes))
    assert sorted(name for match in of_round(bracket, 1) for name in seated(match)) == sorted(bracket.order)
    assert len(of_round(bracket, len(bracket.shape.rounds))) == 1
