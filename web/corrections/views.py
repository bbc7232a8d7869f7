"""Pages of corrections.

A correction takes three steps: the recorded sheet, a preview of everything that would change, the act. The
server stores nothing between them: the form carries what was typed. `step` names the pressed button: `edit`
returns to the sheet, `confirm` records the correction, anything else shows the preview.

Here are also the public notices with their undo, the versions of a match's sheet, the review of a contested
sheet, and the reopening of a finished tournament.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import reselect, reswap, retarget

from core.errors import Forbidden, Refused, Stale
from core.text import number_in
from matches.models import Dispute, Match
from matches.sheets import current_sheet, sheet_value
from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments import finding
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.disputes import dismiss_dispute, disputes_about, find_dispute, other_sheet
from tournaments.corrections.preview import CorrectionPreview, preview_correction, preview_undo
from tournaments.corrections.selectors import find_correction, notice, notices_about
from tournaments.corrections.selectors import notices as all_notices
from tournaments.corrections.undo import undo_correction
from tournaments.draw.round_comparison import later_round
from tournaments.match_views.match import MatchView, match_view
from tournaments.models import Correction
from tournaments.rules_of import kind_of
from tournaments.sheets.versions import versions_of
from tournaments.standings.finish import reopen as reopen_tournament
from web.corrections.presenter import choice_rows, match_rows, place_rows
from web.http.requests import wants_fragment
from web.matches.context import other_sheets
from web.matches.match_summary import recorded_sheet_context
from web.pages import form_page, poll_response, seen
from web.pagination import paginate
from web.service_form import FOR_EVER, ServiceForm
from web.sheets.cuts import JudgedSheet
from web.sheets.draft import SheetDraft, form_for, judge_complete_sheet, make_draft, place_of
from web.sheets.forms import LONGEST_REASON, SheetForm
from web.sheets.presenter import present_sheet
from web.sheets.preview import preview_sheet
from web.stages.withdraw import point_to_later_round
from web.tournament_request import TournamentRequest, open_tournament

REMEDY = "remedy."


class CorrectionForm(SheetForm):
    """The sheet with its reason, and a remedy for each later match, posted as `remedy.<code>`.

    `filled` is the sheet that the page opens with, `winner` its winning side; a bound form ignores both.
    """

    reason = forms.CharField(
        label=gettext_lazy("Why is it corrected?"),
        help_text=FOR_EVER,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
        filled: Sheet,
        winner: int | None,
    ) -> None:
        super().__init__(data, match=match, rules=rules, seq=seq, may_rule=True)
        self.remedies = {
            name.removeprefix(REMEDY): str(value)
            for name, value in (data or {}).items()
            if name.startswith(REMEDY)
        }
        if data is None:
            self.prefill(filled, winner)


class ReasonForm(ServiceForm):
    """The reason for an act of the coordinator."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=FOR_EVER,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


SHEET, FOLLOWS, PART = "corrections/sheet.html", "corrections/follows.html", "corrections/_what_follows.html"
NOT_TYPED = ("csrfmiddlewaretoken", "step", "seen")

Draft = SheetDraft[CorrectionForm]


