"""Sheets of Swiss rounds that are corrected, and corrections that are undone, after a later draw."""

import pytest
from django.utils import timezone

from matches.models import Entry, EntryState, Match, Side
from rulesets.kernel.sheet import Line, Out, Sheet
from tests.acts import assert_sound
from tests.cast import ana, fresh, plain_win
from tests.swiss import closed, first_round, win_all
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.undo import undo_correction
from tournaments.draw.rounds import draw_round
from tournaments.models import Correction, Tournament

pytestmark = pytest.mark.django_db


def without_last(match: Match) -> Sheet:
    """Its first side wins, and the last one is disqualified."""
    sheet = plain_win(match)
    *lines, last = sheet.lines
    return Sheet(sheet.ended_by, (*lines, Line(last.player, {}, Out.DISQUALIFIED)), winner=1)


def corrected(match: Match, sheet: Sheet) -> Correction:
    return correct_sheet(match, sheet=sheet, reason="Trapaça", by=ana(), now=timezone.now())


def undone(correction: Correction) -> Correction:
    return undo_correction(correction, reason="Engano", by=ana(), now=timezone.now())


def two_rounds(**chosen: int) -> tuple[Tournament, Match, Entry]:
    """The second round is drawn; a match of the first, and its last entry."""
    tournament = first_round(8, rounds=2, **chosen)
    win_all(tournament)
    draw_round(fresh(tournament), by=ana(), now=timezone.now())
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1).earliest("number")
    entry = match.sides.latest("number").entry
    assert entry is not None
    return fresh(tournament), match, entry


def seats_of(entry: Entry) -> list[int]:
    """The rounds in which the entry sits."""
    return sorted(Side.objects.filter(entry=entry).values_list("match__round", flat=True))


def test_who_is_reinstated_by_an_undo_sits_in_the_next_round_again() -> None:
    tournament, match, entry = two_rounds()
    correction = corrected(match, without_last(match))
    assert seats_of(entry) == [1]
    undone(correction)
    assert Entry.objects.get(pk=entry.pk).state == EntryState.CHECKED_IN
    assert seats_of(entry) == [1, 2]
    assert_sound(tournament)


def test_who_is_reinstated_by_a_correction_sits_in_the_next_round_again() -> None:
    tournament, match, entry = two_rounds()
    corrected(match, without_last(match))
    corrected(Match.objects.get(pk=match.pk), plain_win(match, side=2))
    assert seats_of(entry) == [1, 2]
    assert_sound(tournament)


def test_who_is_disqualified_by_an_undo_leaves_the_next_round() -> None:
    tournament, match, entry = two_rounds()
    corrected(match, without_last(match))
    again = corrected(Match.objects.get(pk=match.pk), plain_win(match))
    undone(again)
    assert Entry.objects.get(pk=entry.pk).state == EntryState.DISQUALIFIED
    assert seats_of(entry) == [1]
    assert_sound(tournament)


def test_who_is_reinstated_sits_in_the_bracket_again() -> None:
    tournament = first_round(8, rounds=1, advance=8, table_low=2, table_high=2)
    win_all(tournament)
    tournament = closed(fresh(tournament))
    match = Match.objects.filter(ledger=tournament.ledger_id, round=1).earliest("number")
    entry = match.sides.latest("number").entry
    assert entry is not None
    correction = corrected(match, without_last(match))
    assert seats_of(entry) == [1]
    undone(correction)
    assert seats_of(entry) == [1, 2]
    assert_sound(tournament)
