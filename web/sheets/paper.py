"""Sheets written on paper during an outage: the list of matches, and the form to type in one slip."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import TypeVar
from zoneinfo import ZoneInfo

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Match, MatchState
from matches.sheet_values import PaperTimes
from rulesets.kernel.rules import Rules
from tournaments.match_views.match import MatchView, views
from tournaments.play.play import RecordingResult
from tournaments.play.record_from_paper import OPEN, record_from_paper
from tournaments.sheets.judge import judge_paper
from web.pages import post_only
from web.pagination import paginate
from web.sheets.cuts import judge_with_cuts
from web.sheets.draft import SheetDraft, form_for, make_draft, place_of
from web.sheets.forms import SheetForm
from web.sheets.record import check_response, form_response, sheet_context, success_response, try_record
from web.tournament_request import TournamentRequest, open_tournament

CLOCK = "%H:%M"
TIMES = frozenset({"day", "began", "ended"})


class PaperForm(SheetForm):
    """The sheet of a match as if it had been started; times are those of the venue's clock.

    `today` is the present moment in the venue's zone.
    """

    is_from_paper = True
    sheet_url, check_url = "paper_sheet", "paper_check"

    day = forms.DateField(label=_("Day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    began = forms.TimeField(
        label=_("Began at"), required=False, widget=forms.TimeInput({"type": "time"}, format=CLOCK)
    )
    ended = forms.TimeField(label=_("Ended at"), widget=forms.TimeInput({"type": "time"}, format=CLOCK))

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
        may_rule: bool,
        today: datetime,
    ) -> None:
        super().__init__(data, match=as_started(match, today), rules=rules, seq=seq, may_rule=may_rule)
        self.initial["day"] = today.date()
        if match.started_at is not None:
            started = match.started_at.astimezone(today.tzinfo)
            self.initial.update({"day": started.date(), "began": f"{started:{CLOCK}}"})

    def paper_times(self, zone: ZoneInfo) -> PaperTimes:
        """Return the typed begin (None if empty) and end as moments in this zone; call it on a valid form.

        An end before the beginning is after midnight.
        """
        day, began, ended = (self.cleaned_data[name] for name in ("day", "began", "ended"))
        past_midnight = began is not None and ended < began
        return PaperTimes(
            _moment(day, began, zone) if began else None,
            _moment(day + timedelta(days=past_midnight), ended, zone),
        )


def as_started(match: MatchView, now: datetime) -> MatchView:
    """Return the view of the match as started, now if it was not: it was played on paper. Store nothing."""
    return match._replace(started_at=match.started_at or now)


def _moment(day: date, clock: time, zone: ZoneInfo) -> datetime:
    """Return the moment of a day and a time on the clocks of this zone."""
    return datetime.combine(day, clock, zone)


P = TypeVar("P", bound=PaperForm)
PAGE, PILE = "sheets/paper.html", "sheets/pile.html"
A_PAGE, LATEST = 100, 10


@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """List matches whose slip can be typed in now, page by page, and the last ten to end (byes left out)."""
    req = open_tournament(request, slug, need="judge")
    tournament = req.tournament
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    latest = (
        matches.filter(state=MatchState.ENDED).order_by("-ended_at").values_list("pk", flat=True)[:LATEST]
    )
    recorded = views(tournament, matches.filter(pk__in=list(latest)))
    context = {
        **req.context("now"),
        "page": paginate(
            views(tournament, matches.filter(state__in=OPEN)), request.GET.get("pagina"), A_PAGE
        ),
        "waiting": matches.filter(state=MatchState.WAITING).count(),
        "latest": [view for view in recorded if not view.is_bye],
    }
    return render(request, PILE, context)


@require_http_methods(["GET", "HEAD", "POST"])
def paper_sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show an empty slip; POST records one, and shows a refused one again with all values.

    A GET is redirected to the match if that can get no slip.
    """
    req = open_tournament(request, slug, need="judge")
    if request.method != "POST":
        slip = read_slip(req, code, None, PaperForm)
        is_open = slip.match.state in OPEN
        return render(request, PAGE, _slip_context(req, slip)) if is_open else redirect("match", slug, code)
    slip = read_slip(req, code, request.POST, PaperForm)
    done = try_record(req, slip, partial(record_slip, req, slip))
    if isinstance(done, HttpResponse):
        return done
    if done is not None:
        return success_response(request, done, reverse("paper", args=[slug]))
    return form_response(request, slip, PAGE, _slip_context(req, slip))


@post_only("paper_sheet")
def paper_check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show what the rules say of the typed slip: the winner with the reason, or violations. Store nothing."""
    req = open_tournament(request, slug, need="judge")
    slip = read_slip(req, code, request.POST, PaperForm)
    return check_response(req, slip, PAGE, partial(_slip_context, req, slip))


def read_slip(
    req: TournamentRequest, code: str, posted: QueryDict | None, make: Callable[..., P]
) -> SheetDraft[P]:
    """Return the slip as posted, or blank, on a form of the class `make`; judged as a sheet from paper.

    Its match counts as started.
    """
    tournament, now = req.tournament, timezone.now()
    place = place_of(tournament, code)
    form = form_for(
        make,
        tournament,
        place.view,
        posted,
        may_rule=req.may("coordinate"),
        today=timezone.localtime(now, ZoneInfo(tournament.zone)),
    )
    place = replace(place, view=as_started(place.view, now))
    return make_draft(place, form, partial(judge_paper, tournament, place.lineup))


def record_slip(req: TournamentRequest, slip: SheetDraft[P]) -> RecordingResult | None:
    """Record the slip and return what was recorded; None, with errors on the form, if it is malformed.

    Raise as `record_from_paper`, and `Refused` for an unconfirmed disqualification.
    """
    form = slip.form
    if slip.settled is None:
        _add_violations_beside_times(req, slip)
        return None
    form.require_confirmation(slip.settled.sheet)
    return record_from_paper(
        slip.match,
        sheet=slip.settled.sheet,
        played=form.paper_times(ZoneInfo(req.tournament.zone)),
        submission_key=form.cleaned_data["report"],
        seen=form.cleaned_data["seen"],
        own_match=form.cleaned_data["own_match"],
        by=req.actor,
        now=timezone.now(),
    )


def _add_violations_beside_times(req: TournamentRequest, slip: SheetDraft[P]) -> None:
    """Add the rules' violations to a form with wrong times alone, so that all is shown at once."""
    form, judge = slip.form, partial(judge_paper, req.tournament, slip.place.lineup)
    if set(form.errors) <= TIMES:
        for violation in judge_with_cuts(form.sheet(), form.cards, judge).verdict.violations:
            form.add_violation(violation)


def _slip_context(req: TournamentRequest, slip: SheetDraft[PaperForm]) -> dict[str, object]:
    """Return the context of the page of one slip; a blank one has no preview."""
    shown = {**sheet_context(req, slip), "match": slip.view, "here": "now", "out_of_band": False}
    return shown if slip.form.is_bound else {**shown, "preview": None}