@require_http_methods(["GET", "HEAD", "POST"])
def sheet_correct(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the recorded sheet as a form; on POST preview the effects of the posted one, or record it.

    A GET redirects to the match if it has no sheet to correct: none, or that of a bye.
    """
    req = open_tournament(request, slug, need="coordinate")
    match = finding.find_match(req.tournament, code)
    if request.method != "POST":
        opened = _initial_draft(req, match)
        return _sheet_page(req, opened) if opened else redirect("match", slug, code)
    draft, step = _posted_draft(req, match), request.POST.get("step")
    if draft.settled is None or step == "edit":
        return _sheet_page(req, draft)
    if step == "confirm" and draft.form.attempt(partial(_store_correction, req, draft, draft.settled)):
        messages.success(request, _("The sheet is corrected. The notice is public."))
        point_to_later_round(req, match)
        return redirect("match", slug, code)
    return _preview_page(req, draft, draft.settled)


def _initial_draft(req: TournamentRequest, match: Match) -> Draft | None:
    """Return the draft of the current sheet, or of the other sheet whose number is in `?outra=`.

    None without a sheet, and for a bye. `?contar` fills in a reason: counted afterwards.
    """
    row = current_sheet(match)
    if row is None or row.ended_by == EndedBy.BYE:
        return None
    place, asked = place_of(req.tournament, match.code), number_in(req.http.GET.get("outra", ""))
    other = None if asked is None else other_sheet(req.tournament, match, asked)
    filled = other or sheet_value(row)
    settled = judge_complete_sheet(place, filled)
    recorded_winner = next((side.number for side in place.view.sides if side.is_winner), None)
    winner = settled.verdict.winner if other else recorded_winner
    form = form_for(CorrectionForm, req.tournament, place.view, filled=filled, winner=winner)
    if "contar" in req.http.GET:
        form.initial["reason"] = _("The cards were counted afterwards.")
    return SheetDraft(place, form, settled)


def _posted_draft(req: TournamentRequest, match: Match) -> Draft:
    """Return the draft of the posted sheet."""
    place, tournament, posted = place_of(req.tournament, match.code), req.tournament, req.http.POST
    given = {"filled": Sheet(EndedBy.NONE_ADVANCES), "winner": None}
    return make_draft(place, form_for(CorrectionForm, tournament, place.view, posted, **given))


def _store_correction(req: TournamentRequest, draft: Draft, settled: JudgedSheet) -> None:
    """Record the correction with the form's reason and remedies. Raise as `correct_sheet`."""
    correct_sheet(
        draft.match,
        sheet=settled.sheet,
        reason=draft.form.cleaned_data["reason"],
        remedies=draft.form.remedies,
        seen=draft.form.cleaned_data["seen"],
        by=req.actor,
        now=timezone.now(),
    )


def _sheet_page(req: TournamentRequest, draft: Draft) -> HttpResponse:
    """Render the sheet form, also for a refused sheet; for htmx it replaces the whole content."""
    context = {**_shared_context(req, draft), "form": draft.form, "preview": preview_sheet(draft)}
    response = render(req.http, SHEET, context, status=draft.form.status)
    if not wants_fragment(req.http):
        return response
    return reswap(reselect(retarget(response, "#content"), "#content"), "outerHTML")


def _shared_context(req: TournamentRequest, draft: Draft) -> dict[str, object]:
    """Return the context of both pages of a correction, with the sheet as it is recorded."""
    page = recorded_sheet_context(req.tournament, draft.match, draft.view)
    return {**req.context("bracket"), "match": draft.view, **page}


def _preview_page(req: TournamentRequest, draft: Draft, settled: JudgedSheet) -> HttpResponse:
    """Render what the correction would change, or the sheet form if the sheet is refused or stale."""
    preview = _try_preview(req, draft, settled)
    if preview is None:
        return _sheet_page(req, draft)
    context = {
        **_shared_context(req, draft),
        "form": draft.form,
        "typed": tuple(_hidden_fields(req.http)),
        "corrected": present_sheet(draft.view, draft.form.kind, settled.sheet, settled.verdict),
        "choices": choice_rows(req.tournament, preview.choices),
        "matches": match_rows(req.tournament, preview.effects),
        "places": place_rows(preview.effects),
        "is_open": bool(preview.needs),
        "later_round": later_round(req.tournament, draft.match),
    }
    template = PART if wants_fragment(req.http) else FOLLOWS
    return render(req.http, template, context, status=draft.form.status)


def _hidden_fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield name and value of each posted field that the next step needs, remedies left out."""
    for name, value in request.POST.items():
        if name not in NOT_TYPED and not name.startswith(REMEDY):
            yield name, str(value)


def _try_preview(req: TournamentRequest, draft: Draft, settled: JudgedSheet) -> CorrectionPreview | None:
    """Return the preview; None if the sheet is refused or stale, with the error on the form.

    If only remedies are refused, put that on the form and preview without them.
    """
    form = draft.form
    try:
        return _preview(req, draft, settled, form.remedies)
    except Stale as refusal:
        if not form.errors:
            form.add_stale_error(refusal)
        return None
    except Refused as refusal:
        if not form.errors:
            form.add_refusal(refusal)
        wrong = {str(v.facts.get("match")) for v in refusal.violations if v.field == "remedies"}
        if len(wrong) < len(refusal.violations):
            return None
    left = {code: remedy for code, remedy in form.remedies.items() if code not in wrong}
    return _preview(req, draft, settled, left)


def _preview(
    req: TournamentRequest, draft: Draft, settled: JudgedSheet, remedies: Mapping[str, str]
) -> CorrectionPreview:
    """Preview the correction with these remedies. Raise what `preview_correction` refuses."""
    return preview_correction(
        draft.match,
        sheet=settled.sheet,
        remedies=remedies,
        seen=draft.form.cleaned_data["seen"],
        by=req.actor,
        now=timezone.now(),
    )


NOTICES_A_PAGE = 50


@require_safe
def notices(request: HttpRequest, slug: str) -> HttpResponse:
    """List all corrections: what, when, why, effects, and whether it was undone; by whom, for the staff."""
    req = open_tournament(request, slug)
    return poll_response(
        req,
        page="corrections/notices.html",
        fragment="corrections/_notices.html",
        context=lambda: _notices_context(req),
    )


def _notices_context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of a page of corrections; only staff see names."""
    tournament = req.tournament
    may_undo = req.may("coordinate") and not tournament.is_over
    return {
        **req.context("notices"),
        "page": paginate(all_notices(tournament), req.http.GET.get("pagina"), NOTICES_A_PAGE),
        "shows_names": req.may("judge"),
        "may_undo": may_undo,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    """Show what undoing a correction would change, or why it is stale; on POST undo it with a reason."""
    req = open_tournament(request, slug, need="coordinate")
    correction = find_correction(req.tournament, seq)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_store_undo, req, correction, form)):
        messages.success(request, _("The correction is undone: everything is as it was before."))
        point_to_later_round(req, correction.match)
        return redirect("notices", slug)
    context = {
        **req.context("notices"),
        "form": form,
        "notice": notice(req.tournament, seq),
        "shows_names": True,
        **_undo_context(req, correction),
    }
    return form_page(request, "corrections/undo.html", context)


