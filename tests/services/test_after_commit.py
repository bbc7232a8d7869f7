"""Whoever listens to lines hears of them once they are committed, never before, and disturbs nobody."""

from contextlib import AbstractContextManager

import pytest
from django.db import connection, transaction

from core.db.transactions import rehearsal
from core.models import Ledger, RecordLine
from core.record import after_commit as hook
from core.record.act import acting, all_or_nothing
from core.record.after_commit import CommittedAct, after_commit
from core.record.line import NewLine
from tests.acts import moments, won
from tests.cast import START, ana, drawn, plain_win
from tournaments.corrections.preview import preview_correction
from tournaments.lines.draw import DrawPublished
from tournaments.lines.integrity import CalledEarly, IntegrityNoted, OwnMatch
from tournaments.lines.matches import BreakEnded, MatchStarted, TimeCalled

pytestmark = pytest.mark.django_db(transaction=True)
Heard = list[tuple[str, tuple[NewLine, ...]]]
ONE, TWO = MatchStarted("m1"), MatchStarted("m2")


class Broken(Exception):
    """What goes wrong in these tests."""


@pytest.fixture(autouse=True)
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Nobody listens but who says so in the test; what was heard, with a name of who heard it."""
    monkeypatch.setattr(hook, "_handlers", [])
    return []


@pytest.fixture
def ledger() -> Ledger:
    return Ledger.objects.create()


def listen(heard: Heard, name: str, *kinds: type[NewLine]) -> None:
    @after_commit(*kinds)
    def hear(committed: CommittedAct) -> None:
        heard.append((name, tuple(one.line for one in committed.lines)))


def act(ledger: Ledger, *lines: NewLine, record_format: int = 2) -> None:
    with acting(ledger.pk, now=START) as opened:
        opened.record_format = record_format
        for line in lines:
            opened.write(line)


def fail_in_an_act(ledger: Ledger) -> None:
    with acting(ledger.pk, now=START) as opened:
        opened.write(ONE)
        raise Broken


def fail_after_an_act(ledger: Ledger, within: AbstractContextManager[None]) -> None:
    with within:
        act(ledger, TWO)
        raise Broken


def test_a_handler_hears_its_kinds_with_their_numbers_once_an_act(ledger: Ledger) -> None:
    found: list[CommittedAct] = []
    after_commit(MatchStarted, TimeCalled)(found.append)
    act(ledger, ONE, CalledEarly(), TimeCalled("m1"))
    act(ledger, CalledEarly())
    (committed,) = found
    assert (committed.ledger, committed.at) == (ledger.pk, START)
    assert [(one.seq, one.by, one.line) for one in committed.lines] == [
        (0, "system", ONE),
        (2, "system", TimeCalled("m1")),
    ]


def test_handlers_are_called_in_the_order_of_acts_and_then_of_registration(
    ledger: Ledger, heard: Heard
) -> None:
    listen(heard, "first", MatchStarted)
    listen(heard, "second", MatchStarted)
    act(ledger, ONE)
    act(ledger, TWO)
    assert heard == [("first", (ONE,)), ("second", (ONE,)), ("first", (TWO,)), ("second", (TWO,))]


def test_who_listens_to_a_class_hears_its_kin(ledger: Ledger, heard: Heard) -> None:
    listen(heard, "notes", IntegrityNoted)
    listen(heard, "own", OwnMatch)
    act(ledger, OwnMatch(match="m1"), CalledEarly())
    assert heard == [("notes", (OwnMatch(match="m1"), CalledEarly())), ("own", (OwnMatch(match="m1"),))]


def test_what_was_written_is_heard_also_where_an_older_record_has_a_note(
    ledger: Ledger, heard: Heard
) -> None:
    listen(heard, "breaks", BreakEnded)
    act(ledger, BreakEnded(1), record_format=1)
    assert RecordLine.objects.get().type == IntegrityNoted.type
    assert heard == [("breaks", (BreakEnded(1),))]


def test_two_acts_of_one_transaction_are_heard_one_by_one_after_its_commit(
    ledger: Ledger, heard: Heard
) -> None:
    listen(heard, "it", MatchStarted)
    with transaction.atomic():
        act(ledger, ONE)
        act(ledger, TWO)
        assert heard == []
    assert heard == [("it", (ONE,)), ("it", (TWO,))]


def test_the_lines_are_there_when_they_are_heard(ledger: Ledger) -> None:
    seen: list[tuple[bool, int]] = []

    @after_commit(MatchStarted)
    def look(committed: CommittedAct) -> None:
        seen.append((connection.in_atomic_block, RecordLine.objects.filter(ledger=committed.ledger).count()))

    act(ledger, ONE, TWO)
    assert seen == [(False, 2)]


def test_an_act_that_fails_is_not_heard(ledger: Ledger, heard: Heard) -> None:
    listen(heard, "it", MatchStarted)
    with pytest.raises(Broken):
        fail_in_an_act(ledger)
    with pytest.raises(Broken):
        fail_after_an_act(ledger, all_or_nothing())
    act(ledger, TWO)
    assert heard == [("it", (TWO,))]


def test_a_savepoint_that_is_rolled_back_takes_its_acts_with_it(ledger: Ledger, heard: Heard) -> None:
    listen(heard, "it", MatchStarted)
    with transaction.atomic():
        act(ledger, ONE)
        with pytest.raises(Broken):
            fail_after_an_act(ledger, transaction.atomic())
    assert heard == [("it", (ONE,))]
    assert RecordLine.objects.count() == 1


def test_a_rehearsal_is_not_heard(ledger: Ledger, heard: Heard) -> None:
    listen(heard, "it", MatchStarted)
    with rehearsal():
        act(ledger, ONE)
    assert (heard, RecordLine.objects.count()) == ([], 0)


def test_a_preview_is_not_heard(heard: Heard) -> None:
    tournament, clock = drawn(8), moments()
    match = won(tournament, 1, 1, clock)
    listen(heard, "it", NewLine)
    before = RecordLine.objects.count()
    preview_correction(match, sheet=plain_win(match, 2), by=ana(), now=next(clock))
    assert (heard, RecordLine.objects.count()) == ([], before)


def test_a_handler_that_raises_is_logged_and_disturbs_nobody(
    ledger: Ledger, heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    listen(heard, "before", MatchStarted)

    @after_commit(MatchStarted)
    def fails(committed: CommittedAct) -> None:
        raise Broken("on purpose")

    listen(heard, "after", MatchStarted)
    act(ledger, ONE)
    assert heard == [("before", (ONE,)), ("after", (ONE,))]
    assert RecordLine.objects.count() == 1
    (logged,) = [record for record in caplog.records if record.name == hook.__name__]
    assert "fails: lines [0]" in logged.getMessage()
    assert logged.exc_info is not None


def test_where_nobody_listens_nothing_waits_for_the_commit(ledger: Ledger, heard: Heard) -> None:
    listen(heard, "draws", DrawPublished)
    with transaction.atomic():
        act(ledger, ONE, TWO)
        assert connection.run_on_commit == []
    assert heard == []
