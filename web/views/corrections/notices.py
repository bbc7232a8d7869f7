"""Public notices of corrections, and taking one back."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from core.errors import Stale
from tournaments.corrections.preview import preview_undo
from tournaments.corrections.selectors import find_correction, notice
from tournaments.corrections.selectors import notices as all_notices
from tournaments.corrections.undo import undo_correction
from tournaments.models import Correction
from web.forms.corrections import ReasonForm
from web.pages import form_page, poll_response, seen
from web.pagination import paginate
from web.views.corrections.presenter import match_rows, place_rows
from web.visits import Visit, visiting

NOTICES_A_PAGE = 50


@require_safe
def notices(request: HttpRequest, slug: str) -> HttpResponse:
    """Every correction: what, when, why, what followed, by whom, and whether it was undone."""
    visit = visiting(request, slug)
    return poll_response(
        visit,
        page="corrections/notices.html",
        fragment="corrections/_notices.html",
        context=lambda: _context(visit),
    )


def _context(visit: Visit) -> dict[str, object]:
    tournament = visit.tournament
    may_undo = visit.may("coordinate") and not tournament.is_over
    return {
        **visit.context("notices"),
        "page": paginate(all_notices(tournament), visit.request.GET.get("pagina"), NOTICES_A_PAGE),
        "shows_names": visit.may("judge"),
        "may_undo": may_undo,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    """What undoing brings back, and doing it, with a reason."""
    visit = visiting(request, slug, need="coordinate")
    correction = find_correction(visit.tournament, seq)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_undo, visit, correction, form)):
        messages.success(request, _("The correction is undone: everything is as it was before."))
        return redirect("notices", slug)
    context = {
        **visit.context("notices"),
        "form": form,
        "notice": notice(visit.tournament, seq),
        "shows_names": True,
        **_brings_back(visit, correction),
    }
    return form_page(request, "corrections/undo.html", context)


def _undo(visit: Visit, correction: Correction, form: ReasonForm) -> None:
    undo_correction(
        correction,
        reason=form.cleaned_data["reason"],
        by=visit.by,
        now=timezone.now(),
        seen=seen(visit.request),
    )


def _brings_back(visit: Visit, correction: Correction) -> dict[str, object]:
    """What would change, or why it cannot be undone."""
    try:
        effects = preview_undo(correction, by=visit.by, now=timezone.now())
    except Stale as refusal:
        return {"obstacle": refusal}
    return {"matches": match_rows(correction.tournament, effects), "places": place_rows(effects)}
