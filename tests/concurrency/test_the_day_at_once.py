"""Two people run the day at the same moment."""

from datetime import timedelta

import pytest
from django.db import IntegrityError

from checker import check_bytes
from core.errors import Refused, Stale
from core.models import RecordLine
from matches.models import Match, Sitting, TakenTable
from records.export import record_lines
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, bruno, caio, called, drawn
from tests.fixtures.database import AtOnce
from tests.sharing import duels, forced, labels, ready, share, table
from tournaments.models import Break, Tournament
from tournaments.play.breaks import plan_break
from tournaments.play.calling import start_called
from tournaments.play.play import start_match


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


def shared_hall(tables: int = 1) -> list[Tournament]:
    """Two whose people play in one alone, at the same tables."""
    both = [duels(name, tables=tables) for name in ("Um", "Dois")]
    share(*both)
    return both


@pytest.mark.F50
def test_two_tournaments_that_want_one_table_call_to_it_once(at_once: AtOnce) -> None:
    both = shared_hall()
    called_each = at_once(*(lambda t=t: dispatch(t.ledger_id, now=START) for t in both))
    assert sorted(called_each) == [0, 1]
    assert TakenTable.objects.count() == 1


@pytest.mark.F50
def test_two_that_call_to_many_tables_at_once_take_turns(at_once: AtOnce) -> None:
    both = shared_hall(tables=4)
    by_hand = [lambda t=t: start_match(ready(t), by=bruno(), now=START) for t in both]
    by_itself = [lambda t=t: dispatch(t.ledger_id, now=START) for t in both for _ in range(3)]
    found = at_once(*by_itself, *by_hand)
    assert all(isinstance(called_now, int) for called_now in found[:6])
    assert all(isinstance(answer, Match | Refused | Stale) for answer in found[6:])
    assert sorted(labels(both[0]) + labels(both[1])) == ["1", "2", "3", "4"]


@pytest.mark.F50
def test_by_sql_alone_the_second_at_a_shared_table_is_refused(at_once: AtOnce) -> None:
    both = shared_hall()
    answers = at_once(*(lambda t=t: forced(ready(t), table(t, "1")) for t in both))
    assert {type(answer) for answer in answers} == {type(None), IntegrityError}
    assert TakenTable.objects.count() == 1


@pytest.mark.F50
def test_who_shares_as_the_other_is_called_comes_before_or_after(at_once: AtOnce) -> None:
    both = [duels(name, tables=1) for name in ("Um", "Dois")]
    dispatch(both[0].ledger_id, now=START)
    at_once(
        lambda: share(*both),
        lambda: share(both[1], both[0]),
        lambda: dispatch(both[1].ledger_id, now=START),
    )
    is_shared = TakenTable.objects.exists()
    assert len(labels(both[1])) == (0 if is_shared else 1)
