"""Two people act at the same moment: one wins, the other is told, nothing is half done."""

from datetime import timedelta
from threading import Barrier

import pytest

from core.errors import Forbidden, Refused, Stale
from core.jobs import outbox
from core.models import Job, JobState, RecordLine
from matches.models import AT_TABLE, Entry, Match, MatchState, Sheet
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, announced, bruno, caio, checked_in, drawn, plain_win
from tests.fixtures.database import AtOnce
from tournaments.draw.publish import publish_draw, withdraw_draw
from tournaments.entries.enter import enter_self
from tournaments.models import Tournament
from tournaments.play.play import RecordingResult, record_sheet, start_match


def started(tournament: Tournament) -> Match:
    """The first match, being played."""
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.READY)[0]
    return start_match(match, by=bruno(), now=START)


@pytest.mark.F04
def test_two_judges_with_the_same_sheet_make_one_result(at_once: AtOnce) -> None:
    match = started(drawn(8))
    sheet, judges = plain_win(match), (ana(), bruno())
    answers = at_once(*(lambda by=by: record_sheet(match, sheet=sheet, by=by, now=START) for by in judges))
    assert sorted(answer.repeated for answer in answers) == [False, True]
    assert Sheet.objects.filter(match=match).count() == 1
    assert RecordLine.objects.filter(type="sheet.recorded").count() == 1


@pytest.mark.F05
def test_two_judges_with_different_sheets_one_wins_the_other_sees_it(at_once: AtOnce) -> None:
    match = started(drawn(8))
    one, other = (
        lambda: record_sheet(match, sheet=plain_win(match, 1), by=ana(), now=START),
        lambda: record_sheet(match, sheet=plain_win(match, 2), by=bruno(), now=START),
    )
    answers = at_once(one, other)
    stale = [answer for answer in answers if isinstance(answer, Stale)]
    assert [answer.code for answer in stale] == ["already_recorded"]
    kept = Sheet.objects.get(match=match)
    assert stale[0].facts["sheet"]["winner"] == (kept.winner and kept.winner.code)


@pytest.mark.F01
def test_a_double_tap_is_one_result(at_once: AtOnce) -> None:
    match = started(drawn(8))

    def tap() -> RecordingResult:
        return record_sheet(match, sheet=plain_win(match), by=bruno(), now=START, submission_key="tap-1")

    answers = at_once(tap, tap)
    assert {answer.sheet.pk for answer in answers} == {Sheet.objects.get(match=match).pk}
    assert {answer.already_by for answer in answers} == {None}


@pytest.mark.F34
def test_two_dispatchers_call_each_match_once(at_once: AtOnce) -> None:
    ledger = drawn(16, tables=2).ledger_id
    counts = at_once(lambda: dispatch(ledger, now=START), lambda: dispatch(ledger, now=START))
    assert sorted(counts) == [0, 2]
    placed = Match.objects.filter(ledger=ledger, state__in=AT_TABLE)
    assert len(set(placed.values_list("table", flat=True))) == placed.count() == 2


def test_two_coordinators_publish_one_draw(at_once: AtOnce) -> None:
    tournament = checked_in(8)

    def publish() -> object:
        return publish_draw(tournament, by=ana(), now=START)

    answers = at_once(publish, publish)
    assert [a.code for a in answers if isinstance(a, Stale)] == ["draw_published"]
    assert RecordLine.objects.filter(type="draw.published").count() == 1


def test_a_player_who_taps_twice_is_entered_once(at_once: AtOnce) -> None:
    tournament = announced()

    def enter() -> object:
        return enter_self(tournament, by=caio(), now=START)

    caio()
    answers = at_once(enter, enter)
    refused = [a for a in answers if isinstance(a, Refused)]
    assert [a.violations[0].code for a in refused] == ["you_are_entered"]
    assert Entry.objects.filter(ledger=tournament.ledger).count() == 1


def test_a_draw_is_withdrawn_or_its_match_begins_not_both(at_once: AtOnce) -> None:
    tournament = drawn(8)
    match = Match.objects.filter(ledger=tournament.ledger, state=MatchState.READY)[0]
    begun, withdrawn = at_once(
        lambda: start_match(match, by=bruno(), now=START),
        lambda: withdraw_draw(tournament, reason="engano", by=ana(), now=START),
    )
    if isinstance(withdrawn, Stale):
        assert begun.state == MatchState.PLAYING
    else:
        assert isinstance(begun, Forbidden)
        assert not Match.objects.filter(ledger=tournament.ledger).exists()


@pytest.mark.F34
def test_a_job_delivered_twice_in_parallel_runs_once(at_once: AtOnce) -> None:
    tournament = drawn(8)
    job = Job.objects.get(kind="scheduling.dispatch", ledger=tournament.ledger)
    both_are_here = Barrier(2)

    def run() -> bool:
        both_are_here.wait()
        return outbox.run(job.pk, START + timedelta(minutes=1))

    assert sorted(at_once(run, run)) == [False, True]
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.DONE, 1)
