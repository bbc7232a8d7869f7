"""What holds for every sheet of Castelo and Hermética, the games that the last one standing wins."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Refused
from rulesets.kernel.rules import Game, Kind, Rules
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, SeatAt, Sheet, Situation
from rulesets.registry import GAMES, choice_warnings, deck_checker, game_of

STANDING = [GAMES["castelo"], GAMES["hermetica"]]
KINDS = [(game, kind) for game in STANDING for kind in game.kinds]
PLAYED = [EndedBy.WIN_CONDITION, EndedBy.CONCESSION, EndedBy.DISQUALIFICATION, EndedBy.TIME]
EVERY_ENDING: Mapping[EndedBy, int] = dict.fromkeys(EndedBy, 1)

Scene = tuple[Game, Rules, Situation]


def seats(kind: Kind, sides: int) -> tuple[SeatAt, ...]:
    places = [(side, member) for member in range(kind.team_size) for side in range(1, sides + 1)]
    return tuple(SeatAt(side, f"p{side}{member}") for side, member in places)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any type, any number of sides (none and one included), any progress, either way with ties."""
    game, kind = draw(st.sampled_from(KINDS))
    count = draw(st.integers(0, kind.tables.high))
    limit = draw(st.sampled_from([None, 1, 600]))
    tie = "castle_timed_tie" if game.key == "castelo" else "potencial_timed_tie"
    house = draw(st.sampled_from([{}, {tie: "ruling"}]))
    rules = Rules(game.key, kind.key, (), kind.tables, limit, house)
    started, called = draw(st.booleans()), draw(st.booleans())
    return game, rules, Situation(seats(kind, count), started, called and started)


@st.composite
def any_sheets(draw: st.DrawFn) -> tuple[Scene, Sheet]:
    """Sheets as a careless or hostile client may send them."""
    game, rules, situation = draw(scenes())
    names = st.sampled_from([*(seat.player for seat in situation.seats), "zeca"])
    keys = st.sampled_from(["castle", "wall", "fell", "potencial", "intact"])
    counts = st.dictionaries(keys, st.sampled_from([0, 0, 1, 2, 20, -1, 1000]), max_size=4)
    orders = st.one_of(st.none(), st.integers(-1, 4))
    line = st.builds(Line, names, counts, st.sampled_from([None, None, None, *Out]), orders)
    sheet = Sheet(
        draw(st.sampled_from(EndedBy)),
        tuple(draw(st.lists(line, max_size=5))),
        draw(st.one_of(st.none(), st.integers(-1, 5))),
        draw(st.sampled_from([(), (Cut((1, 2), ("A", "K")),), (Cut((), ()),)])),
        draw(st.sampled_from(["", "why"])),
    )
    return (game, rules, replace(situation, decided=draw(st.booleans()))), sheet


def assert_ranking(situation: Situation, placement: tuple[tuple[int, ...], ...]) -> None:
    """Every side stands at exactly one place and no place is empty."""
    placed = [side for group in placement for side in group]
    assert sorted(placed) == sorted({seat.side for seat in situation.seats})
    assert all(placement)


@given(scenes(), st.integers())
def test_every_random_sheet_stands_and_is_a_legal_ranking(ctx: Scene, seed: int) -> None:
    game, rules, situation = ctx
    for odds in (None, EVERY_ENDING):
        sheet = game.random_sheet(rules, situation, Random(seed), odds)
        verdict = game.judge(rules, situation, sheet)
        assert verdict.stands
        assert game.tidy(rules, sheet) == sheet
        assert_ranking(situation, verdict.placement)
        assert (verdict.winner is None) is (sheet.ended_by is EndedBy.NONE_ADVANCES)
        assert sheet == game.random_sheet(rules, situation, Random(seed), odds)


@given(any_sheets())
def test_any_sheet_has_a_winner_a_reason_or_is_a_draw(case: tuple[Scene, Sheet]) -> None:
    (game, rules, situation), sheet = case
    for tried in (sheet, game.tidy(rules, sheet)):
        verdict = game.judge(rules, situation, tried)
        assert verdict.is_draw is ("game_drawn" in [violation.code for violation in verdict.violations])
        assert not verdict.is_draw or len(verdict.violations) == 1
        assert verdict.open_tie == ()
        if verdict.violations:
            assert (verdict.winner, verdict.placement) == (None, ())
        else:
            assert_ranking(situation, verdict.placement)
            assert all(score is not None and score >= 0 for score in verdict.scores.values())
            assert verdict.winner is None or verdict.placement[0] == (verdict.winner,)


