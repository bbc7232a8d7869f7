"""Public notices of corrections, and taking one back."""

from functools import partial
from typing import Any

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
from tournaments.models import Correction, Tournament
from tournaments.policies import allows
from web.forms.corrections import ReasonForm
from web.pages import form_page, poll_response, seen, signed_in, tournament_context, tournament_page
from web.pagination import paginate
from web.views.corrections.presenter import match_rows, place_rows

NOTICES_A_PAGE = 50


@require_safe
def notices(request: HttpRequest, slug: str) -> HttpResponse:
    """Every correction: what, when, why, what followed, by whom, and whether it was undone."""
    tournament = tournament_page(request, slug)
    return poll_response(
        request,
        tournament,
        page="corrections/notices.html",
        fragment="corrections/_notices.html",
        context=lambda: _context(request, tournament),
    )


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    shared = tournament_context(request, tournament, "notices")
    may_undo = allows(shared["role"], tournament, "coordinate") and not tournament.is_over
    return {
        **shared,
        "page": paginate(all_notices(tournament), request.GET.get("pagina"), NOTICES_A_PAGE),
        "shows_names": allows(shared["role"], tournament, "judge"),
        "may_undo": may_undo,
    }


@require_http_methods(["GET", "HEAD", "POST"])
def undo(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    """What undoing brings back, and doing it, with a reason."""
    tournament = tournament_page(request, slug, need="coordinate")
    correction = find_correction(tournament, seq)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(partial(_undo, request, correction, form)):
        messages.success(request, _("The correction is undone: everything is as it was before."))
        return redirect("notices", slug)
    context = {
        **tournament_context(request, tournament, "notices"),
        "form": form,
        "notice": notice(tournament, seq),
        "shows_names": True,
        **_brings_back(request, correction),
    }
    return form_page(request, "corrections/undo.html", context)


def _undo(request: HttpRequest, correction: Correction, form: ReasonForm) -> None:
    undo_correction(
        correction,
        reason=form.cleaned_data["reason"],
        by=signed_in(request),
        now=timezone.now(),
        seen=seen(request),
    )


def _brings_back(request: HttpRequest, correction: Correction) -> dict[str, Any]:
    """What would change, or why it cannot be undone."""
    try:
        effects = preview_undo(correction, by=signed_in(request), now=timezone.now())
    except Stale as refusal:
        return {"obstacle": refusal}
    return {"matches": match_rows(correction.tournament, effects), "places": place_rows(effects)}
