"""Matches read while somebody acts."""

from collections.abc import Mapping

import pytest

from matches import rows
from matches.models import Match, MatchState
from tests.acts import at, moments, won
from tests.cast import drawn

pytestmark = pytest.mark.django_db


def test_they_stay_the_same_ones_while_others_act(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, clock, seats = drawn(8, table_high=2), moments(), rows._seats
    ended = Match.objects.filter(ledger=tournament.ledger, state=MatchState.ENDED)
    won(tournament, 1, 1, clock)

    def meanwhile(
        keys: rows.Keys, sides: Mapping[int, rows.SideRow], people: Mapping[int, rows.PersonaRow]
    ) -> Mapping[int, list[rows.SeatRow]]:
        won(tournament, 1, 2, clock)
        return seats(keys, sides, people)

    monkeypatch.setattr(rows, "_seats", meanwhile)
    (only,) = rows.shown_match(ended, {})
    assert only.match.code == at(tournament, 1, 1).code
    assert (len(only.sides), len(only.seats)) == (2, 2)
