"""Players report at the same moment, and a judge among them: one result, nothing half done."""

import pytest

from core.errors import Refused, Stale
from core.models import RecordLine
from matches.models import Claim, Match, Report, Sheet, TableLink
from scheduling.dispatcher import dispatch
from tests.cast import START, ana, bruno, called, drawn, plain_win
from tests.fixtures.database import AtOnce
from tests.services.test_reporting import player_at
from tournaments.corrections.disputes import Speaker
from tournaments.play.play import record_sheet, start_match, tournament_of
from tournaments.reports.report import report_result
from tournaments.tables import cards
from tournaments.tables.cards import Phone


def started() -> Match:
    """A match being played at a table."""
    tournament = drawn(8, table_high=2)
    dispatch(tournament.ledger_id, now=START)
    return start_match(called(tournament)[0], by=bruno(), now=START)


def report(match: Match, side: int, winner: int) -> object:
    speaker = Speaker(player_at(match, side))
    return report_result(match, sheet=plain_win(match, winner), speaker=speaker, now=START)


@pytest.mark.F04
def test_both_sides_at_once_make_one_result(at_once: AtOnce) -> None:
    match = started()
    first, second = at_once(lambda: report(match, 1, 2), lambda: report(match, 2, 2))
    assert [bool(answer.recorded) for answer in (first, second)].count(True) == 1
    assert Sheet.objects.filter(match=match).count() == 1
    assert RecordLine.objects.filter(type="sheet.recorded").count() == 1
    assert Report.objects.filter(counted__match=match).count() == 2


@pytest.mark.F01
def test_one_side_twice_at_once_is_one_report(at_once: AtOnce) -> None:
    match = started()
    answers = at_once(lambda: report(match, 1, 2), lambda: report(match, 1, 2))
    assert sorted(answer.repeated for answer in answers) == [False, True]
    assert Report.objects.count() == 1


@pytest.mark.F07
def test_the_judge_and_the_last_player_at_once_leave_one_sheet(at_once: AtOnce) -> None:
    match = started()
    report(match, 1, 2)
    judged, reported = at_once(
        lambda: record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=START),
        lambda: report(match, 2, 2),
    )
    sheet = Sheet.objects.get(match=match)
    late = [answer for answer in (judged, reported) if isinstance(answer, Stale)]
    assert [answer.code for answer in late] == ["already_recorded"]
    assert (sheet.recorded_by and sheet.recorded_by.player == bruno()) == (late == [reported])


@pytest.mark.F79
def test_two_phones_after_one_seat_one_gets_it(at_once: AtOnce) -> None:
    match = started()
    cards.issue_links(tournament_of(match), by=ana(), now=START)
    code = TableLink.objects.get(table=match.table).code

    def sit(name: str) -> Claim:
        return cards.claim_seat(Phone(code, name), side=1, match=match.code, now=START)

    answers = at_once(lambda: sit("one"), lambda: sit("two"))
    refused = [answer for answer in answers if isinstance(answer, Refused)]
    assert [answer.violations[0].code for answer in refused] == ["seat_claimed"]
    assert Claim.objects.count() == 1
