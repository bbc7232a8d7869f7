"""Matches read while somebody acts."""

from collections.abc import Sequence
from typing import Any

import pytest

from matches.models import Match, MatchState
from tests.acts import at, moments, won
from tests.cast import drawn
from tournaments.match_views.match import views
from tournaments.match_views.rows import MatchSelection, seat_rows

pytestmark = pytest.mark.django_db


def test_they_stay_the_same_ones_while_others_act(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, clock = drawn(8, table_high=2), moments()
    ended = Match.objects.filter(ledger=tournament.ledger, state=MatchState.ENDED)
    won(tournament, 1, 1, clock)

    def then_another_ends(matches: MatchSelection) -> Sequence[Any]:
        rows = seat_rows(matches)
        won(tournament, 1, 2, clock)
        return rows

    monkeypatch.setattr("tournaments.match_views.match.seat_rows", then_another_ends)
    (only,) = views(tournament, ended)
    assert only.code == at(tournament, 1, 1).code
    assert [len(side.names) for side in only.sides] == [1, 1]
    assert len(only.seats) == 2
