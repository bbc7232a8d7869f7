"""Two accounts of one match: noted beside the record's truth, resolved by the coordinator, never lost."""

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Dispute, Match
from matches.sheet_values import sheet_from_json, sheet_to_json
from rulesets.kernel.sheet import EndedBy
from tests.acts import assert_sound
from tests.cast import START, ana, bruno, caio, drawn, finished, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.disputes import dismiss_dispute, note_dispute
from tournaments.corrections.effects import overview_of
from tournaments.corrections.undo import undo_correction
from tournaments.models import Tournament
from tournaments.play.play import record_sheet, start_match

pytestmark = [pytest.mark.django_db, pytest.mark.F05]


def recorded() -> tuple[Tournament, Match]:
    tournament = drawn(8, table_high=2)
    match = Match.objects.get(ledger=tournament.ledger, round=1, number=1)
    start_match(match, by=bruno(), now=START)
    record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=START)
    return tournament, match


def noted(match: Match, side: int = 2) -> Dispute | None:
    return note_dispute(match, sheet=plain_win(match, side), by=ana(), now=START)


def test_the_other_sheet_is_kept_whole_and_the_record_stays_sound() -> None:
    tournament, match = recorded()
    dispute = noted(match)
    assert dispute
    line = RecordLine.objects.get(ledger=tournament.ledger, seq=dispute.seq)
    assert (line.type, match.code in line.text) == ("integrity.noted", True)
    assert dispute.sheet
    again = sheet_from_json(dispute.sheet)
    assert sheet_to_json(again) == dispute.sheet
    assert (again.winner, again.lines[1].numbers["intact"]) == (2, 6)
    dismiss_dispute(dispute, reason="Both agree.", by=ana(), now=START)
    assert_sound(tournament)


def test_nothing_is_noted_where_there_is_nothing_to_review() -> None:
    _, match = recorded()
    assert noted(match, 1) is None
    over = Match.objects.get(ledger=finished(2, table_high=2, name="Outro").ledger)
    assert [noted(over, side) for side in (1, 2)] == [None, None]
    assert not Dispute.objects.exists()


def test_only_staff_note_and_only_the_coordinator_dismisses() -> None:
    _, match = recorded()
    with pytest.raises(Forbidden):
        note_dispute(match, sheet=plain_win(match, 2), by=caio(), now=START)
    dispute = noted(match)
    assert dispute
    with pytest.raises(Forbidden):
        dismiss_dispute(dispute, reason="x", by=bruno(), now=START)
    with pytest.raises(Refused, match="reason_missing"):
        dismiss_dispute(dispute, reason=" ", by=ana(), now=START)
    dismiss_dispute(dispute, reason="x", by=ana(), now=START)
    with pytest.raises(Stale, match="dispute_resolved"):
        dismiss_dispute(dispute, reason="x", by=ana(), now=START)


@pytest.mark.fault("F115")
def test_the_same_sheet_sent_again_after_its_dispute_was_dismissed_is_no_new_dispute() -> None:
    _, match = recorded()
    dispute = noted(match)
    assert dispute
    dismiss_dispute(dispute, reason="Both agree.", by=ana(), now=START + timedelta(minutes=1))
    assert noted(match) == dispute
    correct_sheet(match, sheet=plain_win(match, 2), reason="x", by=ana(), now=START + timedelta(minutes=2))
    correct_sheet(match, sheet=plain_win(match, 1), reason="x", by=ana(), now=START + timedelta(minutes=3))
    again = note_dispute(match, sheet=plain_win(match, 2), by=ana(), now=START + timedelta(minutes=4))
    assert again not in (None, dispute)


@pytest.mark.fault("F115")
def test_a_losing_sheet_delivered_again_after_the_correction_is_no_new_dispute() -> None:
    _, match = recorded()
    send = partial(note_dispute, match, sheet=plain_win(match, 2), by=ana())
    dispute = send(now=START, submission_key="phone-1")
    assert dispute
    for minute, side in ((1, 2), (2, 1)):
        at = START + timedelta(minutes=minute)
        correct_sheet(match, sheet=plain_win(match, side), reason="x", by=ana(), now=at)
    assert send(now=START + timedelta(minutes=3), submission_key="phone-1") == dispute
    assert Dispute.objects.count() == 1
    assert send(now=START + timedelta(minutes=4), submission_key="phone-2") != dispute


@pytest.mark.fault("F115")
def test_a_submission_that_was_recorded_and_corrected_since_is_still_known() -> None:
    _, match = recorded()
    later = Match.objects.get(ledger=match.ledger_id, round=1, number=2)
    start_match(later, by=bruno(), now=START)
    send = partial(record_sheet, later, by=bruno(), now=START)
    send(sheet=plain_win(later, 1), submission_key="phone-1")
    correct_sheet(later, sheet=plain_win(later, 2), reason="x", by=ana(), now=START + timedelta(minutes=1))
    again = send(sheet=plain_win(later, 1), submission_key="phone-1")
    assert (again.repeated, again.already_by, again.sheet.version) == (True, None, 2)
    changed = replace(plain_win(later, 1), winner=None, ended_by=EndedBy.NONE_ADVANCES)
    with pytest.raises(Stale, match="already_recorded"):
        send(sheet=changed, submission_key="phone-1")
    with pytest.raises(Stale, match="already_recorded"):
        send(sheet=plain_win(later, 1), submission_key="phone-2")


@pytest.mark.F12
def test_a_correction_resolves_it_and_an_undo_can_itself_be_undone() -> None:
    tournament, match = recorded()
    dispute, moments = noted(match), (START + timedelta(minutes=minute) for minute in range(1, 9))
    assert dispute
    before = overview_of(tournament)
    correction = correct_sheet(
        match, sheet=plain_win(match, 2), reason="swapped", by=ana(), now=next(moments)
    )
    corrected = overview_of(tournament)
    dispute.refresh_from_db()
    assert (dispute.outcome, dispute.reason) == ("corrected", "swapped")
    undo = undo_correction(correction, reason="no", by=ana(), now=next(moments))
    assert overview_of(tournament) == before
    undo_correction(undo, reason="yes after all", by=ana(), now=next(moments))
    assert overview_of(tournament) == corrected
    assert_sound(tournament)
