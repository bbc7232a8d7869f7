"""Time is called by the clock while a judge has the sheet in hand."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.errors import Stale
from matches.models import Match, MatchState
from tests.cast import bruno, plain_win, running
from tournaments.play.notes import note_redraw
from tournaments.play.play import call_time, record_sheet

pytestmark = pytest.mark.django_db


def started() -> tuple[Match, int]:
    """A match at its table, and the record's number that its judge sees."""
    tournament = running(time_limit=40)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.PLAYING).order_by("number")[0]
    return match, tournament.ledger.head_seq


def test_a_sheet_begun_before_time_was_called_is_not_stale() -> None:
    match, seen = started()
    assert match.time_due_at
    over = match.time_due_at + timedelta(seconds=1)
    assert call_time(match, by=None, now=over).time_called_at == over
    done = record_sheet(match, sheet=plain_win(match), by=bruno(), now=over, seen=seen)
    assert (done.verdict.winner, done.repeated) == (1, False)


def test_a_redraw_that_somebody_else_noted_makes_the_sheet_stale() -> None:
    match, seen = started()
    seat = match.seats.order_by("number")[0]
    assert seat.persona
    note_redraw(match, persona=seat.persona, by=bruno(), now=timezone.now())
    with pytest.raises(Stale):
        record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now(), seen=seen)
