"""The companion at the table: begun with a recorded seed, played act by act, undone, and made a sheet."""

import json
from random import Random
from typing import Any

import pytest

from core.errors import Forbidden, Refused, Stale
from matches.models import KingdomsAct, KingdomsGame, Match, MatchState
from rulesets.games.jogo_dos_reinos.random_tables import random_event
from rulesets.kernel.sheet import EndedBy
from rulesets.kingdoms import commitment, differences, to_plain
from tests.acts import assert_sound, line_types
from tests.cast import START, ana, bruno, caio, drawn, duda, fresh
from tournaments.kingdoms import companion as kingdoms
from tournaments.kingdoms.selectors import Companion, companion_of
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = pytest.mark.django_db
KINGDOMS: dict[str, Any] = {"game": "jogo-dos-reinos", "kind": "reinos", "table_low": 4, "table_high": 4}


def table() -> tuple[Tournament, Match]:
    """Four kingdoms at one table, playing; Caio's is one of them."""
    tournament = drawn(4, **KINGDOMS)
    match = Match.objects.get(ledger=tournament.ledger_id)
    return tournament, start_match(match, by=bruno(), now=START)


def begun(seed: int = 1) -> tuple[Tournament, Match]:
    tournament, match = table()
    kingdoms.begin_game(match, by=bruno(), now=START, rng=Random(seed))
    return tournament, match


def now(tournament: Tournament, match: Match) -> Companion:
    return companion_of(tournament, Match.objects.get(pk=match.pk))


def act(tournament: Tournament, match: Match, event: dict[str, Any], by: Any = None) -> KingdomsAct:
    seen = now(tournament, match).version
    return kingdoms.play_event(match, event=event, seen=seen, by=by or bruno(), now=START)


def attack(tournament: Tournament, match: Match) -> KingdomsAct:
    state = now(tournament, match).state
    assert state is not None
    target = next(kingdom.number for kingdom in state.free if kingdom.number != state.current)
    return act(tournament, match, {"type": "attack", "target": target})


def play_out(tournament: Tournament, match: Match, people: Random | None = None) -> Companion:
    """People who move by chance, until somebody holds all the others."""
    from_people = people or Random(5)
    companion = now(tournament, match)
    while companion.replay is not None and not companion.replay.state.winner:
        event = to_plain(random_event(companion.replay.state, from_people))
        kingdoms.play_event(match, event=event, seen=companion.version, by=bruno(), now=START)
        companion = now(tournament, match)
    return companion


