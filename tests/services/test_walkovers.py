"""Walkovers: confirmed by a person, beaten by a game that was played, reversible while nothing followed."""

from typing import Any

import pytest

from core.errors import Refused, Stale
from matches.models import Match, MatchState, Sheet
from matches.sheets import PLAYED_AFTER_WALKOVER
from rulesets.kernel.sheet import EndedBy
from tests.acts import (
    Moments,
    assert_sound,
    at,
    entry_at,
    finish,
    side,
    walked_over,
    won,
)
from tests.cast import ana, bruno, drawn, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.departures.disqualify import disqualify
from tournaments.match_views.match import match_view
from tournaments.models import Correction
from tournaments.play.play import RecordingResult, record_sheet, start_match, tournament_of

pytestmark = pytest.mark.django_db


def played_late(match: Match, number: int, clock: Moments, **more: Any) -> RecordingResult:
    kind = tournament_of(match).kind
    asked = {"sheet": plain_win(match, number, kind), "by": bruno(), "now": next(clock), **more}
    return record_sheet(match, **asked)


@pytest.mark.F15
@pytest.mark.parametrize("chosen", [{"table_high": 2}, {"kind": "duplas"}])
@pytest.mark.parametrize("winner", [1, 2])
def test_a_played_result_beats_an_earlier_walkover(
    clock: Moments, chosen: dict[str, Any], winner: int
) -> None:
    tournament = drawn(8, **chosen)
    seen = tournament.ledger.head_seq
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    recorded = played_late(match, winner, clock, submission_key="phone-1", seen=seen)
    assert (recorded.sheet.version, recorded.sheet.reason) == (2, PLAYED_AFTER_WALKOVER)
    assert recorded.verdict.winner == winner
    assert match.feeds.get().entry == entry_at(match, winner)
    assert not side(match, 2).absent
    again = played_late(match, winner, clock, submission_key="phone-1", seen=seen)
    assert (again.repeated, again.sheet.pk) == (True, recorded.sheet.pk)
    finish(tournament, clock)
    assert_sound(tournament)


@pytest.mark.F15
def test_a_game_that_had_begun_counts_its_start_once(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = at(tournament, 1, 1)
    start_match(match, by=bruno(), now=next(clock))
    walked_over(match, 2, clock=clock)
    played_late(match, 2, clock)
    assert tournament.ledger.lines.filter(type="match.started").count() == 1
    assert_sound(tournament)


@pytest.mark.F15
def test_once_a_later_match_began_it_is_the_coordinators(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    won(tournament, 1, 2, clock)
    start_match(at(tournament, 2, 1), by=bruno(), now=next(clock))
    with pytest.raises(Stale, match="already_recorded"):
        played_late(match, 2, clock)
    assert Sheet.objects.get(match=match).ended_by == EndedBy.WALKOVER


@pytest.mark.F15
def test_who_was_disqualified_since_comes_back_by_the_coordinators_word_only(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    disqualify(entry_at(match, 1), reason="Cartas na manga.", by=ana(), now=next(clock))
    with pytest.raises(Stale, match="already_recorded"):
        played_late(match, 1, clock)
    assert not tournament.ledger.lines.filter(type="entry.reinstated").exists()


@pytest.mark.F15
def test_a_walkover_never_beats_a_played_result(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = won(tournament, 1, 1, clock)
    with pytest.raises(Stale, match="already_recorded"):
        walked_over(match, 1, clock=clock)
    assert Sheet.objects.get(match=match).winner == entry_at(match, 1)


@pytest.mark.F15
@pytest.mark.F20
def test_a_game_at_a_table_that_was_given_up_opens_what_was_over_by_itself(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    first = walked_over(at(tournament, 1, 1), 1, 2, clock=clock)
    walked_over(at(tournament, 1, 2), 1, 2, clock=clock)
    assert at(tournament, 2, 1).state == MatchState.ENDED
    played_late(first, 1, clock)
    semifinal = at(tournament, 2, 1)
    assert (semifinal.state, side(semifinal, first.feeds.get().number).entry) == (
        MatchState.READY,
        entry_at(first, 1),
    )
    assert at(tournament, 3, 1).sides.filter(filled=True).count() == 0
    places = finish(tournament, clock)
    assert entry_at(first, 1).code in places
    assert_sound(tournament)


@pytest.mark.F19
def test_a_wrong_walkover_is_corrected_while_nothing_followed_and_back(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    before = overview_of(tournament)
    late = played_late(match, 2, clock)
    assert match.feeds.get().entry == entry_at(match, 2)
    correction = Correction.objects.get(match=match, version=late.sheet.version)
    undo_correction(correction, reason="wrong table", by=ana(), now=next(clock))
    assert overview_of(tournament) == before
    assert_sound(tournament)


@pytest.mark.F19
def test_a_wrong_walkover_found_later_needs_a_remedy(clock: Moments) -> None:
    tournament = drawn(8, table_high=2)
    match = walked_over(at(tournament, 1, 1), 2, clock=clock)
    won(tournament, 1, 2, clock)
    later = won(tournament, 2, 1, clock)
    playing_late = {"sheet": _ruled(match), "reason": "they were there", "by": ana()}
    with pytest.raises(Refused, match="remedy_needed"):
        correct_sheet(match, now=next(clock), **playing_late)
    correct_sheet(match, now=next(clock), remedies={later.code: "replay"}, **playing_late)
    assert at(tournament, 2, 1).state == MatchState.READY
    finish(tournament, clock)
    assert_sound(tournament)


def _ruled(match: Match) -> Any:
    """The game was never entered: the coordinator rules for the side that was said to be absent."""
    sheet = plain_win(match, 2)
    return type(sheet)(EndedBy.RULING, sheet.lines, winner=2, reason="they were there")


@pytest.mark.F23
def test_who_won_without_playing_stands_in_the_next_match(clock: Moments) -> None:
    tournament = drawn(3, table_high=2)
    bye = next(m for m in Match.objects.filter(ledger=tournament.ledger_id) if m.sides.count() == 1)
    duel = Match.objects.exclude(pk=bye.pk).get(ledger=tournament.ledger_id, round=1)
    walked_over(duel, 2, clock=clock)
    final = match_view(tournament, at(tournament, 2, 1))
    assert {s.entry_code for s in final.sides} == {entry_at(bye, 1).code, entry_at(duel, 1).code}
    assert all(s.names for s in final.sides)
