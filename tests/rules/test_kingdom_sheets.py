"""What holds for every sheet of Jogo dos Reinos."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from rulesets.games.jogo_dos_reinos.events import Leave
from rulesets.games.jogo_dos_reinos.fields import lines_of
from rulesets.kernel.rules import Rules, TableSize
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation, Verdict
from rulesets.registry import GAMES
from tests.rules.kingdom_games import Table, tables

REINOS = GAMES["jogo-dos-reinos"]
EVERY_ENDING: Mapping[EndedBy, int] = dict.fromkeys(EndedBy, 1)

Scene = tuple[Rules, Situation]


def seats(number: int) -> tuple[SeatAt, ...]:
    return tuple(SeatAt(side, f"p{side}") for side in range(1, number + 1))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any number of sides (none and one included), any progress, either way with ties."""
    limit = draw(st.sampled_from([None, 1, 600]))
    house = draw(st.sampled_from([{}, {"kingdom_timed_tie": "replay", "kingdom_difficulty": "brutal"}]))
    rules = Rules("jogo-dos-reinos", "reinos", (), TableSize(4, 8), limit, house)
    started, called = draw(st.booleans()), draw(st.booleans())
    return rules, Situation(seats(draw(st.integers(0, 8))), started, called and started)


@st.composite
def any_sheets(draw: st.DrawFn) -> tuple[Scene, Sheet]:
    """Sheets as a careless or hostile client may send them."""
    rules, situation = draw(scenes())
    names = st.sampled_from([*(seat.player for seat in situation.seats), "zeca"])
    numbers = st.sampled_from([0, 0, 1, 2, 3, 8, 9, -1])
    counts = st.dictionaries(st.sampled_from(["holder", "fall", "castle"]), numbers, max_size=3)
    orders = st.one_of(st.none(), st.integers(-1, 4))
    line = st.builds(Line, names, counts, st.sampled_from([None, None, None, *Out]), orders)
    sheet = Sheet(
        draw(st.sampled_from(EndedBy)),
        tuple(draw(st.lists(line, max_size=9))),
        draw(st.one_of(st.none(), st.integers(-1, 9))),
        draw(st.sampled_from([(), (Cut((1, 2), ("A", "K")),)])),
        draw(st.sampled_from(["", "why"])),
    )
    return (rules, replace(situation, decided=draw(st.booleans()))), sheet


def assert_ranking(situation: Situation, verdict: Verdict) -> None:
    """Every side stands at exactly one place and no place is empty."""
    placed = [side for group in verdict.placement for side in group]
    assert sorted(placed) == sorted(seat.side for seat in situation.seats)
    assert all(verdict.placement)


@given(scenes(), st.integers())
def test_every_random_sheet_stands_and_is_a_legal_ranking(ctx: Scene, seed: int) -> None:
    rules, situation = ctx
    for odds in (None, EVERY_ENDING):
        sheet = REINOS.random_sheet(rules, situation, Random(seed), odds)
        verdict = REINOS.judge(rules, situation, sheet)
        assert verdict.stands
        assert REINOS.tidy(rules, sheet) == sheet
        assert_ranking(situation, verdict)
        assert (verdict.winner is None) is (sheet.ended_by is EndedBy.NONE_ADVANCES)
        assert sheet == REINOS.random_sheet(rules, situation, Random(seed), odds)


def test_random_sheets_meet_every_ending() -> None:
    rules = Rules("jogo-dos-reinos", "reinos", (), TableSize(4, 8), 40)
    rng, met = Random(7), set()
    for number in (2, 4, 8):
        for _ in range(150):
            situation = Situation(seats(number), True, True)
            met.add(REINOS.random_sheet(rules, situation, rng, EVERY_ENDING).ended_by)
    assert met == {*EndedBy} - {EndedBy.BYE, EndedBy.DECKED_OUT}


@given(any_sheets())
def test_any_sheet_has_a_winner_a_reason_or_is_a_draw(case: tuple[Scene, Sheet]) -> None:
    (rules, situation), sheet = case
    for tried in (sheet, REINOS.tidy(rules, sheet)):
        verdict = REINOS.judge(rules, situation, tried)
        assert verdict.is_draw is ("game_drawn" in [violation.code for violation in verdict.violations])
        assert verdict.open_tie == ()
        if verdict.violations:
            assert (verdict.winner, verdict.placement) == (None, ())
        else:
            assert_ranking(situation, verdict)
            assert verdict.winner is None or verdict.placement[0] == (verdict.winner,)


@given(tables())
def test_a_game_played_out_is_a_sheet_that_stands(table: Table) -> None:
    sides = sorted(kingdom.number for kingdom in table.state.kingdoms)
    situation = Situation(tuple(SeatAt(side, f"p{side}") for side in sides))
    last = table.events[-1]
    way = EndedBy.WIN_CONDITION
    if isinstance(last, Leave):
        way = EndedBy.CONCESSION if last.way is Out.CONCEDED else EndedBy.DISQUALIFICATION
    declared = table.state.winner if way is EndedBy.WIN_CONDITION else None
    sheet = Sheet(way, lines_of(table.state, situation.seats), declared)
    rules = Rules("jogo-dos-reinos", "reinos", (), TableSize(4, 8))
    verdict = REINOS.judge(rules, situation, sheet)
    assert verdict.violations == ()
    assert verdict.winner == table.state.winner
    order = sorted((k for k in table.state.kingdoms if k.gone_at), key=lambda kingdom: -kingdom.gone_at)
    assert [group[0] for group in verdict.placement[1 : 1 + len(order)]] == [k.number for k in order]


@given(scenes(), st.integers())
def test_a_sheet_judged_in_any_order_of_its_lines_says_the_same(ctx: Scene, seed: int) -> None:
    rules, situation = ctx
    sheet = REINOS.random_sheet(rules, situation, Random(seed), EVERY_ENDING)
    turned = replace(sheet, lines=sheet.lines[::-1])
    one, other = (REINOS.judge(rules, situation, each) for each in (sheet, turned))
    assert (one.winner, one.placement, one.scores) == (other.winner, other.placement, other.scores)


def test_nobody_draws_cards_again() -> None:
    assert [violation.code for violation in REINOS.check_redraw(0)] == ["no_hand_in_game"]
    assert REINOS.cards_due(Rules("jogo-dos-reinos", "reinos", (), TableSize(4, 8)), ["a"], ["a"]) == {}


def test_there_is_one_type() -> None:
    with pytest.raises(Refused) as refused:
        REINOS.kind("duelo")
    assert [violation.code for violation in refused.value.violations] == ["kind_unknown"]
