"""Views that check and record a sheet."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from core.errors import Refused, Stale
from matches.models import Dispute
from matches.sheets import was_recorded_by
from tournaments import finding
from tournaments.corrections.disputes import note_dispute
from tournaments.match_views.match import match_view
from tournaments.play.play import RecordingResult, record_sheet
from web.http.requests import wants_fragment
from web.matches.context import match_page
from web.matches.match_summary import recorded_sheet_context
from web.pages import post_only
from web.play.time import early_warnings
from web.sheets.cuts import JudgedSheet
from web.sheets.draft import F, SheetDraft, form_for, make_draft, place_of
from web.sheets.forms import AbsenceForm, SheetForm
from web.sheets.presenter import present_sheet
from web.sheets.preview import preview_sheet
from web.tournament_request import TournamentRequest, open_tournament

PAGE, FORM, CHECK = "matches/match.html", "sheets/_sheet.html", "sheets/_check.html"
VERSIONS_PAGE, VERSIONS = "matches/versions.html", "matches/_versions.html"
OUTCOME = "Sheet-Outcome"  # `recorded` or `disputed`: the server has it, so static/js/queue.js may drop it


@post_only("match", "#sheet")
def check_sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show what the rules say of the posted sheet: the winner with the reason, or violations.

    Store nothing.
    """
    req = open_tournament(request, slug, need="judge")
    draft = posted_sheet(req, code, request.POST)
    return check_response(req, draft, PAGE, partial(sheet_context, req, draft))


