"""Corrections: who advances is decided anew, nothing happens silently, one step back restores it all."""

from typing import Any

import pytest

from core.errors import Refused, Stale
from matches.models import Match, MatchState, Sheet, Side
from scheduling.dispatcher import dispatch
from tests.acts import Moments, assert_sound
from tests.cast import ana, bruno, drawn, fresh, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.preview import preview_correction
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match, tournament_of
from tournaments.standings.finish import finish, reopen

pytestmark = pytest.mark.django_db


def won(tournament: Tournament, place: tuple[int, int], side: int, clock: Moments) -> Match:
    match = at(tournament, place)
    start_match(match, by=bruno(), now=next(clock))
    sheet = plain_win(match, side, tournament.kind)
    record_sheet(match, sheet=sheet, by=bruno(), now=next(clock))
    return at(tournament, place)


def at(tournament: Tournament, place: tuple[int, int]) -> Match:
    return Match.objects.get(ledger=tournament.ledger, round=place[0], number=place[1])


def corrected(match: Match, side: int, clock: Moments, **remedies: str) -> Correction:
    sheet = plain_win(match, side, tournament_of(match).kind)
    return correct_sheet(
        match, sheet=sheet, reason="wrong side", by=ana(), now=next(clock), remedies=remedies
    )


@pytest.mark.F09
def test_before_the_next_match_the_rightful_winner_is_seated(clock: Moments) -> None:
    tournament = drawn(16)
    match = won(tournament, (1, 1), 1, clock)
    correction = corrected(match, 2, clock)
    following = Side.objects.get(source=match)
    assert following.entry == match.sides.get(number=2).entry
    assert [effect["remedy"] for effect in correction.effects] == ["reseat"]
    assert [s.version for s in Sheet.objects.filter(match=match)] == [1, 2]
    assert_sound(tournament)


@pytest.mark.F11
def test_the_same_winner_with_other_cards_touches_nothing_else(clock: Moments) -> None:
    tournament = drawn(16)
    match = won(tournament, (1, 1), 1, clock)
    before = overview_of(tournament)
    sheet = plain_win(match, 1)
    lines = (
        *sheet.lines[:1],
        *(type(line)(line.player, {"intact": 1, "commanders": 2}) for line in sheet.lines[1:]),
    )
    again = type(sheet)(sheet.ended_by, lines, winner=1)
    correction = correct_sheet(match, sheet=again, reason="counted again", by=ana(), now=next(clock))
    assert correction.effects == []
    assert overview_of(tournament).matches == before.matches
    assert_sound(tournament)


@pytest.mark.F10
def test_after_the_next_match_began_a_remedy_must_be_chosen(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1), 1, clock)
    won(tournament, (1, 2), 1, clock)
    later = won(tournament, (2, 1), 1, clock)
    with pytest.raises(Refused) as refused:
        corrected(match, 2, clock)
    assert [(v.code, v.facts["match"]) for v in refused.value.violations] == [("remedy_needed", later.code)]
    assert Sheet.objects.filter(match=match).count() == 1


@pytest.mark.F10
@pytest.mark.parametrize("remedy", ["keep", "replay", "replace"])
@pytest.mark.parametrize("chosen", [{}, {"table_high": 4}, {"kind": "duplas"}])
def test_each_remedy_and_its_undo_leave_a_sound_record(
    clock: Moments, remedy: str, chosen: dict[str, Any]
) -> None:
    tournament = drawn(16, **{"table_high": 2, **chosen})
    match = won(tournament, (1, 1), 1, clock)
    feeds = Match.objects.filter(feeds__match__sides__source=match, round=1).exclude(pk=match.pk).distinct()
    for other in feeds:
        won(tournament, (1, other.number), 1, clock)
    seat = Side.objects.get(source=match)
    beaten_by = next(s.number for s in seat.match.sides.order_by("number") if s.pk != seat.pk)
    later = won(tournament, (2, seat.match.number), beaten_by, clock)
    before = overview_of(tournament)
    correction = corrected(match, 2, clock, **{later.code: remedy})
    assert_sound(tournament)
    seat.refresh_from_db()
    rightful = match.sides.get(number=2).entry
    assert (seat.entry == rightful) == (remedy != "keep")
    assert (Match.objects.get(pk=later.pk).state == MatchState.READY) == (remedy == "replay")
    undo_correction(correction, reason="it was right", by=ana(), now=next(clock))
    assert overview_of(tournament) == before
    assert_sound(tournament)


