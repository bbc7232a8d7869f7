"""What holds in every game, whatever a sheet or a deck list says."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.kernel.rules import Game, Kind, Rules
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation, Verdict
from rulesets.messages import text_for_violation
from rulesets.registry import GAMES, deck_checker

KINDS = [(game, kind) for game in GAMES.values() for kind in game.kinds]
EVERY_ENDING: Mapping[EndedBy, int] = dict.fromkeys(EndedBy, 1)
SCORED = {
    "chama": ("intact", "commanders", "armies"),
    "castelo": ("castle", "wall"),
    "hermetica": ("potencial",),
}
"""Counts of which one more is never a disadvantage. Vassals are told by their own lines."""
Scene = tuple[Game, Rules, Situation]


def seats(kind: Kind, sides: int) -> tuple[SeatAt, ...]:
    places = [(side, member) for member in range(kind.team_size) for side in range(1, sides + 1)]
    return tuple(SeatAt(side, f"p{side}{member}") for side, member in places)


@st.composite
def scenes(draw: st.DrawFn, *, least: int = 0) -> Scene:
    game, kind = draw(st.sampled_from(KINDS))
    count = draw(st.integers(least, kind.tables.high))
    rules = Rules(game.key, kind.key, (), kind.tables, draw(st.sampled_from([None, 40])) if not least else 40)
    started = bool(least) or draw(st.booleans())
    return game, rules, Situation(seats(kind, count), started, started)


def place_of(verdict: Verdict, side: int) -> int:
    """1, 2, 2, 4: one more than all who stand before."""
    before = 0
    for group in verdict.placement:
        if side in group:
            return before + 1
        before += len(group)
    raise AssertionError(f"side {side} has no place")


def assert_legal(situation: Situation, verdict: Verdict) -> None:
    """One winner alone in front, or nobody, or an open tie that is explained; everybody has one place."""
    sides = {seat.side for seat in situation.seats}
    placed = [side for group in verdict.placement for side in group]
    assert sorted(placed) == sorted(sides)
    assert all(verdict.placement)
    assert set(verdict.scores) == sides
    if verdict.open_tie:
        assert (len(verdict.open_tie) > 1, verdict.winner) == (True, None)
        assert verdict.placement[0] == verdict.open_tie
    elif verdict.winner is not None:
        assert verdict.placement[0] == (verdict.winner,)
    places = [place_of(verdict, side) for side in placed]
    assert places == sorted(places)
    assert all(place == 1 + sum(other < place for other in places) for place in places)


@given(scenes(), st.integers(0, 10**6))
def test_a_sheet_that_stands_has_one_winner_or_none_and_a_legal_ranking(ctx: Scene, seed: int) -> None:
    game, rules, situation = ctx
    sheet = game.random_sheet(rules, situation, Random(seed), EVERY_ENDING)
    verdict = game.judge(rules, situation, sheet)
    assert verdict.stands
    assert_legal(situation, verdict)
    assert (verdict.winner is None) is (sheet.ended_by is EndedBy.NONE_ADVANCES)


@given(scenes(least=2), st.integers(0, 10**6), st.data())
def test_one_card_more_lowers_neither_score_nor_place(ctx: Scene, seed: int, data: st.DataObject) -> None:
    game, rules, situation = ctx
    sheet = game.random_sheet(rules, situation, Random(seed), {EndedBy.TIME: 50})
    if game.key not in SCORED or sheet.ended_by is not EndedBy.TIME:
        return
    sheet = replace(sheet, cuts=())
    index = data.draw(st.integers(0, len(sheet.lines) - 1))
    key = data.draw(st.sampled_from(SCORED[game.key]))
    line = sheet.lines[index]
    more = replace(line, counts={**line.numbers, key: line.numbers.get(key, 0) + 1})
    lines = (*sheet.lines[:index], more, *sheet.lines[index + 1 :])
    before, after = (game.judge(rules, situation, one) for one in (sheet, replace(sheet, lines=lines)))
    if before.violations or after.violations:
        return
    side = next(seat.side for seat in situation.seats if seat.player == line.player)
    assert (after.scores[side] or 0) >= (before.scores[side] or 0)
    assert place_of(after, side) <= place_of(before, side)
    assert all(after.scores[other] == before.scores[other] for other in before.scores if other != side)


def test_one_vassal_more_raises_the_score_of_its_suzerain() -> None:
    game = GAMES["jogo-dos-reinos"]
    kind = game.kind("reinos")
    rules, situation = Rules(game.key, kind.key, (), kind.tables, 40), Situation(seats(kind, 5), True, True)
    free = [Line(f"p{side}0", {"holder": 0, "fall": 0}) for side in range(1, 6)]
    for held in range(1, 4):
        lines = [
            replace(line, counts={"holder": 1, "fall": place}) if 1 <= place <= held else line
            for place, line in enumerate(free)
        ]
        verdict = game.judge(rules, situation, Sheet(EndedBy.TIME, tuple(lines)))
        assert (verdict.winner, verdict.scores[1]) == (1, held)


# --- whatever somebody sends -------------------------------------------------------------------------

WILD: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.just(10**40),
        st.just(float("nan")), st.sampled_from(["6", "١٢", "-1", "1e3"]),
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)  # fmt: skip
KEYS = st.one_of(
    st.sampled_from(
        ["intact", "razed", "commanders", "armies", "razed_in_battle", "castle", "wall", "fell", "potencial",
         "holder", "fall", "is_admin", "__class__", ""]
    ),
    st.text(max_size=5),
)  # fmt: skip


@st.composite
def wild_sheets(draw: st.DrawFn) -> tuple[Scene, Sheet]:
    game, rules, situation = draw(scenes())
    names = st.one_of(
        st.sampled_from([*(seat.player for seat in situation.seats), "zeca", ""]), st.text(max_size=9)
    )
    line = st.builds(
        Line, names, st.dictionaries(KEYS, WILD, max_size=6), st.sampled_from([None, *Out]),
        st.one_of(st.none(), st.integers()),
    )  # fmt: skip
    numbers = st.lists(st.integers(-2, 20), max_size=4).map(tuple)
    cut = st.builds(Cut, numbers, st.lists(st.text(max_size=3), max_size=4).map(tuple))
    sheet = Sheet(
        draw(st.sampled_from(EndedBy)),
        tuple(draw(st.lists(line, max_size=10))),
        draw(st.one_of(st.none(), st.integers())),
        tuple(draw(st.lists(cut, max_size=3))),
        draw(st.text(max_size=20)),
    )
    return (game, rules, replace(situation, decided=draw(st.booleans()))), sheet


@settings(max_examples=300)
@given(wild_sheets())
def test_any_sheet_gets_a_verdict_and_every_violation_a_sentence(case: tuple[Scene, Sheet]) -> None:
    (game, rules, situation), sheet = case
    verdict = game.judge(rules, situation, sheet)
    for violation in (*verdict.violations, *verdict.warnings):
        assert text_for_violation(violation)
    if verdict.stands:
        assert_legal(situation, verdict)
    if verdict.violations:
        assert (verdict.winner, verdict.placement) == (None, ())


@settings(max_examples=200)
@given(wild_sheets())
def test_what_is_wrong_with_one_line_hides_nothing_wrong_with_another(case: tuple[Scene, Sheet]) -> None:
    (game, rules, situation), sheet = case
    alone = game.judge(rules, situation, sheet)
    more = replace(sheet, lines=(*sheet.lines, Line("somebody from elsewhere", {"nonsense": 1})))
    both = game.judge(rules, situation, more)
    codes = {violation.code for violation in both.violations}
    if sheet.ended_by is not EndedBy.BYE:
        assert {"player_not_seated", "count_unknown"} <= codes
    if alone.violations:
        assert both.violations


@pytest.mark.parametrize("game", [key for key in GAMES if deck_checker(key)])
@settings(max_examples=200)
@given(text=st.one_of(st.text(max_size=300), st.lists(st.text(max_size=12), max_size=40).map("\n".join)))
def test_any_deck_list_gets_a_report(game: str, text: str) -> None:
    checker = deck_checker(game)
    assert checker is not None
    report = checker.check_deck(text)
    assert all(text_for_violation(violation) for violation in (*report.violations, *report.warnings))
    assert report.stands is not bool(report.violations)


@pytest.mark.parametrize("game", [key for key in GAMES if deck_checker(key)])
@pytest.mark.parametrize(
    "line", ["3 Torre", "999999999999999999999 Torre", "x", "-1 Torre", "0 Torre", ": : :"]
)
def test_ten_thousand_lines_are_read_and_told(game: str, line: str) -> None:
    checker = deck_checker(game)
    assert checker is not None
    report = checker.check_deck("\n".join([line] * 10_000))
    assert len(report.violations) <= 10_001
    assert not report.stands or game == "hermetica"
