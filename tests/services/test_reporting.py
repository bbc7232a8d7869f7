"""Players report their own match: it counts once the sides agree, and a judge's sheet always comes first."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from accounts.models import Player, User
from core.errors import Forbidden, Refused, Stale
from core.models import RecordLine
from matches.models import Dispute, Match, MatchState, Report
from records.export import people_file, record_lines
from records.importing.record import restore_record
from rulesets.kernel.sheet import EndedBy, Out, Sheet
from tests.acts import Moments, assert_sound, at, entry_at, line_types, outs, play_on
from tests.cast import START, ana, bruno, drawn, duda, plain_win
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.disputes import Speaker, dismiss_dispute, flag_result
from tournaments.corrections.effects import overview_of
from tournaments.departures.withdraw import withdraw
from tournaments.models import Role, Tournament
from tournaments.play.notes import note_redraw
from tournaments.play.play import record_sheet, start_match
from tournaments.reports.report import MAX_REPORTS, ReportOutcome, report_result, take_back
from tournaments.reports.selectors import contested_matches, reports_of_match
from tournaments.rules_of import facts_of
from tournaments.setup import staff
from tournaments.setup.create import change_tournament
from tournaments.standings.finish import finish

pytestmark = pytest.mark.django_db


def started(clock: Moments, entries: int = 8, **chosen: Any) -> tuple[Tournament, Match]:
    """The first match of a tournament, being played."""
    tournament = drawn(entries, **{"table_high": 2, **chosen})
    start_match(at(tournament, 1, 1), by=bruno(), now=next(clock))
    return tournament, at(tournament, 1, 1)


def player_at(match: Match, side: int, turn: int = 0) -> Player:
    seats = match.seats.filter(side__number=side).select_related("persona__player").order_by("number")
    persona = seats[turn].persona
    assert persona is not None
    return persona.player


def says(
    match: Match, side: int, sheet: Sheet, clock: Moments, *, turn: int = 0, **more: Any
) -> ReportOutcome:
    speaker = Speaker(player_at(match, side, turn))
    return report_result(match, sheet=sheet, speaker=speaker, now=next(clock), **more)


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


@pytest.mark.F07
def test_it_counts_when_both_sides_say_the_same(clock: Moments) -> None:
    tournament, match = started(clock)
    sheet = plain_win(match, 2)
    assert says(match, 1, sheet, clock) == ReportOutcome()
    assert (state(match), line_types(tournament, 1)) == (MatchState.PLAYING, ["integrity.noted"])
    counted = says(match, 2, sheet, clock, submission_key="form-2")
    assert counted.recorded
    row = counted.recorded.sheet
    assert (row.version, row.report, row.winner) == (1, "form-2", entry_at(match, 2))
    assert line_types(tournament, 3) == ["integrity.noted", "sheet.recorded", "seat.filled"]
    assert entry_at(match, 2).pk in at(tournament, 2, 1).sides.values_list("entry", flat=True)
    assert Report.objects.filter(counted=row).count() == 2
    line = json.loads(RecordLine.objects.filter(type="sheet.recorded").latest("seq").text)
    assert line["by"].startswith("player:")
    assert_sound_to_its_end(tournament, clock)


def assert_sound_to_its_end(tournament: Tournament, clock: Moments) -> None:
    """Play it out; the checker finds nothing."""
    play_on(tournament, clock)
    finish(tournament, by=ana(), now=next(clock))
    assert_sound(tournament)


@pytest.mark.F43
def test_what_players_agreed_on_comes_back_from_its_record(clock: Moments, tmp_path: Path) -> None:
    with transaction.atomic():
        tournament, match = started(clock)
        for side in (1, 2):
            says(match, side, plain_win(match, 2), clock)
        path = tmp_path / f"{tournament.slug}.record.jsonl"
        path.write_text("".join(record_lines(tournament)), encoding="utf-8")
        names, look = people_file(tournament)["people"], overview_of(tournament)
        transaction.set_rollback(True)
    back = restore_record(path, names=names, owner=None, now=next(clock), slug=tournament.slug)
    assert "".join(record_lines(back)).encode() == path.read_bytes()
    assert overview_of(back) == look


def test_what_says_the_same_is_the_same_whatever_the_order_of_its_lines(clock: Moments) -> None:
    _, match = started(clock)
    sheet = plain_win(match, 2)
    says(match, 1, sheet, clock)
    turned = replace(sheet, lines=tuple(reversed(sheet.lines)), reason="nobody asked")
    assert says(match, 2, turned, clock).recorded


@pytest.mark.F05
def test_reports_that_differ_count_for_nothing_until_the_judge_settles_it(clock: Moments) -> None:
    tournament, match = started(clock)
    says(match, 1, plain_win(match, 1), clock)
    says(match, 2, plain_win(match, 2), clock)
    ((view, readings),) = contested_matches(tournament)
    assert (view.code, readings.differ) == (match.code, True)
    assert [reading.sheet.winner for reading in readings.readings] == [1, 2]
    done = record_sheet(match, sheet=plain_win(match, 1), by=bruno(), now=next(clock))
    assert done.sheet.version == 1
    assert contested_matches(tournament) == ()


def test_a_side_changes_its_mind_and_takes_it_back_until_it_counts(clock: Moments) -> None:
    tournament, match = started(clock)
    says(match, 1, plain_win(match, 1), clock)
    says(match, 1, plain_win(match, 2), clock)
    assert [r.sheet.winner for r in reports_of_match(tournament, match).readings] == [2]
    take_back(match, speaker=Speaker(player_at(match, 1)), now=next(clock))
    assert reports_of_match(tournament, match).silent == (1, 2)
    assert not says(match, 2, plain_win(match, 2), clock).recorded
    assert says(match, 1, plain_win(match, 2), clock).recorded
    with pytest.raises(Stale, match="match_ended"):
        take_back(match, speaker=Speaker(player_at(match, 1)), now=next(clock))
    assert Report.objects.filter(side__match=match).count() == 4


@pytest.mark.F01
def test_a_double_tap_is_one_report_and_one_result(clock: Moments) -> None:
    tournament, match = started(clock)
    sheet = plain_win(match, 1)
    says(match, 1, sheet, clock)
    assert says(match, 1, sheet, clock).repeated
    says(match, 2, sheet, clock, submission_key="tap")
    assert says(match, 2, sheet, clock, submission_key="tap").repeated
    assert RecordLine.objects.filter(ledger=tournament.ledger, type="sheet.recorded").count() == 1


@pytest.mark.F07
def test_a_judges_sheet_is_locked_against_players(clock: Moments) -> None:
    tournament, match = started(clock)
    says(match, 1, plain_win(match, 1), clock)
    record_sheet(match, sheet=plain_win(match, 2), by=bruno(), now=next(clock))
    with pytest.raises(Stale, match="already_recorded"):
        says(match, 1, plain_win(match, 1), clock)
    assert says(match, 2, plain_win(match, 2), clock).repeated
    speaker = Speaker(player_at(match, 1))
    for _ in range(2):
        flag = flag_result(match, speaker=speaker, note=" I won ", now=next(clock))
    assert Dispute.objects.get(match=match) == flag
    assert (flag.note, flag.sheet, flag.side and flag.side.number) == ("I won", None, 1)
    dismiss_dispute(flag, reason="Both agree.", by=ana(), now=next(clock))
    with pytest.raises(Refused, match="reviewed_already"):
        flag_result(match, speaker=speaker, note="", now=next(clock))
    assert_sound_to_its_end(tournament, clock)


def test_a_correction_answers_who_said_that_it_was_wrong(clock: Moments) -> None:
    _, match = started(clock)
    with pytest.raises(Stale, match="nothing_recorded"):
        flag_result(match, speaker=Speaker(player_at(match, 1)), note="", now=next(clock))
    for side in (1, 2):
        says(match, side, plain_win(match, 2), clock)
    flag_result(match, speaker=Speaker(player_at(match, 1)), note="", now=next(clock))
    correct_sheet(match, sheet=plain_win(match, 1), reason="Typed wrong.", by=ana(), now=next(clock))
    assert not Dispute.objects.filter(resolved_at=None).exists()
    flag_result(match, speaker=Speaker(player_at(match, 2)), note="", now=next(clock))


def test_all_but_one_is_enough_at_larger_tables_by_option(clock: Moments) -> None:
    for quorum, counts in (("all", False), ("all_but_one", True)):
        chosen = {"table_high": 4, "house_rules": {"report_quorum": quorum}, "name": quorum.title()}
        tournament, match = started(clock, 4, **chosen)
        sheet = plain_win(match, 3)
        heard = [bool(says(match, side, sheet, clock).recorded) for side in (1, 2, 3)]
        assert heard == [False, False, counts]
    assert_sound_to_its_end(tournament, clock)


def test_whoever_differs_blocks_it_whatever_the_quorum(clock: Moments) -> None:
    chosen = {"table_high": 4, "house_rules": {"report_quorum": "all_but_one"}}
    tournament, match = started(clock, 4, **chosen)
    says(match, 4, plain_win(match, 4), clock)
    assert not any(says(match, side, plain_win(match, 3), clock).recorded for side in (1, 2, 3))
    assert contested_matches(tournament)
    assert says(match, 4, plain_win(match, 3), clock).recorded


def test_a_duel_always_needs_both(clock: Moments) -> None:
    _, match = started(clock, house_rules={"report_quorum": "all_but_one"})
    assert not says(match, 1, plain_win(match, 1), clock).recorded


def test_only_sides_that_came_are_asked(clock: Moments) -> None:
    tournament = drawn(4, table_high=4)
    withdraw(entry_at(at(tournament, 1, 1), 2), reason="Ill.", by=ana(), now=next(clock))
    start_match(at(tournament, 1, 1), by=bruno(), now=next(clock))
    match = at(tournament, 1, 1)
    sheet = plain_win(match, 1)
    heard = [bool(says(match, side, sheet, clock).recorded) for side in (1, 3, 4)]
    assert heard == [False, False, True]


def test_either_partner_speaks_for_the_pair(clock: Moments) -> None:
    _, match = started(clock, 4, kind="duplas")
    sheet = plain_win(match, 1, "duplas")
    says(match, 1, sheet, clock, turn=0)
    assert says(match, 1, sheet, clock, turn=1).repeated
    assert says(match, 2, sheet, clock, turn=1).recorded


def test_walkovers_rulings_and_who_is_gone_are_the_staffs(clock: Moments) -> None:
    _, match = started(clock)
    codes = list(match.seats.order_by("number").values_list("persona__code", flat=True))
    win = plain_win(match, 1)
    for ending in (
        EndedBy.WALKOVER,
        EndedBy.RULING,
        EndedBy.NONE_ADVANCES,
        EndedBy.DISQUALIFICATION,
        EndedBy.BYE,
    ):
        with pytest.raises(Refused, match="staffs_ending"):
            says(match, 1, replace(win, ended_by=ending), clock)
    with pytest.raises(Refused, match="staffs_departure"):
        says(match, 1, outs(win, **{codes[1]: (Out.ABSENT, None)}), clock)
    conceded = replace(outs(win, **{codes[1]: (Out.CONCEDED, 1)}), ended_by=EndedBy.CONCESSION)
    says(match, 1, conceded, clock)


def test_a_side_does_not_fill_the_record_with_its_changes_of_mind(clock: Moments) -> None:
    tournament, match = started(clock)
    for number in range(MAX_REPORTS):
        says(match, 1, plain_win(match, 1 + number % 2), clock)
    lines = tournament.ledger.lines.count()
    with pytest.raises(Refused, match="reported_too_often"):
        says(match, 1, plain_win(match, 1), clock)
    assert tournament.ledger.lines.count() == lines
    assert says(match, 2, plain_win(match, 2), clock).recorded


def test_a_quorum_lowered_meanwhile_counts_with_the_next_word(clock: Moments) -> None:
    tournament, match = started(clock, 4, table_high=4)
    sheet = plain_win(match, 3)
    for side in (1, 2, 3):
        says(match, side, sheet, clock)
    lowered = replace(facts_of(tournament), house_rules={"report_quorum": "all_but_one"})
    change_tournament(tournament, facts=lowered, reason="One left.", by=ana(), now=next(clock))
    counted = says(match, 1, sheet, clock)
    assert counted.repeated
    assert counted.recorded


def test_a_sheet_that_breaks_a_rule_is_no_report(clock: Moments) -> None:
    _, match = started(clock)
    with pytest.raises(Refused):
        says(match, 1, replace(plain_win(match, 1), winner=2), clock)
    assert not Report.objects.exists()


def test_strangers_and_players_of_other_tables_have_no_say(clock: Moments) -> None:
    tournament, match = started(clock)
    for stranger in (duda(), bruno(), player_at(at(tournament, 1, 2), 1)):
        with pytest.raises(Forbidden, match="not_at_this_match"):
            report_result(match, sheet=plain_win(match), speaker=Speaker(stranger), now=next(clock))


def test_an_organizer_can_leave_it_to_the_judges(clock: Moments) -> None:
    _, match = started(clock, house_rules={"player_reports": False})
    with pytest.raises(Forbidden, match="players_do_not_report"):
        says(match, 1, plain_win(match, 1), clock)


def test_nothing_is_reported_before_the_match_began(clock: Moments) -> None:
    match = at(drawn(8, table_high=2), 1, 1)
    with pytest.raises(Stale, match="match_ready"):
        says(match, 1, plain_win(match, 1), clock)


@pytest.mark.F06
def test_what_was_said_before_a_redraw_no_longer_counts(clock: Moments) -> None:
    tournament, match = started(clock)
    says(match, 1, plain_win(match, 1), clock)
    before = tournament.ledger.lines.count()
    seat = match.seats.select_related("persona").first()
    assert seat
    assert seat.persona
    note_redraw(match, persona=seat.persona, by=bruno(), now=next(clock))
    with pytest.raises(Stale, match="stale"):
        says(at(tournament, 1, 1), 2, plain_win(match, 1), clock, seen=before - 1)
    assert not says(at(tournament, 1, 1), 2, plain_win(match, 1), clock).recorded
    assert says(at(tournament, 1, 1), 1, plain_win(match, 1), clock).recorded


@pytest.mark.F10
def test_a_report_from_before_a_replay_or_another_player_does_not_count(clock: Moments) -> None:
    tournament, first = started(clock)
    for side in (1, 2):
        says(first, side, plain_win(first, 1), clock)
    start_match(at(tournament, 1, 2), by=bruno(), now=next(clock))
    record_sheet(at(tournament, 1, 2), sheet=plain_win(at(tournament, 1, 2)), by=bruno(), now=next(clock))
    later = at(tournament, 2, 1)
    start_match(later, by=bruno(), now=next(clock))
    kept = at(tournament, 2, 1)
    for_other = next(s.number for s in kept.sides.all() if s.entry_id != entry_at(first, 1).pk)
    says(kept, for_other, plain_win(kept, for_other), clock)
    correct_sheet(
        first, sheet=plain_win(first, 2), reason="Typed wrong.", remedies={later.code: "replay"},
        by=ana(), now=next(clock),
    )  # fmt: skip
    start_match(at(tournament, 2, 1), by=bruno(), now=next(clock))
    again = at(tournament, 2, 1)
    new = next(s.number for s in again.sides.all() if s.number != for_other)
    assert reports_of_match(tournament, again).readings == ()
    assert not says(again, new, plain_win(again, for_other), clock).recorded
    assert says(again, for_other, plain_win(again, for_other), clock).recorded
    assert_sound_to_its_end(tournament, clock)


@pytest.mark.F80
def test_staff_who_record_their_own_match_confirm_it_and_the_record_shows_it(clock: Moments) -> None:
    tournament, match = started(clock)
    judge = next(player_at(match, side) for side in (1, 2))
    if judge.user is None:
        judge = staffed_player(match)
    assert judge.user is not None
    staff.assign_role(tournament, username=judge.user.username, role=Role.JUDGE, by=ana(), now=START)
    sheet = plain_win(match, 1)
    with pytest.raises(Refused, match="own_match"):
        record_sheet(match, sheet=sheet, by=judge, now=next(clock))
    record_sheet(match, sheet=sheet, by=judge, now=next(clock), own_match=True)
    note = json.loads(RecordLine.objects.filter(type="integrity.noted").latest("seq").text)
    assert (note["data"]["what"], note["by"].split(":")[0]) == ("own_match", "judge")
    assert_sound_to_its_end(tournament, clock)


def staffed_player(match: Match) -> Player:
    """Give the first player an account."""
    found = player_at(match, 1)
    user = User.objects.create_user("eva", password="x")
    Player.objects.filter(user=user).delete()
    Player.objects.filter(pk=found.pk).update(user=user)
    return Player.objects.get(pk=found.pk)
