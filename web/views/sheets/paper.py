"""Sheets that were written on paper while nothing else worked: the pile of them, and one after the other."""

from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from matches.models import Match, MatchState
from tournaments import finding
from tournaments.matches.bracket import MatchView, match_view, views
from tournaments.models import Tournament
from tournaments.play.play import Recorded
from tournaments.play.record_from_paper import OPEN, record_from_paper
from tournaments.policies import allows
from tournaments.rules_of import rules_of
from tournaments.sheets.judge import judge_paper
from web.forms.sheets.cuts import settle
from web.forms.sheets.paper import PaperForm, as_if_played
from web.pages import posted_from, signed_in, tournament_context, tournament_page
from web.pagination import paginate
from web.views.matches.context import kind_of
from web.views.sheets.record import (
    SheetDraft,
    checked,
    form_response,
    sheet_context,
    success_response,
    try_record,
)

PAGE, PILE = "sheets/paper.html", "sheets/pile.html"
A_PAGE, LATEST = 100, 10


@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """Every match whose slip can be typed in now, and the latest that have a sheet."""
    tournament = tournament_page(request, slug, need="judge")
    matches = Match.objects.filter(ledger=tournament.ledger_id)
    latest = (
        matches.filter(state=MatchState.ENDED).order_by("-ended_at").values_list("pk", flat=True)[:LATEST]
    )
    recorded = views(tournament, matches.filter(pk__in=list(latest)))
    context = {
        **tournament_context(request, tournament, "now"),
        "page": paginate(
            views(tournament, matches.filter(state__in=OPEN)), request.GET.get("pagina"), A_PAGE
        ),
        "waiting": matches.filter(state=MatchState.WAITING).count(),
        "latest": [view for view in recorded if not view.is_bye],
    }
    return render(request, PILE, context)


@require_http_methods(["GET", "HEAD", "POST"])
def paper_sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One slip; what cannot stand is asked again with all that was typed."""
    if request.method != "POST":
        report = _read(request, slug, code, None)
        is_open = report.match.state in OPEN
        return render(request, PAGE, _context(request, report)) if is_open else redirect("match", slug, code)
    report = _read(request, slug, code, request.POST)
    done = try_record(request, report, partial(_record, request, report))
    if isinstance(done, HttpResponse):
        return done
    if done is not None:
        return success_response(request, done, reverse("paper", args=[slug]))
    return form_response(request, report, PAGE, _context(request, report))


@posted_from("paper_sheet")
def paper_check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Who would win and why, or what is wrong. Nothing is stored."""
    report = _read(request, slug, code, request.POST)
    return checked(request, report, PAGE, partial(_context, request, report))


def _read(request: HttpRequest, slug: str, code: str, posted: QueryDict | None) -> SheetDraft:
    tournament = tournament_page(request, slug, need="judge")
    match = finding.find_match(tournament, code)
    view = match_view(tournament, match)
    form = _form(request, tournament, view, posted)
    settled = settle(form.sheet(), form.cards, partial(judge_paper, match)) if form.is_valid() else None
    return SheetDraft(tournament, match, as_if_played(view, timezone.now()), form, settled)


def _form(
    request: HttpRequest, tournament: Tournament, view: MatchView, posted: QueryDict | None
) -> PaperForm:
    shared = tournament_context(request, tournament, "now")
    return PaperForm(
        posted,
        match=view,
        rules=rules_of(tournament),
        kind=kind_of(tournament),
        seq=tournament.ledger.head_seq,
        may_rule=allows(shared["role"], tournament, "coordinate"),
        today=timezone.localtime(timezone.now(), ZoneInfo(tournament.zone)),
    )


def _record(request: HttpRequest, report: SheetDraft) -> Recorded | None:
    """What came of it; None where the form is malformed."""
    form = report.form
    if report.settled is None or not isinstance(form, PaperForm):
        return None
    form.require_meant(report.settled.sheet)
    return record_from_paper(
        report.match,
        sheet=report.settled.sheet,
        played=form.played(ZoneInfo(report.tournament.zone)),
        report=form.cleaned_data["report"],
        seen=form.cleaned_data["seen"],
        own_match=form.cleaned_data["own_match"],
        by=signed_in(request),
        now=timezone.now(),
    )


def _context(request: HttpRequest, report: SheetDraft) -> dict[str, Any]:
    """The slip as it was typed; the match as if somebody had started it."""
    shown = {**sheet_context(request, report), "match": report.view, "here": "now", "out_of_band": False}
    return shown if report.form.is_bound else {**shown, "preview": None}
