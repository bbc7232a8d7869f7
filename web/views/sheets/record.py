"""Recording a sheet: what the rules say while it is filled in, and the moment that it counts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from core.errors import Refused, Stale
from matches.models import Match
from matches.sheets import was_recorded_by
from tournaments import finding
from tournaments.disputes.dispute import note_dispute
from tournaments.matches.bracket import MatchView, match_view
from tournaments.models import Tournament
from tournaments.play.play import Recorded, judge_sheet, record_sheet
from web.forms.sheets.cuts import Settled, settle
from web.forms.sheets.sheet import SheetForm
from web.htmx import wants_fragment
from web.pages import posted_from, signed_in, tournament_context, tournament_page
from web.views.matches.context import kind_of, match_page, recorded, sheet_form
from web.views.play.time import early_warnings
from web.views.sheets.presenter import picture
from web.views.sheets.preview import preview

PAGE, FORM, CHECK = "matches/match.html", "sheets/_sheet.html", "sheets/_check.html"
VERSIONS_PAGE, VERSIONS = "matches/versions.html", "matches/_versions.html"


@dataclass(slots=True)
class SheetDraft:
    """One posted sheet: the match, the form, and what its cuts came to (None where it is malformed)."""

    tournament: Tournament
    match: Match
    view: MatchView
    form: SheetForm
    settled: Settled | None


@posted_from("match", "#sheet")
def check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Who would win and why, or what is wrong. Nothing is stored."""
    report = parse_draft(request, slug, code)
    return checked(request, report, PAGE, partial(sheet_context, request, report))


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the sheet; where it cannot stand, the same form asks again with all that was typed."""
    if request.method != "POST":
        return redirect(f"{reverse('match', args=[slug, code])}#sheet")
    report = parse_draft(request, slug, code)
    done = try_record(request, report, partial(_record, request, report))
    if isinstance(done, HttpResponse):
        return done
    if done is not None:
        return success_response(request, done, reverse("match", args=[slug, code]))
    return form_response(request, report, PAGE, sheet_context(request, report))


def try_record(
    request: HttpRequest, report: SheetDraft, record: Callable[[], Recorded | None]
) -> Recorded | HttpResponse | None:
    """What came of recording; None where the form says why not, a page where another sheet was first."""
    try:
        return record()
    except Refused as refusal:
        report.form.refused(refusal)
    except Stale as refusal:
        if refusal.code == "already_recorded" and report.settled is not None:
            sheet = report.settled.sheet
            note_dispute(report.match, sheet=sheet, by=signed_in(request), now=timezone.now())
            return _both_versions(request, report)
        report.form.stale(refusal)
    return None


def checked(
    request: HttpRequest, report: SheetDraft, page: str, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The line under the sheet, or the whole page without JavaScript."""
    if not wants_fragment(request):
        return render(request, page, context())
    shown = preview(report.view, report.form, report.settled, _early(report))
    may_draw = not report.form.is_from_paper
    found = {"preview": shown, "tournament": report.tournament, "match": report.view, "may_draw": may_draw}
    return render(request, CHECK, found)


def form_response(
    request: HttpRequest, report: SheetDraft, page: str, context: Mapping[str, Any]
) -> HttpResponse:
    """The form as it was typed, with what is wrong."""
    template = FORM if wants_fragment(request) else page
    return render(request, template, dict(context), status=report.form.status)


def parse_draft(request: HttpRequest, slug: str, code: str) -> SheetDraft:
    """What was posted, judged."""
    tournament = tournament_page(request, slug, need="judge")
    match = finding.find_match(tournament, code)
    view = match_view(tournament, match)
    form = sheet_form(tournament, view, tournament_context(request, tournament, "bracket"), request.POST)
    judge = partial(judge_sheet, match)
    settled = settle(form.sheet(), form.cards, judge) if form.is_valid() else None
    return SheetDraft(tournament, match, view, form, settled)


def _record(request: HttpRequest, report: SheetDraft) -> Recorded | None:
    """What came of it; None where the form is malformed."""
    if report.settled is None:
        return None
    report.form.require_meant(report.settled.sheet)
    return record_sheet(
        report.match,
        sheet=report.settled.sheet,
        report=report.form.cleaned_data["report"],
        seen=report.form.cleaned_data["seen"],
        own_match=report.form.cleaned_data["own_match"],
        by=signed_in(request),
        now=timezone.now(),
    )


def _early(report: SheetDraft) -> tuple[str, ...]:
    """What to think of before this sheet says that somebody did not come; paper tells of what is over."""
    if report.settled is None or report.form.is_from_paper:
        return ()
    return early_warnings(report.tournament, report.view, report.settled.sheet, timezone.now())


def sheet_context(request: HttpRequest, report: SheetDraft) -> dict[str, Any]:
    """The page with the sheet as it was typed."""
    return {
        **match_page(request, report.tournament, report.match),
        "form": report.form,
        "preview": preview(report.view, report.form, report.settled, _early(report)),
        "out_of_band": wants_fragment(request) and report.form.is_stale,
    }


def success_response(request: HttpRequest, done: Recorded, url: str) -> HttpResponse:
    """Say that it is recorded, on the page at `url`."""
    if done.already_by:
        messages.info(
            request, _("Already recorded by %(name)s, with the same result.") % {"name": done.already_by}
        )
    else:
        messages.success(request, _("The sheet is recorded."))
    return HttpResponseClientRedirect(url) if wants_fragment(request) else redirect(url)


def _both_versions(request: HttpRequest, report: SheetDraft) -> HttpResponse:
    """Somebody recorded something else: both sheets side by side, nothing overwritten, to be reviewed."""
    match = finding.find_match(report.tournament, report.match.code)
    view = match_view(report.tournament, match)
    mine = None
    if report.settled is not None:
        kind = kind_of(report.tournament)
        mine = picture(view, kind, report.settled.sheet, report.settled.verdict)
    fresh = finding.find(report.tournament.slug, signed_in(request))
    page = {**match_page(request, fresh, match), "mine": mine, "out_of_band": wants_fragment(request)}
    page |= recorded(fresh, match, view)
    page["first_was_mine"] = was_recorded_by(match, signed_in(request))
    template = VERSIONS if wants_fragment(request) else VERSIONS_PAGE
    return render(request, template, page, status=409)
