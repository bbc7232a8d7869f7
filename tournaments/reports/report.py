"""Sides report the result themselves; once they agree, it is recorded like a judge's sheet.

A report does not change the match, so no judge's page becomes stale. The report that completes the agreement
records the sheet in the same act, through `record_in`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import Forbidden, Refused, Stale, Violation, refuse_all
from matches.lineups import Lineup
from matches.models import Match, MatchState, Report
from matches.sheet_values import sheet_from_json, sheet_to_json
from matches.sheets import agrees_with, current_sheet, sheet_facts
from rulesets.kernel.sheet import Sheet
from rulesets.registry import game_of
from tournaments.act import check_seen
from tournaments.corrections.disputes import SideAct, Speaker, acting_for_side
from tournaments.lines.integrity import OfASide, ReportTakenBack, SideReported
from tournaments.play.play import RecordingResult, record_in
from tournaments.reports.agreement import agreed_sheet, check_players_sheet, comparable_sheet
from tournaments.reports.selectors import current_reports, expected_sides, players_report
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import judge_and_tidy

MAX_REPORTS = 20
"""A side may change its report, but not fill the record with it."""


@dataclass(frozen=True, slots=True)
class ReportOutcome:
    """The outcome of a report: the sheet that it let be `recorded`, None while too few sides agree.

    `repeated`: the side reported the same before, or the recorded sheet agrees.
    """

    recorded: RecordingResult | None = None
    repeated: bool = False


def report_result(
    match: Match,
    *,
    sheet: Sheet,
    speaker: Speaker,
    now: datetime,
    submission_key: str = "",
    seen: int | None = None,
) -> ReportOutcome:
    """Store a side's report of the result, and record the sheet once enough sides agree.

    `submission_key` is that of the form or call; the recorded sheet stores it. Raises `Forbidden`
    (`players_do_not_report`, `not_at_this_match`, `card_not_valid`), `Stale` (`already_recorded`,
    `match_ready` and the like, `finished`, `stale`), `Refused` with every broken rule, `staffs_ending`,
    `staffs_departure`, `side_has_spoken`, or `reported_too_often`.
    """
    with acting_for_side(match, speaker=speaker, now=now) as floor:
        _require_players_report(floor)
        if floor.match.state == MatchState.ENDED:
            return _repeated_outcome(floor, sheet)
        tidy = _require_valid(floor, sheet, seen)
        mine = current_reports(floor.match).filter(side=floor.side).first()
        repeated = mine is not None and comparable_sheet(sheet_from_json(mine.sheet)) == comparable_sheet(
            tidy
        )
        if not repeated:
            _store_report(floor, mine, tidy, speaker)
        return ReportOutcome(_record_if_agreed(floor, submission_key), repeated)


def take_back(match: Match, *, speaker: Speaker, now: datetime) -> None:
    """Record that a side takes back its report; nothing if it has none.

    Raises `Stale` `match_ended` once a sheet is recorded, or `finished`; `Refused` `side_has_spoken`;
    `Forbidden` `not_at_this_match` or `card_not_valid`.
    """
    with acting_for_side(match, speaker=speaker, now=now) as floor:
        if floor.match.state == MatchState.ENDED:
            raise Stale("match_ended")
        mine = current_reports(floor.match).filter(side=floor.side).first()
        if mine is None:
            return
        _refuse_other_voice(mine, speaker)
        _write_line(floor, ReportTakenBack, speaker)
        Report.objects.filter(pk=mine.pk).update(is_current=False)


def _require_players_report(floor: SideAct) -> None:
    """Raise `Forbidden` `players_do_not_report` if players here may not report."""
    if not players_report(floor.ctx.tournament):
        raise Forbidden("players_do_not_report")


def _repeated_outcome(floor: SideAct, sheet: Sheet) -> ReportOutcome:
    """Return the outcome for an ended match whose recorded sheet agrees with this one.

    Raises `Stale` `already_recorded` if it differs: the staff decides (F07); `match_ended` without a sheet.
    """
    row = current_sheet(floor.match)
    rules = rules_of(floor.ctx.tournament)
    if row is None:
        raise Stale("match_ended")
    if not agrees_with(row, game_of(rules.game).tidy(rules, replace(sheet, reason=""))):
        raise Stale("already_recorded", _refusal_facts(floor, sheet_facts(row)))
    return ReportOutcome(repeated=True)


def _refusal_facts(floor: SideAct, sheet: Mapping[str, object]) -> dict[str, object]:
    """Return the facts of a refusal: the recorded sheet and the record's number."""
    return {"sheet": sheet, "seq": floor.ctx.act.seq}


