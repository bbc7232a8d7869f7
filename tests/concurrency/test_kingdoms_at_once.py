"""Two people at one table act at the same moment: one act counts, the other sees what became of it."""

import pytest

from core.errors import Stale
from matches.models import KingdomsAct, KingdomsGame, MatchState
from tests.cast import START, bruno, caio
from tests.fixtures.database import AtOnce
from tests.services.test_kingdoms_companion import attack, begun, table
from tournaments.kingdoms import companion


@pytest.mark.F05
def test_two_acts_at_once_are_one(at_once: AtOnce) -> None:
    _, match = begun()
    people = (bruno(), caio())
    answers = at_once(
        *(
            lambda by=by: companion.play_event(match, event={"type": "pass"}, seen=0, by=by, now=START)
            for by in people
        )
    )
    assert [a.code for a in answers if isinstance(a, Stale)] == ["kingdoms_moved"]
    assert list(KingdomsAct.objects.values_list("number", flat=True)) == [1]


def test_an_act_and_an_undo_at_once_are_one(at_once: AtOnce) -> None:
    tournament, match = begun()
    attack(tournament, match)
    by = bruno()
    answers = at_once(
        lambda: companion.undo(match, seen=1, by=by, now=START),
        lambda: companion.pick_by_app(match, seen=1, by=by, now=START),
    )
    assert len([a for a in answers if isinstance(a, Exception)]) == 1
    assert list(KingdomsAct.objects.values_list("number", flat=True)) == [1, 2]


def test_two_who_begin_at_once_begin_one_game(at_once: AtOnce) -> None:
    _, match = table()
    people = (bruno(), caio())
    answers = at_once(*(lambda by=by: companion.begin_game(match, by=by, now=START) for by in people))
    assert [a.code for a in answers if isinstance(a, Stale)] == ["kingdoms_begun"]
    assert KingdomsGame.objects.get().match.state == MatchState.PLAYING
