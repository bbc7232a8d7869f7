"""A game's file is the same game when a stranger plays it; anything altered in it is found."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import Refused
from rulesets.games.jogo_dos_reinos.engine import Setup, begin
from rulesets.games.jogo_dos_reinos.outlook import choices_in, picking_in, turn_of
from rulesets.games.jogo_dos_reinos.plain import to_plain
from rulesets.games.jogo_dos_reinos.random_tables import random_event
from rulesets.games.jogo_dos_reinos.result import sheet_of
from rulesets.games.jogo_dos_reinos.transcript import Replay, differences, transcript
from rulesets.kernel.rules import Rules, TableSize
from rulesets.kernel.sheet import SeatAt, Situation
from rulesets.registry import game_of
from tests.rules.kingdom_games import Table, setups, tables

SETUP = Setup((1, 2, 3, 4), "medium", 2**100 + 7)


def written(setup: Setup, people: Random, acts: int = 60) -> Any:
    """The file of a game in which people also take acts back, as JSON brings it."""
    replay = Replay(setup)
    told: list[dict[str, Any]] = []
    while len(told) < acts and not replay.state.winner:
        if replay.active_acts and people.randrange(6) == 0:
            of = replay.active_acts[-1]
            replay.undo(of)
            act: tuple[Any, Any] = {"type": "undo", "of": of}, []
        else:
            event = random_event(replay.state, people)
            act = to_plain(event), replay.do(event)
        told.append({"number": len(told) + 1, "event": act[0], "outcomes": act[1]})
    return json.loads(json.dumps(transcript(setup, replay.beginning, told)))


@settings(deadline=None)
@given(setups, st.randoms(use_true_random=False))
def test_the_file_of_a_game_is_the_same_game(setup: Setup, people: Random) -> None:
    assert differences(written(setup, people, 30)) == []


def test_an_undone_act_leaves_the_dice_where_they_were() -> None:
    replay, again = Replay(SETUP), Replay(SETUP)
    people = Random(3)
    for _ in range(20):
        event = random_event(replay.state, people)
        replay.do(event)
        again.do(event)
        if again.state.winner:
            break
        again.do(random_event(again.state, Random(9)))
        again.undo(again.active_acts[-1])
        assert again.state == replay.state


def alterations() -> dict[str, Callable[[Any], None]]:
    def seed(data: Any) -> None:
        data["seed"] = str(int(data["seed"]) + 1)

    def outcome(data: Any) -> None:
        act = next(act for act in data["acts"] if act["event"]["type"] == "attack")
        act["outcomes"].pop()

    def roll(data: Any) -> None:
        rolls = [o for act in data["acts"] for o in act["outcomes"] if o["type"] == "roll"]
        rolls[0]["value"] = 101 - rolls[0]["value"]

    def left_out(data: Any) -> None:
        del data["acts"][0]

    def order(data: Any) -> None:
        data["beginning"][0]["order"].reverse()

    return {"seed": seed, "outcome": outcome, "roll": roll, "left out": left_out, "order": order}


@pytest.mark.parametrize("alteration", alterations().values(), ids=alterations())
def test_whatever_is_altered_is_found(alteration: Callable[[Any], None]) -> None:
    data = written(SETUP, Random(1))
    assert differences(data) == []
    alteration(data)
    assert differences(data) != []


@pytest.mark.parametrize(
    "change",
    [
        {"seed": 5}, {"seed": "-1"}, {"seed": "9" * 101}, {"kingdoms": [1]}, {"kingdoms": "12"},
        {"difficulty": "x"}, {"acts": None}, {"acts": [{}]}, {"acts": [1]}, {"format": "x"}, {"more": 1},
        {"acts": [{"number": 1, "event": {"type": "pass"}, "outcomes": []}] * 2001},
    ],
)  # fmt: skip
def test_another_file_is_unreadable(change: dict[str, Any]) -> None:
    data = copy.deepcopy(written(SETUP, Random(1), 3)) | change
    with pytest.raises(Refused) as refusal:
        differences(data)
    assert refusal.value.violations[0].code == "transcript_unreadable"


@pytest.mark.parametrize("data", [None, [], 3, "x", {}])
def test_what_is_no_object_is_unreadable(data: object) -> None:
    with pytest.raises(Refused):
        differences(data)


@settings(deadline=None)
@given(tables())
def test_a_game_that_is_over_comes_to_a_sheet_that_stands(table: Table) -> None:
    if not table.state.winner or len(table.setup.kingdoms) < 4:
        return
    seats = tuple(SeatAt(number, f"p{number}") for number in table.setup.kingdoms)
    sheet = sheet_of(table.state, table.events, seats, timed=False)
    assert sheet is not None
    game = game_of("jogo-dos-reinos")
    rules = Rules(game.key, "reinos", (), TableSize(4, 8))
    verdict = game.judge(rules, Situation(seats, started=True), game.tidy(rules, sheet))
    assert (verdict.violations, verdict.winner) == ((), table.state.winner)


@settings(deadline=None)
@given(tables(40))
def test_whatever_is_offered_may_be_done(table: Table) -> None:
    state = table.state
    turn, choices, picking = turn_of(state), choices_in(state), picking_in(state)
    assert bool(state.winner) + bool(turn) + bool(choices) + bool(picking) == 1
    if turn:
        assert turn.targets
        assert all(0 < target.win < 100 and target.own % 5 == 0 for target in turn.targets)


def test_two_free_kingdoms_have_figures_that_a_person_can_check() -> None:
    state, _ = begin((1, 2), "medium", Random(1))
    turn = turn_of(state)
    assert turn is not None
    (target,) = turn.targets
    assert (target.own, target.others, target.native) == (5, 5, 80)
    assert target.win == round(100 * (0.8 * 0.5 + 0.2 * (0.7 * 1 / 6 + 0.3 * 1 / 10)))