def codes(refusal: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [violation.code for violation in refusal.value.violations]


def test_the_hash_of_the_seed_is_recorded_before_the_first_roll() -> None:
    tournament, match = begun()
    game = KingdomsGame.objects.get()
    assert game.commitment == commitment(int(game.seed))
    line = json.loads(tournament.ledger.lines.get(type="game.seeded").text)
    assert line["data"] == {"match": match.code, "sha256": game.commitment}
    assert game.seed not in tournament.ledger.lines.get(type="game.seeded").text
    assert_sound(fresh(tournament))


def test_who_sits_at_the_table_and_who_judges_may_play_nobody_else() -> None:
    tournament, match = begun()
    for who in (bruno(), caio(), ana()):
        act(tournament, match, {"type": "pass"}, who)
    with pytest.raises(Forbidden):
        act(tournament, match, {"type": "pass"}, duda())
    with pytest.raises(Forbidden):
        act(tournament, match, {"type": "leave", "kingdom": 1, "way": "disqualified"}, caio())


def test_what_the_rules_forbid_is_refused_and_leaves_no_act() -> None:
    tournament, match = begun()
    state = now(tournament, match).state
    assert state is not None
    cases: list[tuple[dict[str, Any], str]] = [
        ({"type": "attack", "target": state.current}, "attack_on_itself"),
        ({"type": "attack", "target": 99}, "kingdom_unknown"),
        ({"type": "pick", "kingdom": 1, "cards": [1]}, "nothing_to_pick"),
        ({"type": "pick", "kingdom": 1, "cards": [10**30] * 10}, "nothing_to_pick"),
        ({"type": "dance"}, "event_unreadable"),
        ({"type": "undo", "of": 1}, "event_unreadable"),
        ({"type": ["attack"]}, "event_unreadable"),
        ({}, "event_unreadable"),
    ]
    for event, code in cases:
        with pytest.raises(Refused) as refusal:
            act(tournament, match, event)
        assert code in codes(refusal)
    assert not KingdomsAct.objects.exists()


def test_an_act_decided_on_an_older_state_is_late() -> None:
    tournament, match = begun()
    act(tournament, match, {"type": "pass"})
    with pytest.raises(Stale) as stale:
        kingdoms.play_event(match, event={"type": "pass"}, seen=0, by=bruno(), now=START)
    assert (stale.value.code, stale.value.facts) == ("kingdoms_moved", {"version": 1})


def test_the_app_picks_as_many_cards_as_are_due() -> None:
    tournament, match = begun()
    attack(tournament, match)
    picked = kingdoms.pick_by_app(match, seen=1, by=caio(), now=START, rng=Random(2))
    assert (picked.by_app, len(picked.event["cards"])) == (True, len(set(picked.event["cards"])))
    with pytest.raises(Refused):
        kingdoms.pick_by_app(match, seen=2, by=caio(), now=START)


def test_an_undone_act_stays_in_the_log_and_the_dice_fall_as_before() -> None:
    tournament, match = begun()
    before = now(tournament, match).state
    first = attack(tournament, match)
    with pytest.raises(Refused) as refusal:
        kingdoms.undo(match, seen=1, by=caio(), now=START)
    assert codes(refusal) == ["undo_by_judge"]
    kingdoms.undo(match, seen=1, by=bruno(), now=START)
    companion = now(tournament, match)
    assert companion.state == before
    assert [(log.number, log.undone, log.undoes) for log in companion.acts] == [
        (1, True, None),
        (2, False, 1),
    ]
    assert attack(tournament, match).outcomes == first.outcomes


def test_who_plays_takes_back_what_no_chance_decided() -> None:
    tournament, match = begun()
    act(tournament, match, {"type": "pass"}, caio())
    kingdoms.undo(match, seen=1, by=caio(), now=START)
    with pytest.raises(Refused) as refusal:
        kingdoms.undo(match, seen=2, by=caio(), now=START)
    assert codes(refusal) == ["nothing_to_undo"]


def test_the_joker_is_not_shown_while_it_lies_face_down() -> None:
    tournament, match = begun()
    attack(tournament, match)
    assert "joker" not in json.dumps([log.outcomes for log in now(tournament, match).acts])
    kingdoms.undo(match, seen=1, by=bruno(), now=START)
    assert "joker" not in json.dumps([log.outcomes for log in now(tournament, match).acts])
    attack(tournament, match)
    kingdoms.pick_by_app(match, seen=3, by=bruno(), now=START)
    shown = now(tournament, match).acts
    assert ["joker" in json.dumps(log.outcomes) for log in shown] == [False, False, True, False]


def test_a_judge_begins_again_with_a_reason_which_is_recorded() -> None:
    tournament, match = begun()
    act(tournament, match, {"type": "pass"})
    for by, reason in [(caio(), "x"), (bruno(), "")]:
        with pytest.raises(Stale) as stale:
            kingdoms.begin_game(match, by=by, now=START, reason=reason)
        assert stale.value.code == "kingdoms_begun"
    kingdoms.begin_game(match, by=bruno(), now=START, reason="Duda never came.", absent=(2,))
    assert now(tournament, match).version == 0
    assert KingdomsGame.objects.get(number=2).kingdoms == [1, 3, 4]
    assert line_types(tournament, 2) == ["integrity.noted", "game.seeded"]
    assert_sound(fresh(tournament))


def test_one_kingdom_alone_is_no_game() -> None:
    _, match = table()
    with pytest.raises(Refused) as refusal:
        kingdoms.begin_game(match, by=bruno(), now=START, absent=(1, 2, 3))
    assert codes(refusal) == ["kingdoms_out_of_range"]
    with pytest.raises(Stale) as stale:
        kingdoms.play_event(match, event={"type": "pass"}, seen=0, by=bruno(), now=START)
    assert stale.value.code == "kingdoms_not_begun"


def test_a_game_becomes_the_sheet_and_a_file_that_is_the_same_game() -> None:
    tournament, match = begun()
    companion = play_out(tournament, match)
    sheet = companion.sheet
    assert sheet is not None
    assert sheet.ended_by == EndedBy.WIN_CONDITION
    recorded = record_sheet(match, sheet=sheet, by=bruno(), now=START)
    assert recorded.verdict.winner == sheet.winner
    ended = now(tournament, match)
    assert (ended.match.state, ended.is_open) == (MatchState.ENDED, True)
    assert differences(json.loads(json.dumps(ended.transcript()))) == []
    with pytest.raises(Stale):
        kingdoms.undo(match, seen=ended.version, by=ana(), now=START)
    assert_sound(fresh(tournament))


def test_time_makes_a_sheet_of_what_is_held_between_two_battles() -> None:
    tournament, match = begun()
    Match.objects.filter(pk=match.pk).update(time_called_at=START)
    attack(tournament, match)
    assert now(tournament, match).sheet is None
    kingdoms.pick_by_app(match, seen=1, by=bruno(), now=START)
    sheet = now(tournament, match).sheet
    assert sheet is not None
    assert sheet.ended_by == EndedBy.TIME
    assert sum(line.numbers["holder"] > 0 for line in sheet.lines) == 1


def test_another_game_has_no_companion() -> None:
    tournament = drawn(4)
    match = Match.objects.filter(ledger=tournament.ledger_id)[0]
    start_match(match, by=bruno(), now=START)
    with pytest.raises(Forbidden):
        kingdoms.begin_game(match, by=bruno(), now=START)