def _store_undo(req: TournamentRequest, correction: Correction, form: ReasonForm) -> None:
    undo_correction(
        correction,
        reason=form.cleaned_data["reason"],
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


def _undo_context(req: TournamentRequest, correction: Correction) -> dict[str, object]:
    """Return `matches` and `places` that the undoing would change; `obstacle` if it is refused."""
    try:
        effects = preview_undo(correction, by=req.actor, now=timezone.now())
    except (Stale, Refused) as refusal:
        return {"obstacle": refusal}
    return {"matches": match_rows(correction.tournament, effects), "places": place_rows(effects)}


@require_http_methods(["GET", "HEAD", "POST"])
def dismiss(request: HttpRequest, slug: str, code: str, seq: int) -> HttpResponse:
    """Show the recorded sheet and a dispute; on POST dismiss it, with a reason. 404 for another match's."""
    req = open_tournament(request, slug, need="coordinate")
    tournament = req.tournament
    match, dispute = finding.find_match(tournament, code), find_dispute(tournament, seq)
    if dispute.match_id != match.pk:
        raise Forbidden("not_found")
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_store_dismissal, req, dispute, form)):
        messages.success(request, _("Reviewed: the recorded sheet stands."))
        return redirect("match", slug, code)
    view = match_view(tournament, match)
    asked = [other for other in disputes_about(tournament, match) if other.seq == seq]
    context = {
        **req.context("bracket"),
        **recorded_sheet_context(tournament, match, view),
        "match": view,
        "form": form,
        "reviews": other_sheets(tournament, match, asked),
    }
    return form_page(request, "corrections/review.html", context)


def _store_dismissal(req: TournamentRequest, dispute: Dispute, form: ReasonForm) -> None:
    reason = form.cleaned_data["reason"]
    dismiss_dispute(dispute, reason=reason, by=req.actor, now=timezone.now())


@require_http_methods(["GET", "HEAD", "POST"])
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for a reason; on POST open a finished tournament for corrections."""
    req = open_tournament(request, slug, need="coordinate")
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_reopen, req, form)):
        messages.success(
            request, _("The tournament is open again. Places and points come back when it is finished.")
        )
        return redirect("now", slug)
    return form_page(request, "corrections/reopen.html", {**req.context("now"), "form": form})


def _reopen(req: TournamentRequest, form: ReasonForm) -> None:
    """Reopen the tournament with the form's reason, in the record too. Raise as `reopen_tournament`."""
    reopen_tournament(
        req.tournament,
        reason=form.cleaned_data["reason"],
        by=req.actor,
        now=timezone.now(),
        seen=seen(req.http),
    )


@require_safe
def versions(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """List the versions of a sheet: who recorded it, when and why; only staff see names."""
    req = open_tournament(request, slug)
    tournament = req.tournament
    match = finding.find_match(tournament, code)
    kind = kind_of(tournament)
    context = {
        **req.context("bracket"),
        "match": match_view(tournament, match),
        "versions": [
            (version, present_sheet(version.match, kind, version.sheet, version.verdict))
            for version in versions_of(tournament, match)
        ],
        "notices": notices_about(tournament, match.code),
        "shows_names": req.may("judge"),
    }
    return render(request, "corrections/versions.html", context)


AT = "torneios/<slug:slug>/"
MATCH = f"{AT}partidas/<str:code>/"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}corrigir/", sheet_correct, name="sheet_correct"),
    path(f"{MATCH}versoes/", versions, name="match_versions"),
    path(f"{MATCH}revisao/<int:seq>/", dismiss, name="dispute_dismiss"),
    path(f"{AT}avisos/", notices, name="notices"),
    path(f"{AT}avisos/<int:seq>/desfazer/", undo, name="correction_undo"),
    path(f"{AT}reabrir/", reopen, name="reopen"),
]
