"""The reports of a match as one side sees them, on the match's page and on a table card's page."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from matches.lineups import Lineup
from matches.models import Match, MatchState
from rulesets.kernel.rules import Rules
from rulesets.names import out_name
from tournaments.corrections.disputes import LONGEST_NOTE
from tournaments.match_parts import may_have_part
from tournaments.match_views.match import MatchView, SideView
from tournaments.models import Tournament
from tournaments.reports.agreement import FOR_PLAYERS, OUTS_FOR_PLAYERS
from tournaments.reports.selectors import (
    MatchReports,
    SideReport,
    players_report,
    reports_of_match,
    side_of,
    without_reports,
)
from tournaments.rules_of import kind_of
from tournaments.sheets.judge import judge_sheet
from tournaments.tables.cards import has_valid_card
from web.service_form import ServiceForm
from web.sheets.draft import form_for
from web.sheets.forms import SheetForm
from web.sheets.presenter import SheetPresentation, present_sheet
from web.tournament_request import TournamentRequest


class ReportForm(SheetForm):
    """The sheet without the endings that only staff can confirm."""

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
    ) -> None:
        super().__init__(data, match=match, rules=rules, seq=seq, may_rule=False)
        self.endings = tuple(ending for ending in self.endings if ending in FOR_PLAYERS)
        ways = [out for out in self.terms.ways if out in OUTS_FOR_PLAYERS]
        outs = [("", str(_("No"))), *((out.value, capfirst(out_name(out))) for out in ways)]
        for index in range(len(self.seats)):
            self._set_choices(f"lines.{index}.out", outs)


class FlagForm(ServiceForm):
    """The reason why a recorded sheet is disputed, for the staff."""

    note = forms.CharField(
        label=_("What is wrong? The staff reads this."), max_length=LONGEST_NOTE, required=False
    )


@dataclass(frozen=True, slots=True)
class PanelUrls:
    """The addresses of a side's forms."""

    report: str
    check: str
    take_back: str
    flag: str


@dataclass(frozen=True, slots=True)
class ReportRow:
    """What one side reported, with its sheet ready for display."""

    reading: SideReport
    side: SideView
    picture: SheetPresentation
    is_mine: bool


@dataclass(frozen=True, slots=True)
class ReportPanel:
    """The reports of one match, for a player who speaks for `side`, or for its judge.

    `silent`: sides that reported nothing. `needed`: how many equal reports record the result. `differ`:
    reports contradict each other. `form`: for a side that may report now. `flag`: for a side that may dispute
    the recorded sheet.
    """

    side: SideView | None
    rows: tuple[ReportRow, ...]
    silent: tuple[SideView, ...]
    needed: int
    differ: bool
    urls: PanelUrls | None
    form: ReportForm | None
    flag: FlagForm | None

    @property
    def mine(self) -> ReportRow | None:
        """Return the report of the reader's own side; None without a side or a report."""
        return next((row for row in self.rows if row.is_mine), None)

    @property
    def is_shown(self) -> bool:
        """Return whether there is anything to show or to do."""
        return bool(self.rows or self.form or self.flag)


def panel(
    tournament: Tournament,
    match: Match,
    view: MatchView,
    *,
    side: int | None,
    urls: PanelUrls | None,
) -> ReportPanel:
    """Return the panel of this side, with its forms; without a side or addresses, one to read only."""
    readings = (
        reports_of_match(tournament, match)
        if may_have_part(match, "reports")
        else without_reports(tournament, view)
    )
    sides = {one.number: one for one in view.sides}
    speaks = side is not None and urls is not None
    may_report = speaks and view.state == MatchState.PLAYING and players_report(tournament)
    return ReportPanel(
        side=sides.get(side or 0),
        rows=_report_rows(tournament, match, view, readings, side),
        silent=tuple(sides[number] for number in readings.silent),
        needed=readings.needed,
        differ=readings.differ,
        urls=urls,
        form=form_for(ReportForm, tournament, view) if may_report else None,
        flag=FlagForm() if speaks and _may_flag(tournament, view) else None,
    )


def _may_flag(tournament: Tournament, view: MatchView) -> bool:
    """Return whether the match has ended and is no bye, and the tournament is not over."""
    ended = view.state == MatchState.ENDED and not view.is_bye
    return ended and not tournament.is_over


def _report_rows(
    tournament: Tournament, match: Match, view: MatchView, readings: MatchReports, side: int | None
) -> tuple[ReportRow, ...]:
    """Return what each side reported, by side number, without sides that did not; () if none did."""
    if not readings.readings:
        return ()
    kind, sides = kind_of(tournament), {one.number: one for one in view.sides}
    judge = partial(judge_sheet, tournament, Lineup(match))
    return tuple(
        ReportRow(
            reading,
            sides[reading.side],
            present_sheet(view, kind, reading.sheet, judge(reading.sheet)),
            reading.side == side,
        )
        for reading in readings.readings
    )


def as_context(report_panel: ReportPanel) -> Mapping[str, object]:
    """Return the panel as context: `reports`, None if there is nothing to show, and `report_form`."""
    return {"reports": report_panel if report_panel.is_shown else None, "report_form": report_panel.form}


def match_panel(req: TournamentRequest, match: Match, view: MatchView) -> Mapping[str, object]:
    """Return the context of the reports on a match's page; {} for all but its players and the staff.

    Staff see them while the match is played; its players may dispute the sheet afterwards.
    `may_free_seats`: phones can claim seats here, which staff may free.
    """
    tournament, may_judge = req.tournament, req.may("judge")
    is_on = view.state in (MatchState.PLAYING, MatchState.ENDED)
    side = side_of(match, req.player) if is_on else None
    if side is None and not (may_judge and view.state == MatchState.PLAYING):
        return {}
    urls = _urls(tournament, match) if side else None
    may_claim = players_report(tournament) and may_have_part(match, "card")
    return {
        **as_context(panel(tournament, match, view, side=side, urls=urls)),
        "may_free_seats": may_judge and may_claim and has_valid_card(match, timezone.now()),
    }


def _urls(tournament: Tournament, match: Match) -> PanelUrls:
    """Return the addresses of the forms for a player with an account."""
    names = ("match_report", "match_report_check", "match_report_retract", "match_flag")
    return PanelUrls(*(reverse(name, args=[tournament.slug, match.code]) for name in names))
