"""Report a match's result, by account or by a phone at the table; the addresses for accounts are here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Forbidden, Refused, Stale, Violation
from core.text import number_in
from matches.models import Match
from matches.sheet_values import sheet_from_json
from rulesets.kernel.sheet import Sheet
from tournaments import finding
from tournaments.corrections.disputes import LONGEST_NOTE, Speaker, flag_result
from tournaments.policies import sits_at
from tournaments.reports.report import ReportOutcome, report_result, take_back
from tournaments.reports.selectors import report_at
from web.http.requests import wants_fragment
from web.matches.context import match_page
from web.pages import post_only, seen
from web.reports.panel import FlagForm, ReportForm
from web.sheets.draft import SheetDraft, SheetPlace, form_for, make_draft, place_of
from web.sheets.preview import preview_sheet
from web.tournament_request import TournamentRequest, open_tournament, signed_in

CHECK = "sheets/_check.html"


@dataclass(frozen=True, slots=True)
class SideContext:
    """A side that acts on a page of its match.

    `back` is the page's address; `show` renders it with more context and a status, for refusals.
    """

    req: TournamentRequest
    place: SheetPlace
    speaker: Speaker
    back: str
    show: Callable[[Mapping[str, object], int], HttpResponse]

    @property
    def request(self) -> HttpRequest:
        """Return the HTTP request."""
        return self.req.http

    @property
    def match(self) -> Match:
        """Return the match of the report."""
        return self.place.match


def send_report(side: SideContext) -> HttpResponse:
    """Record the typed report of the side, or its agreement with the report that `agree` numbers."""
    agree = side.request.POST.get("agree", "")
    return _agree(side, agree) if agree else _send_typed_report(side)


def check_report(side: SideContext) -> HttpResponse:
    """Show what the typed report would record: the winner with the reason, or violations. Store nothing."""
    draft = _posted_draft(side)
    context = {"preview": preview_sheet(draft)}
    if wants_fragment(side.request):
        return render(side.request, CHECK, context)
    return side.show({**context, "report_form": draft.form}, 200)


def send_retraction(side: SideContext) -> HttpResponse:
    """Take back the side's report."""
    return _act_and_redirect(
        side, lambda: take_back(side.match, speaker=side.speaker, now=timezone.now()), _("Taken back.")
    )


def send_flag(side: SideContext) -> HttpResponse:
    """Dispute the recorded sheet for this side."""
    form = FlagForm(side.request.POST)
    if not form.is_valid():
        return side.show({"violations": [Violation("text_too_long", {"most": LONGEST_NOTE})]}, 422)
    note = form.cleaned_data["note"]
    act = partial(flag_result, side.match, speaker=side.speaker, note=note, now=timezone.now())
    return _act_and_redirect(
        side, act, _("The staff have been notified. Until they decide, the recorded sheet counts.")
    )


def _agree(side: SideContext, number: str) -> HttpResponse:
    """Store the sheet of the report with this number as the side's own report too; 409 if it is gone."""
    seq = number_in(number)
    found = None if seq is None else report_at(side.match, seq)
    if found is None:
        return _refusal_page(side, [Violation("stale")], 409)
    sheet, key = sheet_from_json(found.sheet), f"agree-{number}"
    return _act_and_redirect(side, lambda: _report_sheet(side, sheet, key), "")


def _send_typed_report(side: SideContext) -> HttpResponse:
    """Store the typed report and redirect; if it is refused, show the form with the reason."""
    draft = _posted_draft(side)
    form, settled = draft.form, draft.settled
    outcomes: list[ReportOutcome] = []
    key = str(form.cleaned_data.get("report") or "")
    if settled is not None and form.attempt(lambda: outcomes.append(_report_sheet(side, settled.sheet, key))):
        _add_message(side, outcomes[0])
        return redirect(side.back)
    return side.show({"report_form": form, "preview": preview_sheet(draft)}, form.status)


def _posted_draft(side: SideContext) -> SheetDraft[ReportForm]:
    """Return the posted report as a sheet judged by the rules, not stored."""
    tournament, place = side.req.tournament, side.place
    return make_draft(place, form_for(ReportForm, tournament, place.view, side.request.POST))


def _report_sheet(side: SideContext, sheet: Sheet, key: str) -> ReportOutcome:
    """Store the sheet as the side's report, which may record the result. Raise as `report_result`.

    A repeated post with the same `key` changes nothing.
    """
    return report_result(
        side.match,
        sheet=sheet,
        speaker=side.speaker,
        submission_key=key,
        seen=seen(side.request),
        now=timezone.now(),
    )


def _act_and_redirect(side: SideContext, act: Callable[[], object], message: str) -> HttpResponse:
    """Run the act and redirect back, or render the page with the refusal: 422, 409 or 403.

    `message` confirms an act that is no report.
    """
    try:
        outcome = act()
    except Refused as refusal:
        return _refusal_page(side, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(side, [Violation(refusal.code, refusal.facts)], 409)
    except Forbidden as refusal:
        return _refusal_page(side, [Violation(refusal.code)], 403)
    if isinstance(outcome, ReportOutcome):
        _add_message(side, outcome)
    else:
        messages.success(side.request, message)
    return redirect(side.back)


def _refusal_page(side: SideContext, violations: object, status: int) -> HttpResponse:
    """Render the side's page with the violations."""
    return side.show({"violations": violations}, status)


def _add_message(side: SideContext, outcome: ReportOutcome) -> None:
    """Add a message: the report recorded the result, or waits for others; none for a repeated report."""
    if outcome.recorded:
        messages.success(side.request, _("You agree: the result is recorded."))
    elif not outcome.repeated:
        messages.success(side.request, _("Reported. It counts once the other sides say the same."))


PAGE = "matches/match.html"


@post_only("match")
def report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Report a result for the player's side, or agree with another side's report."""
    return _act_for_side(request, slug, code, send_report)


@post_only("match")
def check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show what the typed report would record; store nothing."""
    return _act_for_side(request, slug, code, check_report)


@post_only("match")
def retract(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take back the report of the player's side."""
    return _act_for_side(request, slug, code, send_retraction)


@post_only("match")
def flag(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Report that the recorded sheet is wrong."""
    return _act_for_side(request, slug, code, send_flag)


def _act_for_side(
    request: HttpRequest, slug: str, code: str, act: Callable[[SideContext], HttpResponse]
) -> HttpResponse:
    """Run `act` for the side of the signed-in player.

    Raise `Forbidden` `not_at_this_match` for other people.
    """
    player = signed_in(request)
    req = open_tournament(request, slug)
    match = finding.find_match(req.tournament, code)
    if not sits_at(match, player):
        raise Forbidden("not_at_this_match")
    place = place_of(req.tournament, match.code)

    def show(more: Mapping[str, object], status: int) -> HttpResponse:
        return _match_page(req.reload(), code, more, status)

    return act(SideContext(req, place, Speaker(player), reverse("match", args=[slug, code]), show))


def _match_page(fresh: TournamentRequest, code: str, more: Mapping[str, object], status: int) -> HttpResponse:
    """Render the match's page with more context, for a refusal or a preview."""
    context = match_page(fresh, finding.find_match(fresh.tournament, code))
    return render(fresh.http, PAGE, {**context, **more}, status=status)


MATCH = "torneios/<slug:slug>/partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}relato/", report, name="match_report"),
    path(f"{MATCH}relato/conferir/", check, name="match_report_check"),
    path(f"{MATCH}relato/retirar/", retract, name="match_report_retract"),
    path(f"{MATCH}contestar/", flag, name="match_flag"),
]
