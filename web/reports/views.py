"""Report a match's result, by account or at the table: form, pages and addresses."""

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
from tournaments.disputes import Speaker, flag_result
from tournaments.policies import sits_at
from tournaments.reports.report import ReportOutcome, report_result, take_back
from tournaments.reports.selectors import report_at
from web.matches.context import match_page
from web.pages import post_only, seen
from web.reports.panel import FlagForm, ReportForm
from web.requests import wants_fragment
from web.sheets.draft import SheetDraft, SheetPlace, form_for, make_draft, place_of
from web.sheets.preview import preview_sheet
from web.tournament_request import TournamentRequest, open_tournament, signed_in

CHECK = "sheets/_check.html"


@dataclass(frozen=True, slots=True)
class SideContext:
    """A side that acts on some page; `back` is that page's address, `show` renders it with more context."""

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


def send_report(voice: SideContext) -> HttpResponse:
    """Send the typed report, or agree with the report that the button names."""
    agree = voice.request.POST.get("agree", "")
    return _agree(voice, agree) if agree else _report(voice)


def check_report(voice: SideContext) -> HttpResponse:
    """Show the winner with the reason, or the violations. Store nothing."""
    draft = _posted_draft(voice)
    context = {"preview": preview_sheet(draft)}
    if wants_fragment(voice.request):
        return render(voice.request, CHECK, context)
    return voice.show({**context, "report_form": draft.form}, 200)


def send_take_back(voice: SideContext) -> HttpResponse:
    """Take back the side's report."""
    return _act_and_redirect(
        voice, lambda: take_back(voice.match, speaker=voice.speaker, now=timezone.now()), _("Taken back.")
    )


def send_flag(voice: SideContext) -> HttpResponse:
    """Dispute the recorded sheet for this side."""
    form = FlagForm(voice.request.POST)
    if not form.is_valid():
        return voice.show({"violations": [Violation("text_too_long", {"most": 200})]}, 422)
    note = form.cleaned_data["note"]
    act = partial(flag_result, voice.match, speaker=voice.speaker, note=note, now=timezone.now())
    return _act_and_redirect(
        voice, act, _("The staff have been notified. Until they decide, the recorded sheet counts.")
    )


def _agree(voice: SideContext, said: str) -> HttpResponse:
    """Agree to the report that was shown; refuse if it has changed since."""
    seq = number_in(said)
    found = None if seq is None else report_at(voice.match, seq)
    if found is None:
        return _refusal_page(voice, [Violation("stale")], 409)
    return _act_and_redirect(voice, lambda: _send(voice, sheet_from_json(found.sheet), f"agree-{said}"), "")


def _report(voice: SideContext) -> HttpResponse:
    draft = _posted_draft(voice)
    form, settled = draft.form, draft.settled
    done: list[ReportOutcome] = []
    key = str(form.cleaned_data.get("report") or "")
    sent = settled is not None and form.attempt(lambda: done.append(_send(voice, settled.sheet, key)))
    if sent:
        _add_message(voice, done[0])
        return redirect(voice.back)
    return voice.show({"report_form": form, "preview": preview_sheet(draft)}, form.status)


def _posted_draft(voice: SideContext) -> SheetDraft[ReportForm]:
    tournament, place = voice.req.tournament, voice.place
    return make_draft(place, form_for(ReportForm, tournament, place.view, voice.request.POST))


def _send(voice: SideContext, sheet: Sheet, key: str) -> ReportOutcome:
    return report_result(
        voice.match,
        sheet=sheet,
        speaker=voice.speaker,
        submission_key=key,
        seen=seen(voice.request),
        now=timezone.now(),
    )


def _act_and_redirect(voice: SideContext, act: Callable[[], object], said: str) -> HttpResponse:
    """Apply the act and redirect back, or render the page with the refusal."""
    try:
        done = act()
    except Refused as refusal:
        return _refusal_page(voice, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(voice, [Violation(refusal.code, refusal.facts)], 409)
    except Forbidden as refusal:
        return _refusal_page(voice, [Violation(refusal.code)], 403)
    if isinstance(done, ReportOutcome):
        _add_message(voice, done)
    else:
        messages.success(voice.request, said)
    return redirect(voice.back)


def _refusal_page(voice: SideContext, violations: object, status: int) -> HttpResponse:
    return voice.show({"violations": violations}, status)


def _add_message(voice: SideContext, done: ReportOutcome) -> None:
    if done.recorded:
        messages.success(voice.request, _("You agree: the result is recorded."))
    elif not done.repeated:
        messages.success(voice.request, _("Reported. It counts once the other sides say the same."))


PAGE = "matches/match.html"


@post_only("match")
def report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Report a result for the player's side, or agree with another side's report."""
    return _act_for_side(request, slug, code, send_report)


@post_only("match")
def check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Preview the result of a report."""
    return _act_for_side(request, slug, code, check_report)


@post_only("match")
def retract(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take back the report of the player's side."""
    return _act_for_side(request, slug, code, send_take_back)


@post_only("match")
def flag(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Report that the recorded sheet is wrong."""
    return _act_for_side(request, slug, code, send_flag)


def _act_for_side(
    request: HttpRequest, slug: str, code: str, act: Callable[[SideContext], HttpResponse]
) -> HttpResponse:
    player = signed_in(request)
    req = open_tournament(request, slug)
    match = finding.find_match(req.tournament, code)
    if not sits_at(match, player):
        raise Forbidden("not_at_this_match")
    place = place_of(req.tournament, match.code)

    def show(more: Mapping[str, object], status: int) -> HttpResponse:
        return _page(req.reload(), code, more, status)

    return act(SideContext(req, place, Speaker(player), reverse("match", args=[slug, code]), show))


def _page(fresh: TournamentRequest, code: str, more: Mapping[str, object], status: int) -> HttpResponse:
    """Render the match with the refusal."""
    context = match_page(fresh, finding.find_match(fresh.tournament, code))
    return render(fresh.http, PAGE, {**context, **more}, status=status)


MATCH = "torneios/<slug:slug>/partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}relato/", report, name="match_report"),
    path(f"{MATCH}relato/conferir/", check, name="match_report_check"),
    path(f"{MATCH}relato/retirar/", retract, name="match_report_retract"),
    path(f"{MATCH}contestar/", flag, name="match_flag"),
]
