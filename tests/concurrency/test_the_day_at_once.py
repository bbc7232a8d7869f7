"""Two people run the day at the same moment."""

from datetime import timedelta

import pytest

from core.errors import Refused
from core.models import RecordLine
from endorsement.check import check_bytes
from matches.models import Sitting
from records.export import record_lines
from scheduling.services import dispatch
from tests.cast import START, ana, bruno, caio, called, drawn
from tests.fixtures.database import AtOnce
from tournaments.models import Break, Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.start_called import start_called


def called_tables() -> Tournament:
    tournament = drawn(8, table_high=2)
    dispatch(tournament.ledger_id, now=START)
    return tournament


@pytest.mark.F01
def test_two_judges_start_all_tables_once(at_once: AtOnce) -> None:
    tournament = called_tables()
    codes = [match.code for match in called(tournament)]
    begun = at_once(
        *(lambda by=by: start_called(tournament, matches=codes, by=by, now=START) for by in (ana(), bruno()))
    )
    assert sorted(begun) == [0, 4]
    assert RecordLine.objects.filter(type="match.started").count() == 4


@pytest.mark.F50
@pytest.mark.F109
def test_two_tournaments_that_want_one_person_call_them_once(at_once: AtOnce) -> None:
    one, other = drawn(4, name="Um"), drawn(4, name="Dois")
    called_each = at_once(*(lambda t=t: dispatch(t.ledger_id, now=START) for t in (one, other)))
    assert sorted(called_each) == [0, 1]
    assert Sitting.objects.filter(player=caio()).count() == 1


@pytest.mark.fault("F108")
def test_two_breaks_at_one_time_are_one(at_once: AtOnce) -> None:
    tournament, ends = drawn(4), START + timedelta(hours=1)
    answers = at_once(*[lambda: plan_break(tournament, ends=ends, by=ana(), now=START)] * 2)
    assert sum(isinstance(answer, Refused) for answer in answers) == 1
    assert Break.objects.count() == 1


@pytest.mark.fault("F108")
def test_a_break_that_begins_as_tables_are_called_comes_before_or_after(at_once: AtOnce) -> None:
    tournament, ends = drawn(8, table_high=2), START + timedelta(hours=1)
    at_once(
        lambda: plan_break(tournament, ends=ends, by=ana(), now=START),
        lambda: dispatch(tournament.ledger_id, now=START),
    )
    assert len(called(tournament)) in (0, 4)
    assert check_bytes("".join(record_lines(tournament)).encode()) == []