@given(scenes(), st.integers())
def test_a_sheet_judged_in_any_order_of_its_lines_says_the_same(ctx: Scene, seed: int) -> None:
    game, rules, situation = ctx
    sheet = game.random_sheet(rules, situation, Random(seed), EVERY_ENDING)
    turned = replace(sheet, lines=sheet.lines[::-1])
    one, other = (game.judge(rules, situation, each) for each in (sheet, turned))
    assert (one.winner, one.placement, one.scores) == (other.winner, other.placement, other.scores)


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda value: value.key)
def test_random_sheets_meet_every_ending(game: Game, kind: Kind) -> None:
    rules = Rules(game.key, kind.key, (), kind.tables, 40)
    situation, rng = Situation(seats(kind, kind.tables.high), True, True), Random(7)
    met = {
        game.random_sheet(rules, situation, rng, {EndedBy.DISQUALIFICATION: 20}).ended_by for _ in range(300)
    }
    assert met == {*PLAYED, EndedBy.WALKOVER}


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=lambda value: value.key)
@given(st.integers())
def test_one_more_point_never_lowers_a_score_or_a_place(game: Game, kind: Kind, seed: int) -> None:
    rules = Rules(game.key, kind.key, (), kind.tables, 40)
    situation = Situation(seats(kind, kind.tables.high), True, True)
    sheet = game.random_sheet(
        rules, situation, Random(seed), {ending: int(ending is EndedBy.TIME) for ending in EndedBy}
    )
    before = game.judge(rules, situation, sheet)
    winner = next(seat.player for seat in situation.seats if seat.side == before.winner)
    richer = tuple(_richer(line) if line.player == winner else line for line in sheet.lines)
    after = game.judge(rules, situation, replace(sheet, lines=richer))
    assert after.winner == before.winner
    assert (after.scores[before.winner or 0] or 0) >= (before.scores[before.winner or 0] or 0)


def _richer(line: Line) -> Line:
    points = {
        key: value + (key != "fell" and not line.numbers.get("fell")) for key, value in line.numbers.items()
    }
    return replace(line, counts=points)


@given(st.one_of(st.text(max_size=300), st.lists(st.text(max_size=20)).map("\n".join)))
def test_any_text_at_all_is_checked_as_a_deck(text: str) -> None:
    for game in STANDING:
        checker = deck_checker(game.key)
        assert checker is not None
        report = checker.check_deck(text)
        assert report.stands is (report.violations == ())
        assert report.size == sum(card.copies for card in report.cards) >= len(report.cards)


def test_a_list_of_ten_thousand_lines_is_refused_with_one_sentence() -> None:
    for game in STANDING:
        checker = deck_checker(game.key)
        assert checker is not None
        for line in ("3 Carta\n", "0 Nada\n", "x" * 300 + "\n"):
            report = checker.check_deck(line * 10_000)
            assert [violation.code for violation in report.violations] == ["deck_too_many_lines"]


def test_a_line_longer_than_any_name_is_refused() -> None:
    checker = deck_checker("hermetica")
    assert checker is not None
    found = checker.check_deck("15 Amor\n" + "x" * 201).violations
    assert [(violation.code, violation.field) for violation in found] == [("deck_line_too_long", "deck.2")]


def test_only_some_games_check_decks_and_warn_of_choices() -> None:
    assert deck_checker("chama") is None
    assert choice_warnings("chama", "campeonato", {"castle_start": 1}) == ()
    assert choice_warnings("hermetica", "duelo", {}) == ()
    with pytest.raises(Refused):
        deck_checker("xadrez")


@pytest.mark.parametrize("game", STANDING, ids=lambda game: game.key)
def test_what_the_game_does_not_know_is_refused_or_empty(game: Game) -> None:
    rules = Rules(game.key, "duelo", (), game.kind("duelo").tables)
    with pytest.raises(Refused) as refused:
        game.kind("campeonato")
    assert refused.value.violations[0].code == "kind_unknown"
    assert game.cards_due(rules, ["ana", "bia"], []) == {}
    assert len(game.check_redraw(0)) == 1
    assert (game.marks, game.variants) == ((), ())


def test_the_catalogue_of_castelo_is_that_of_its_book() -> None:
    shown = [
        (kind.key, kind.team_size, kind.tables.low, kind.tables.high) for kind in game_of("castelo").kinds
    ]
    assert shown == [
        ("duelo", 1, 2, 2),
        ("duplas", 2, 2, 2),
        ("duplas-cooperativo", 2, 2, 2),
        ("imortal", 1, 3, 8),
    ]
