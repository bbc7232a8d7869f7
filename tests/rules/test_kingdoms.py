"""What holds for every game of kingdoms that the companion plays."""

import json
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from rulesets.games.jogo_dos_reinos.chances import DIFFICULTIES, Roll, Trial
from rulesets.games.jogo_dos_reinos.engine import Setup, begin, play, replay
from rulesets.games.jogo_dos_reinos.events import (
    Attack,
    BattleBegan,
    BattleWon,
    Dealt,
    Decide,
    Event,
    Fell,
    Leave,
    OrderDrawn,
    Pass,
    Pick,
    Picked,
    TurnOf,
)
from rulesets.games.jogo_dos_reinos.legal import check
from rulesets.games.jogo_dos_reinos.plain import event_from, to_plain
from rulesets.games.jogo_dos_reinos.revolts import (
    Revolt,
    after_cycle,
    after_defeat_of_suzerain,
    after_failure,
)
from rulesets.games.jogo_dos_reinos.state import GameState
from rulesets.kernel.sheet import Out
from tests.rules.kingdom_games import Table, tables

CHANCES = range(15, 76, 15)


def assert_sound(state: GameState) -> None:
    """Every vassal has one free suzerain; a chance is one of five numbers; nobody out holds or is held."""
    free = {kingdom.number for kingdom in state.free}
    for kingdom in state.kingdoms:
        assert (kingdom.revolt is None) is (kingdom.holder == 0)
        assert kingdom.holder == 0 or kingdom.holder in free - {kingdom.number}
        assert kingdom.revolt is None or kingdom.revolt.chance in CHANCES
        assert kingdom.passes in range(3)
        assert (kingdom.gone_at > 0) is (kingdom.holder > 0 or kingdom.out is Out.CONCEDED)
        assert kingdom.out is None or kingdom.holder == 0
    moments = [kingdom.gone_at for kingdom in state.kingdoms if kingdom.gone_at]
    assert len(set(moments)) == len(moments)
    assert state.current in free or state.winner
    assert bool(state.winner) is (len(free) == 1)


@given(tables())
def test_every_state_of_a_game_is_sound_and_somebody_wins(table: Table) -> None:
    for state in table.states:
        assert_sound(state)
    assert table.state.winner
    rest = {kingdom.holder for kingdom in table.state.kingdoms if kingdom.out is None} - {0}
    assert rest <= {table.state.winner}


@given(tables())
def test_a_stranger_plays_the_game_again_from_its_seed(table: Table) -> None:
    written = json.loads(json.dumps([to_plain(event) for event in table.events]))
    events = [event_from(plain) for plain in written]
    assert events == table.events
    again = replay(table.setup, events)
    assert (again.state, list(again.outcomes)) == (table.state, table.outcomes)


@given(tables())
def test_chances_and_cards_stay_in_range(table: Table) -> None:
    for outcome in (outcome for told in table.outcomes for outcome in told):
        if isinstance(outcome, Roll):
            assert outcome.value in range(1, 101)
            assert outcome.success is (outcome.value <= outcome.chance)
            assert outcome.chance in _possible(outcome.trial, table.state.difficulty)
        elif isinstance(outcome, Dealt):
            assert outcome.joker in range(1, outcome.cards + 1)
            assert 1 <= outcome.armies <= outcome.cards - outcome.armies


def _possible(trial: Trial, difficulty: str) -> list[int]:
    native = [100 - DIFFICULTIES[difficulty] - 5 * vassals for vassals in range(7)]
    return {Trial.REVOLT: [*CHANCES], Trial.NATIVE_ARMIES: native, Trial.REBEL_ARMIES: [30]}[trial]


@given(tables())
def test_nobody_passes_three_times_in_a_row(table: Table) -> None:
    for before, event in zip(table.states, table.events, strict=False):
        if isinstance(event, Pass):
            assert before.kingdom(before.current).passes < 2
        if isinstance(event, Attack):
            assert before.find(event.target) in before.free


@given(tables())
def test_a_kingdom_changes_hands_only_in_battles_and_by_leaving(table: Table) -> None:
    for (before, after), event in zip(pairwise(table.states), table.events, strict=True):
        held = [[kingdom.holder for kingdom in state.kingdoms] for state in (before, after)]
        assert held[0] == held[1] or isinstance(event, Decide | Pick | Leave)