def _require_valid(floor: SideAct, sheet: Sheet, seen: int | None) -> Sheet:
    """Return the sheet as it is stored, with the winner by the rules.

    Raises `Stale` `stale` or `match_…` (its state), `Refused` with everything wrong.
    """
    check_seen(floor.match, seen, floor.ctx.act.seq)
    if floor.match.state != MatchState.PLAYING:
        raise Stale(f"match_{floor.match.state}")
    refuse_all(check_players_sheet(sheet))
    verdict, tidy = judge_and_tidy(floor.ctx.tournament, Lineup(floor.match), replace(sheet, reason=""))
    return replace(tidy, winner=verdict.winner)


def _store_report(floor: SideAct, before: Report | None, sheet: Sheet, speaker: Speaker) -> None:
    """Record and store the report in place of the side's former one.

    Raises `Refused` `side_has_spoken` or `reported_too_often`.
    """
    if before is not None:
        _refuse_other_voice(before, speaker)
    if Report.objects.filter(side=floor.side, seq__gt=floor.match.changed_seq).count() >= MAX_REPORTS:
        raise Refused([Violation("reported_too_often", {"most": MAX_REPORTS})])
    Report.objects.filter(side=floor.side, is_current=True).update(is_current=False)
    Report.objects.create(
        side=floor.side,
        seq=_write_line(floor, SideReported, speaker),
        sheet=sheet_to_json(sheet),
        at=floor.ctx.act.now,
        by=floor.persona,
        phone=speaker.phone.name if speaker.phone else "",
    )


def _refuse_other_voice(before: Report, speaker: Speaker) -> None:
    """Raise `Refused` `side_has_spoken` if a phone without an account changes what an account reported."""
    if before.by_id is not None and speaker.phone is not None:
        raise Refused([Violation("side_has_spoken")])


def _write_line(floor: SideAct, noted: type[OfASide], speaker: Speaker) -> int:
    """Record what the side did; return the number of the line."""
    by_phone = speaker.phone is not None
    return floor.ctx.act.write(noted(match=floor.match.code, side=floor.side.number, by_phone=by_phone))


def _record_if_agreed(floor: SideAct, submission_key: str) -> RecordingResult | None:
    """Record the sheet if enough sides agree, and mark their reports as counted; else return None."""
    rows = list(current_reports(floor.match))
    said = {row.side.number: sheet_from_json(row.sheet) for row in rows}
    quorum = str(rules_of(floor.ctx.tournament).option("report_quorum"))
    sheet = agreed_sheet(said, expected_sides(floor.match), quorum)
    if sheet is None:
        return None
    recorded = record_in(floor.ctx, floor.match, sheet=sheet, submission_key=submission_key)
    Report.objects.filter(pk__in=[row.pk for row in rows]).update(counted=recorded.sheet)
    return recorded


REPORTING_SENTENCES: Mapping[str, str | Promise] = {
    "players_do_not_report": _("In this tournament only a judge records results."),
    "not_at_this_match": _("Only players at this table may do this."),
    "staffs_ending": _("Only a judge can confirm a walkover, a disqualification or a ruling. Call one."),
    "staffs_departure": _("Only a judge can confirm who is absent or disqualified. Call one."),
    "side_has_spoken": _("A player of this side has reported with their account; a phone cannot change it."),
    "reported_too_often": _("This side has changed its report %(most)s times. Call a judge."),
    "nobody_missing": _("Tap the people who did not come."),
    "others_play_on": _(
        "Two or more sides are there, so they play. Start the match, and mark on its sheet who is missing."
    ),
    "disqualify_unconfirmed": _(
        "This disqualifies them from the whole tournament. Confirm that you mean it."
    ),
    "nothing_recorded": _("No sheet is recorded for this match yet."),
    "reviewed_already": _("The coordinator has already reviewed this sheet, and it stands. Talk to them."),
    "card_not_valid": _("This table’s card no longer works. Ask a judge for the new one."),
    "match_moved": _("Another match is now being played at this table."),
    "phone_sits_elsewhere": _("This phone already speaks for side %(side)s. One phone speaks for one side."),
    "seat_claimed": _("Another phone already speaks for side %(side)s. If that is wrong, call a judge."),
    "seat_empty": _("No one plays on side %(side)s."),
    "paper_ahead": _("That would put the end in the future. Check the date and time."),
    "paper_order": _("That would put the start after the end. Check the times."),
    "paper_before_draw": _("That would be before the draw was published. Check the date and time."),
    "own_match": _("You play in this match. Let another judge record it, or confirm that you do."),
    "judge_conflict": _("You must not judge %(names)s. Let another judge record it, or confirm that you do."),
}
