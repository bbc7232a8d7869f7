"""The builders make what they say."""

import pytest

from tests import cast
from tournaments.models import Placing, State

pytestmark = pytest.mark.django_db


def test_a_running_tournament_has_matches_at_tables() -> None:
    tournament = cast.running(entries=8)
    assert tournament.state == State.RUNNING
    assert {match.state for match in tournament.ledger.matches.filter(round=1)} == {"playing"}


@pytest.mark.parametrize("kind", ["campeonato", "duplas", "conquistadores"])
def test_a_finished_one_has_a_place_for_everybody(kind: str) -> None:
    tournament = cast.finished(entries=6, kind=kind)
    assert tournament.state == State.FINISHED
    assert Placing.objects.filter(tournament=tournament, place=1).count() == 1
