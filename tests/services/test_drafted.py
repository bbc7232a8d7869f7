"""A match that the page has read is used under the lock only while the record has not gone on."""

import pytest
from django.utils import timezone

from core.errors import Stale
from matches.lineups import lineup_in
from matches.models import Match
from tests.cast import ana, bruno, plain_win, running
from tournaments.play.play import record_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.F04]


def test_what_others_recorded_since_is_seen() -> None:
    tournament = running(4, table_low=2, table_high=2)
    match = Match.objects.filter(ledger=tournament.ledger_id, state="playing")[0]
    drafted = lineup_in(tournament.ledger_id, match.code)
    drafted.seq = tournament.ledger.head_seq
    record_sheet(match, sheet=plain_win(match), by=bruno(), now=timezone.now())
    other = plain_win(match, side=2)
    with pytest.raises(Stale, match="already_recorded"):
        record_sheet(match, sheet=other, by=ana(), now=timezone.now(), drafted=drafted)