@pytest.mark.F10
def test_replay_reaches_every_later_round(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, ranked=True)
    for round_, numbers in ((1, 4), (2, 2), (3, 1)):
        for number in range(1, numbers + 1):
            won(tournament, (round_, number), 1, clock)
    before = overview_of(tournament)
    semifinal = at(tournament, (2, 1))
    correction = corrected(at(tournament, (1, 1)), 2, clock, **{semifinal.code: "replay"})
    final = at(tournament, (3, 1))
    assert (final.state, final.winner) == (MatchState.WAITING, None)
    assert [side.filled for side in final.sides.order_by("number")] == [False, True]
    assert_sound(tournament)
    undo_correction(correction, reason="back", by=ana(), now=next(clock))
    assert overview_of(tournament) == before
    assert_sound(tournament)


def test_who_had_won_cannot_be_replaced(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1), 1, clock)
    won(tournament, (1, 2), 1, clock)
    seat = Side.objects.get(source=match)
    later = won(tournament, (2, 1), seat.number, clock)
    with pytest.raises(Refused, match="replaced_had_won"):
        corrected(match, 2, clock, **{later.code: "replace"})


def test_the_preview_shows_what_will_happen_and_stores_nothing(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, ranked=True)
    match = won(tournament, (1, 1), 1, clock)
    won(tournament, (1, 2), 1, clock)
    later = won(tournament, (2, 1), 1, clock)
    before, head = overview_of(tournament), fresh(tournament).ledger.head_seq
    preview = preview_correction(match, sheet=plain_win(match, 2), by=ana(), now=next(clock))
    assert preview.needs == (later.code,)
    assert {effect.after.code for effect in preview.effects.matches} >= {match.code, later.code}
    assert preview.effects.places
    assert (overview_of(tournament), fresh(tournament).ledger.head_seq) == (before, head)


@pytest.mark.F12
def test_an_undo_is_refused_once_more_was_played(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, (1, 1), 1, clock)
    won(tournament, (1, 2), 1, clock)
    correction = corrected(match, 2, clock)
    won(tournament, (2, 1), 1, clock)
    with pytest.raises(Stale, match="changed_since"):
        undo_correction(correction, reason="too late", by=ana(), now=next(clock))


def test_a_called_match_stays_called_when_its_player_changes(clock: Moments) -> None:
    tournament = drawn(8, table_high=2, tables=4)
    match = won(tournament, (1, 1), 1, clock)
    won(tournament, (1, 2), 1, clock)
    dispatch(tournament.ledger_id, now=next(clock))
    assert at(tournament, (2, 1)).state == MatchState.CALLED
    corrected(match, 2, clock)
    assert at(tournament, (2, 1)).state == MatchState.CALLED
    assert_sound(tournament)


@pytest.mark.F10
@pytest.mark.F109
@pytest.mark.parametrize(("begun", "remedy"), [(False, "reseat"), (True, "replay")])
def test_two_who_are_at_tables_already_exchange_final_and_third_place(
    clock: Moments, *, begun: bool, remedy: str
) -> None:
    """Nobody is at two tables on the way, and undoing it exchanges them again."""
    tournament = drawn(4, table_high=2, house_rules={"third_place_match": True})
    for number in (1, 2):
        won(tournament, (1, number), 1, clock)
    dispatch(tournament.ledger_id, now=next(clock))
    final, third = at(tournament, (2, 1)), at(tournament, (2, 2))
    for match in (final, third) if begun else ():
        start_match(match, by=bruno(), now=next(clock))
    before = overview_of(tournament)
    semifinal = at(tournament, (1, 1))
    remedies = dict.fromkeys((final.code, third.code), remedy) if begun else {}
    correction = corrected(semifinal, 2, clock, **remedies)
    assert {effect["remedy"] for effect in correction.effects} == {remedy}
    sits = {side.match_id: side.entry for side in Side.objects.filter(source=semifinal)}
    sides = {side.number: side.entry for side in semifinal.sides.all()}
    assert sits == {final.pk: sides[2], third.pk: sides[1]}
    assert_sound(tournament)
    undo_correction(correction, reason="no", by=ana(), now=next(clock))
    assert overview_of(tournament).matches == before.matches
    assert_sound(tournament)


def test_after_the_finish_it_is_reopened_first(clock: Moments) -> None:
    tournament = drawn(2, table_high=2)
    match = won(tournament, (1, 1), 1, clock)
    finish(tournament, by=ana(), now=next(clock))
    with pytest.raises(Stale, match="finished"):
        corrected(match, 2, clock)
    reopen(tournament, reason="wrong champion", by=ana(), now=next(clock))
    corrected(match, 2, clock)
    finish(tournament, by=ana(), now=next(clock))
    assert_sound(tournament)
    assert fresh(tournament).placings.get(place=1).entry == match.sides.get(number=2).entry
