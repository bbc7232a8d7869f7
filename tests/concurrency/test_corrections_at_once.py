"""Two coordinators correct, or undo, at the same moment: one does, the other is told."""

from datetime import timedelta

import pytest

from core.errors import Stale
from core.models import RecordLine
from matches.models import Match, Sheet
from tests.cast import START, ana, drawn, fresh, plain_win
from tests.fixtures.database import AtOnce
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.disputes import note_dispute
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction, Tournament
from tournaments.play.play import record_sheet, start_match

LATER = START + timedelta(minutes=5)


def recorded() -> tuple[Tournament, Match]:
    tournament = drawn(8, table_high=2)
    match = Match.objects.get(ledger=tournament.ledger, round=1, number=1)
    start_match(match, by=ana(), now=START)
    record_sheet(match, sheet=plain_win(match, 1), by=ana(), now=START)
    return tournament, match


@pytest.mark.F06
def test_two_corrections_decided_on_the_same_look_are_one(at_once: AtOnce) -> None:
    tournament, match = recorded()
    seen, by = fresh(tournament).ledger.head_seq, ana()

    def correct() -> Correction:
        sheet = plain_win(match, 2)
        return correct_sheet(match, sheet=sheet, reason="x", by=by, now=LATER, seen=seen)

    answers = at_once(correct, correct)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["stale"]
    assert [sheet.version for sheet in Sheet.objects.filter(match=match)] == [1, 2]
    assert RecordLine.objects.filter(type="correction.applied").count() == 1


@pytest.mark.F12
def test_two_undo_it_once(at_once: AtOnce) -> None:
    _, match = recorded()
    by = ana()
    correction = correct_sheet(match, sheet=plain_win(match, 2), reason="x", by=by, now=LATER)
    moment = LATER + timedelta(minutes=1)

    def undo() -> Correction:
        return undo_correction(correction, reason="x", by=by, now=moment)

    answers = at_once(undo, undo)
    assert [answer.code for answer in answers if isinstance(answer, Stale)] == ["undone_already"]
    assert Correction.objects.count() == 2


@pytest.mark.F05
def test_the_same_other_sheet_sent_twice_at_once_is_one_review(at_once: AtOnce) -> None:
    _, match = recorded()
    by, sheet = ana(), plain_win(match, 2)

    def note() -> object:
        return note_dispute(match, sheet=sheet, by=by, now=LATER)

    first, second = at_once(note, note)
    assert first == second
    assert RecordLine.objects.filter(type="integrity.noted").count() == 1