@require_http_methods(["GET", "HEAD", "POST"])
def submit_sheet(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the posted sheet and redirect to the match; a refused one is shown again with all values.

    If another result was recorded first, a dispute is stored, and both are shown (409). GET leads to the form
    on the page of the match.
    """
    if request.method != "POST":
        return redirect(f"{reverse('match', args=[slug, code])}#sheet")
    req = open_tournament(request, slug, need="judge")
    draft = posted_sheet(req, code, request.POST)
    done = try_record(req, draft, partial(_record_draft, req, draft))
    if isinstance(done, HttpResponse):
        return done
    if done is not None:
        return success_response(request, done, reverse("match", args=[slug, code]))
    return form_response(request, draft, PAGE, sheet_context(req, draft))


def try_record(
    req: TournamentRequest,
    draft: SheetDraft[F],
    record: Callable[[], RecordingResult | None],
    on_dispute: Callable[[SheetDraft[F], JudgedSheet], HttpResponse] | None = None,
) -> RecordingResult | HttpResponse | None:
    """Call `record` and return its result; None if the form has errors, a refusal among them.

    If another result was recorded first, store a dispute and return the page with both sheets; with
    `on_dispute`, return what it returns instead.
    """
    try:
        return record()
    except Refused as refusal:
        draft.match.refresh_from_db()  # the transaction rolled back, so reset the changes in memory
        draft.form.add_refusal(refusal)
    except Stale as refusal:
        if refusal.code == "already_recorded" and draft.settled is not None:
            return (on_dispute or partial(_store_dispute_and_render, req))(draft, draft.settled)
        draft.form.add_stale_error(refusal)
    return None


def check_response(
    req: TournamentRequest, draft: SheetDraft[F], page: str, context: Callable[[], dict[str, object]]
) -> HttpResponse:
    """Render the preview under the sheet for htmx, else the whole `page` with its `context`."""
    if not wants_fragment(req.http):
        return render(req.http, page, context())
    found = {
        "preview": preview_sheet(draft, _early_warning(draft)),
        "tournament": req.tournament,
        "match": draft.view,
        "may_draw": not draft.form.is_from_paper,
    }
    return render(req.http, CHECK, found)


def form_response(
    request: HttpRequest, draft: SheetDraft[F], page: str, context: Mapping[str, object]
) -> HttpResponse:
    """Render the form as typed, with its errors and their status; for htmx alone, else the whole `page`."""
    template = FORM if wants_fragment(request) else page
    return render(request, template, dict(context), status=draft.form.status)


def posted_sheet(req: TournamentRequest, code: str, data: QueryDict) -> SheetDraft[SheetForm]:
    """Return the draft, on a judge's form, of a sheet that was posted or filled in by another page."""
    place, may_rule = place_of(req.tournament, code), req.may("coordinate")
    return make_draft(place, form_for(SheetForm, req.tournament, place.view, data, may_rule=may_rule))


def _record_draft(req: TournamentRequest, draft: SheetDraft[SheetForm]) -> RecordingResult | None:
    """Record the sheet and return what was recorded; None if the form is malformed.

    Raise as `record_sheet`, and `Refused` for an unconfirmed disqualification.
    """
    if draft.settled is None:
        return None
    draft.form.require_confirmation(draft.settled.sheet)
    return record_sheet(
        draft.match,
        sheet=draft.settled.sheet,
        submission_key=draft.form.cleaned_data["report"],
        seen=draft.form.cleaned_data["seen"],
        own_match=draft.form.cleaned_data["own_match"],
        drafted=draft.place.lineup,
        by=req.actor,
        now=timezone.now(),
    )


def _early_warning(draft: SheetDraft[F]) -> tuple[str, ...]:
    """Return the warning, in words, that a player marked absent may still come.

    Empty if the grace time is over, the form has errors, or the sheet is from paper, typed after the match.
    """
    if draft.settled is None or draft.form.is_from_paper:
        return ()
    return early_warnings(draft.place.tournament, draft.view, draft.settled.sheet, timezone.now())


def sheet_context(req: TournamentRequest, draft: SheetDraft[F]) -> dict[str, object]:
    """Return the context of the match page with the sheet as typed and its preview."""
    return {
        **match_page(req, draft.match),
        "form": draft.form,
        "preview": preview_sheet(draft, _early_warning(draft)),
        "out_of_band": wants_fragment(req.http) and draft.form.is_stale,
    }


def success_response(request: HttpRequest, done: RecordingResult, url: str) -> HttpResponse:
    """Redirect to `url` with a message that the sheet is recorded, or who recorded the same before.

    The header `OUTCOME` is `recorded`.
    """
    if done.already_by:
        messages.info(
            request, _("Already recorded by %(name)s, with the same result.") % {"name": done.already_by}
        )
    else:
        messages.success(request, _("The sheet is recorded."))
    response = HttpResponseClientRedirect(url) if wants_fragment(request) else redirect(url)
    response[OUTCOME] = "recorded"
    return response


def _store_dispute_and_render(
    req: TournamentRequest, draft: SheetDraft[F], mine: JudgedSheet
) -> HttpResponse:
    """Store the dispute and return the page with both sheets (409).

    The header `OUTCOME` is `disputed`, unless there was nothing to store.
    """
    noted = store_dispute(req, draft, mine)
    response = _compare_page(req, draft, mine)
    if noted is not None:
        response[OUTCOME] = "disputed"
    return response


def store_dispute(req: TournamentRequest, draft: SheetDraft[F], mine: JudgedSheet) -> Dispute | None:
    """Store a dispute of the typed sheet with the recorded one, and return it.

    None if they agree after all, the match has no sheet, or the tournament is finished.
    """
    key = draft.form.cleaned_data["report"]
    return note_dispute(draft.match, sheet=mine.sheet, by=req.actor, now=timezone.now(), submission_key=key)


def _compare_page(req: TournamentRequest, draft: SheetDraft[F], mine: JudgedSheet) -> HttpResponse:
    """Return the page with the recorded sheet and `mine` side by side (409). Store nothing."""
    fresh, partly = req.reload(), wants_fragment(req.http)
    match = finding.find_match(fresh.tournament, draft.match.code)
    view = match_view(fresh.tournament, match)
    page = {
        **match_page(fresh, match),
        **recorded_sheet_context(fresh.tournament, match, view),
        "mine": present_sheet(view, draft.form.kind, mine.sheet, mine.verdict),
        "first_was_mine": was_recorded_by(match, req.actor),
        "out_of_band": partly,
    }
    return render(req.http, VERSIONS if partly else VERSIONS_PAGE, page, status=409)


@post_only("match")
def submit_absences(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record a sheet with the ticked players as missing; redirect to the match, or show the refusal there."""
    req = open_tournament(request, slug, need="judge")
    tournament = req.tournament
    found = finding.find_match(tournament, code)
    form = AbsenceForm(match_view(tournament, found), tournament.ledger.head_seq, request.POST)
    done: list[RecordingResult] = []

    def record_absences() -> None:
        """Record the sheet of the typed absences, and add the result to `done`."""
        typed = form.cleaned_data
        done.append(
            record_sheet(
                found, sheet=form.sheet(), by=req.actor, now=timezone.now(), submission_key=typed["report"],
                seen=typed["seen"], own_match=typed["own_match"],
            )
        )  # fmt: skip

    if form.run(record_absences):
        return success_response(request, done[0], reverse("match", args=[slug, code]))
    fresh = req.reload()
    page = {**match_page(fresh, finding.find_match(fresh.tournament, code)), "absence_form": form}
    return render(request, PAGE, page, status=form.status)
