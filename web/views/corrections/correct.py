"""Correcting a sheet: the sheet as it stands, then everything that would change, then it is done.

Nothing is kept between these steps: what was typed travels in the form. `step` says which button
was pressed: `edit` goes back to the sheet, `confirm` does it, anything else shows what follows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import reselect, reswap, retarget

from core.errors import Refused, Stale
from matches.models import Match
from matches.sheets import current_sheet, sheet_value
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments import finding
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.preview import Preview, preview_correction
from tournaments.disputes.selectors import other_sheet
from tournaments.matches.bracket import MatchView, match_view
from tournaments.models import Tournament
from tournaments.play.play import judge_sheet
from tournaments.rules_of import rules_of
from web.forms.corrections import REMEDY, CorrectionForm
from web.forms.sheets.cuts import Settled, settle
from web.htmx import wants_fragment
from web.pages import signed_in, tournament_context, tournament_page
from web.views.corrections.presenter import choice_rows, match_rows, place_rows
from web.views.matches.context import kind_of, recorded
from web.views.sheets.presenter import picture
from web.views.sheets.preview import preview

SHEET, FOLLOWS, PART = "corrections/sheet.html", "corrections/follows.html", "corrections/_follows.html"
NOT_TYPED = ("csrfmiddlewaretoken", "step", "seen")


@dataclass(slots=True)
class Draft:
    """A correction in the making; `settled` is None where what was posted is malformed."""

    tournament: Tournament
    match: Match
    view: MatchView
    form: CorrectionForm
    settled: Settled | None


@require_http_methods(["GET", "HEAD", "POST"])
def sheet_correct(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The recorded sheet, what would follow from another one, and the correction itself."""
    tournament = tournament_page(request, slug, need="coordinate")
    match = finding.find_match(tournament, code)
    if request.method != "POST":
        draft = _opened(request, tournament, match)
        return _sheet_page(request, draft) if draft else redirect("match", slug, code)
    draft, step = _posted(request, tournament, match), request.POST.get("step")
    if draft.settled is None or step == "edit":
        return _sheet_page(request, draft)
    if step == "confirm" and draft.form.tried(partial(_correct, request, draft, draft.settled)):
        messages.success(request, _("The sheet is corrected. The notice is public."))
        return redirect("match", slug, code)
    return _follows_page(request, draft, draft.settled)


def _opened(request: HttpRequest, tournament: Tournament, match: Match) -> Draft | None:
    """The sheet as it stands, or the one that `?outra=` names; None where there is none to correct."""
    row = current_sheet(match)
    if row is None or row.ended_by == EndedBy.BYE:
        return None
    view, asked = match_view(tournament, match), request.GET.get("outra", "")
    other = other_sheet(tournament, match, int(asked)) if asked.isascii() and asked.isdigit() else None
    filled = other or sheet_value(row)
    judge = partial(judge_sheet, match)
    stands = next((side.number for side in view.sides if side.is_winner), None)
    form = _form(tournament, view, filled, judge(filled).winner if other else stands)
    if "contar" in request.GET:
        form.initial["reason"] = _("The cards were counted afterwards.")
    return Draft(tournament, match, view, form, settle(replace(filled, cuts=()), form.cards, judge))


def _posted(request: HttpRequest, tournament: Tournament, match: Match) -> Draft:
    """The sheet as it was typed."""
    view = match_view(tournament, match)
    form = _form(tournament, view, Sheet(EndedBy.NOBODY), None, request.POST)
    settled = settle(form.sheet(), form.cards, partial(judge_sheet, match)) if form.is_valid() else None
    return Draft(tournament, match, view, form, settled)


def _form(
    tournament: Tournament,
    view: MatchView,
    filled: Sheet,
    winner: int | None,
    data: Mapping[str, Any] | None = None,
) -> CorrectionForm:
    return CorrectionForm(
        data,
        match=view,
        rules=rules_of(tournament),
        kind=kind_of(tournament),
        seq=tournament.ledger.head_seq,
        filled=filled,
        winner=winner,
    )


def _correct(request: HttpRequest, draft: Draft, settled: Settled) -> None:
    correct_sheet(
        draft.match,
        sheet=settled.sheet,
        reason=draft.form.cleaned_data["reason"],
        remedies=draft.form.remedies,
        seen=draft.form.cleaned_data["seen"],
        by=signed_in(request),
        now=timezone.now(),
    )


def _sheet_page(request: HttpRequest, draft: Draft) -> HttpResponse:
    """The sheet to be typed, with what stands beside it; also the answer where it cannot stand."""
    context = {
        **_shared(request, draft),
        "form": draft.form,
        "preview": preview(draft.view, draft.form, draft.settled),
    }
    response = render(request, SHEET, context, status=draft.form.status)
    if not wants_fragment(request):
        return response
    return reswap(reselect(retarget(response, "#content"), "#content"), "outerHTML")


def _shared(request: HttpRequest, draft: Draft) -> dict[str, Any]:
    page = recorded(draft.tournament, draft.match, draft.view)
    return {**tournament_context(request, draft.tournament, "bracket"), "match": draft.view, **page}


def _follows_page(request: HttpRequest, draft: Draft, settled: Settled) -> HttpResponse:
    """Everything that would change; where the sheet itself cannot stand, the sheet again."""
    look = _look(request, draft, settled)
    if look is None:
        return _sheet_page(request, draft)
    context = {
        **_shared(request, draft),
        "form": draft.form,
        "typed": tuple(_typed(request)),
        "corrected": picture(draft.view, draft.form.kind, settled.sheet, settled.verdict),
        "choices": choice_rows(draft.tournament, look.choices),
        "matches": match_rows(draft.tournament, look.effects),
        "places": place_rows(look.effects),
        "is_open": bool(look.needs),
    }
    template = PART if wants_fragment(request) else FOLLOWS
    return render(request, template, context, status=draft.form.status)


def _typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """What travels on, hidden."""
    for name, value in request.POST.items():
        if name not in NOT_TYPED and not name.startswith(REMEDY):
            yield name, str(value)


def _look(request: HttpRequest, draft: Draft, settled: Settled) -> Preview | None:
    """What would follow; None where the sheet itself is refused or old, which the form then says."""
    form = draft.form
    try:
        return _previewed(request, draft, settled, form.remedies)
    except Stale as refusal:
        if not form.errors:
            form.stale(refusal)
        return None
    except Refused as refusal:
        if not form.errors:
            form.refused(refusal)
        wrong = {str(v.facts.get("match")) for v in refusal.violations if v.field == "remedies"}
        if len(wrong) < len(refusal.violations):
            return None
    left = {code: remedy for code, remedy in form.remedies.items() if code not in wrong}
    return _previewed(request, draft, settled, left)


def _previewed(request: HttpRequest, draft: Draft, settled: Settled, remedies: Mapping[str, str]) -> Preview:
    return preview_correction(
        draft.match,
        sheet=settled.sheet,
        remedies=remedies,
        seen=draft.form.cleaned_data["seen"],
        by=signed_in(request),
        now=timezone.now(),
    )
