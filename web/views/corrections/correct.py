"""Correcting a sheet: the sheet as it stands, then everything that would change, then it is done.

Nothing is kept between these steps: what was typed travels in the form. `step` says which button
was pressed: `edit` goes back to the sheet, `confirm` does it, anything else shows what follows.
"""

from collections.abc import Iterator, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.http import reselect, reswap, retarget

from core.errors import Refused, Stale
from core.numbers import number_in
from matches.models import Match
from matches.sheets import current_sheet, sheet_value
from rulesets.kernel.sheet import EndedBy, Sheet
from tournaments import finding
from tournaments.corrections.correct import correct_sheet
from tournaments.corrections.preview import CorrectionPreview, preview_correction
from tournaments.disputes.selectors import other_sheet
from web.forms.corrections import REMEDY, CorrectionForm
from web.forms.sheets.cuts import Settled
from web.htmx import wants_fragment
from web.views.corrections.presenter import choice_rows, match_rows, place_rows
from web.views.matches.told import recorded
from web.views.sheets.draft import SheetDraft, drafted, form_for, place_of, settle_sheet
from web.views.sheets.presenter import present_sheet
from web.views.sheets.preview import preview_sheet
from web.visits import Visit, visiting

SHEET, FOLLOWS, PART = "corrections/sheet.html", "corrections/follows.html", "corrections/_what_follows.html"
NOT_TYPED = ("csrfmiddlewaretoken", "step", "seen")

Draft = SheetDraft[CorrectionForm]


@require_http_methods(["GET", "HEAD", "POST"])
def sheet_correct(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The recorded sheet, what would follow from another one, and the correction itself."""
    visit = visiting(request, slug, need="coordinate")
    match = finding.find_match(visit.tournament, code)
    if request.method != "POST":
        opened = _opened(visit, match)
        return _sheet_page(visit, opened) if opened else redirect("match", slug, code)
    draft, step = _posted(visit, match), request.POST.get("step")
    if draft.settled is None or step == "edit":
        return _sheet_page(visit, draft)
    if step == "confirm" and draft.form.tried(partial(_correct, visit, draft, draft.settled)):
        messages.success(request, _("The sheet is corrected. The notice is public."))
        return redirect("match", slug, code)
    return _follows_page(visit, draft, draft.settled)


def _opened(visit: Visit, match: Match) -> Draft | None:
    """The sheet as it stands, or the one that `?outra=` names; None where there is none to correct."""
    row = current_sheet(match)
    if row is None or row.ended_by == EndedBy.BYE:
        return None
    place, asked = place_of(visit.tournament, match.code), number_in(visit.request.GET.get("outra", ""))
    other = None if asked is None else other_sheet(visit.tournament, match, asked)
    filled = other or sheet_value(row)
    settled = settle_sheet(place, filled)
    stands = next((side.number for side in place.view.sides if side.is_winner), None)
    winner = settled.verdict.winner if other else stands
    form = form_for(CorrectionForm, visit.tournament, place.view, filled=filled, winner=winner)
    if "contar" in visit.request.GET:
        form.initial["reason"] = _("The cards were counted afterwards.")
    return SheetDraft(place, form, settled)


def _posted(visit: Visit, match: Match) -> Draft:
    """The sheet as it was typed."""
    place, tournament, posted = place_of(visit.tournament, match.code), visit.tournament, visit.request.POST
    given = {"filled": Sheet(EndedBy.NOBODY), "winner": None}
    return drafted(place, form_for(CorrectionForm, tournament, place.view, posted, **given))


def _correct(visit: Visit, draft: Draft, settled: Settled) -> None:
    correct_sheet(
        draft.match,
        sheet=settled.sheet,
        reason=draft.form.cleaned_data["reason"],
        remedies=draft.form.remedies,
        seen=draft.form.cleaned_data["seen"],
        by=visit.by,
        now=timezone.now(),
    )


def _sheet_page(visit: Visit, draft: Draft) -> HttpResponse:
    """The sheet to be typed, with what stands beside it; also the answer where it cannot stand."""
    context = {**_shared(visit, draft), "form": draft.form, "preview": preview_sheet(draft)}
    response = render(visit.request, SHEET, context, status=draft.form.status)
    if not wants_fragment(visit.request):
        return response
    return reswap(reselect(retarget(response, "#content"), "#content"), "outerHTML")


def _shared(visit: Visit, draft: Draft) -> dict[str, object]:
    page = recorded(visit.tournament, draft.match, draft.view)
    return {**visit.context("bracket"), "match": draft.view, **page}


def _follows_page(visit: Visit, draft: Draft, settled: Settled) -> HttpResponse:
    """Everything that would change; where the sheet itself cannot stand, the sheet again."""
    look = _look(visit, draft, settled)
    if look is None:
        return _sheet_page(visit, draft)
    context = {
        **_shared(visit, draft),
        "form": draft.form,
        "typed": tuple(_typed(visit.request)),
        "corrected": present_sheet(draft.view, draft.form.kind, settled.sheet, settled.verdict),
        "choices": choice_rows(visit.tournament, look.choices),
        "matches": match_rows(visit.tournament, look.effects),
        "places": place_rows(look.effects),
        "is_open": bool(look.needs),
    }
    template = PART if wants_fragment(visit.request) else FOLLOWS
    return render(visit.request, template, context, status=draft.form.status)


def _typed(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """What travels on, hidden."""
    for name, value in request.POST.items():
        if name not in NOT_TYPED and not name.startswith(REMEDY):
            yield name, str(value)


def _look(visit: Visit, draft: Draft, settled: Settled) -> CorrectionPreview | None:
    """What would follow; None where the sheet itself is refused or old, which the form then says."""
    form = draft.form
    try:
        return _previewed(visit, draft, settled, form.remedies)
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
    return _previewed(visit, draft, settled, left)


def _previewed(
    visit: Visit, draft: Draft, settled: Settled, remedies: Mapping[str, str]
) -> CorrectionPreview:
    return preview_correction(
        draft.match,
        sheet=settled.sheet,
        remedies=remedies,
        seen=draft.form.cleaned_data["seen"],
        by=visit.by,
        now=timezone.now(),
    )