@given(tables(most=60))
def test_what_is_refused_is_refused_before_a_die_falls(table: Table) -> None:
    dice = Random(5)
    for event in _any_events(table.people):
        violations, before = check(table.state, event), dice.getstate()
        if not violations:
            play(table.state, event, dice)
            continue
        with pytest.raises(Refused) as refused:
            play(table.state, event, dice)
        assert (refused.value.violations, dice.getstate()) == (violations, before)


def _any_events(rng: Random) -> list[Event]:
    number = [rng.randrange(-1, 11) for _ in range(40)]
    picks = [tuple(rng.randrange(0, 12) for _ in range(rng.randrange(7))) for _ in range(10)]
    return [
        Pass(),
        *(Attack(target) for target in number[:10]),
        *(Decide(vassal, rng.random() < 0.5) for vassal in number[10:20]),
        *(Pick(kingdom, cards) for kingdom, cards in zip(number[20:], picks, strict=False)),
        *(Leave(kingdom, rng.choice([*Out])) for kingdom in number[30:]),
    ]


STEPS = st.sampled_from([after_cycle, after_failure, after_defeat_of_suzerain])


@given(st.lists(STEPS, max_size=60))
def test_a_revolt_chance_moves_by_fifteen_or_from_75_to_45(steps: list[Any]) -> None:
    revolt = Revolt()
    for step in steps:
        then, revolt = revolt, step(revolt)
        assert revolt.chance in CHANCES
        assert abs(revolt.chance - then.chance) in (0, 15) or (then.chance, revolt.chance) == (75, 45)


def test_chances_of_a_vassal_that_keeps_still() -> None:
    revolt, chances = Revolt(), []
    for _ in range(10):
        revolt = after_cycle(revolt)
        chances.append(revolt.chance)
    assert chances == [15, 30, 45, 60, 75, 45, 60, 75, 45, 60]


@pytest.mark.parametrize(
    ("kingdoms", "difficulty", "codes"),
    [
        ([1], "easy", ["kingdoms_out_of_range"]),
        (range(1, 10), "easy", ["kingdoms_out_of_range"]),
        ([1, 1, 2], "easy", ["kingdoms_out_of_range"]),
        ([0, 1], "impossible", ["kingdoms_out_of_range", "difficulty_unknown"]),
    ],
)
def test_games_that_cannot_begin(kingdoms: list[int], difficulty: str, codes: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        begin(kingdoms, difficulty, Random(1))
    assert [violation.code for violation in refused.value.violations] == codes


@pytest.mark.parametrize(
    "plain",
    [
        None, [], {}, {"type": "win"}, {"type": "attack"}, {"type": "attack", "target": "2"},
        {"type": "attack", "target": True}, {"type": "attack", "target": 2, "by": 1},
        {"type": "decide", "vassal": 2, "revolts": 1}, {"type": "pick", "kingdom": 1, "cards": 4},
        {"type": "pick", "kingdom": 1, "cards": list(range(500))}, {"type": ["pass"]},
        {"type": "leave", "kingdom": 1, "way": "x"},
    ],
)  # fmt: skip
def test_what_is_no_event_is_refused(plain: object) -> None:
    with pytest.raises(Refused) as refused:
        event_from(plain)
    assert [violation.code for violation in refused.value.violations] == ["event_unreadable"]


def test_outcomes_are_written_with_their_chance() -> None:
    told = Roll(Trial.REVOLT, 3, 45, 45)
    assert to_plain(told) == {
        "type": "roll", "trial": "revolt", "kingdom": 3, "chance": 45, "value": 45, "success": True,
    }  # fmt: skip
    assert to_plain(OrderDrawn((2, 1))) == {"type": "order_drawn", "order": [2, 1]}


def test_a_seed_is_pinned_to_its_numbers() -> None:
    """What is recorded today must be found again by a later version."""
    played = replay(Setup((1, 2, 3, 4), "medium", 2026), [Attack(4), Pick(3, (1, 2, 3, 4, 5))])
    assert played.outcomes == (
        (OrderDrawn((3, 4, 2, 1)), TurnOf(3, 1)),
        (BattleBegan(3, 4), Roll(Trial.NATIVE_ARMIES, 3, 80, 29), Dealt(10, 10, 3, 5)),
        (Picked(3, (1, 2, 3, 4, 5), False), BattleWon(4, 3), Fell(3, 4), TurnOf(4, 1)),
    )
