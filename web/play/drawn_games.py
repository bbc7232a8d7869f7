"""Views for more time, for a drawn game, and for taking a drawn game back."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from core.errors import Refused, Stale
from tournaments import finding
from tournaments.play.clock import extend_time
from tournaments.play.notes import note_drawn_game, take_back_drawn_game
from web.http.requests import wants_fragment
from web.matches.context import match_page
from web.pages import post_only, seen
from web.play.forms import ExtensionForm, TakeBackForm
from web.service_form import ServiceForm
from web.sheets.record import FORM, PAGE, posted_sheet, sheet_context
from web.tournament_request import open_tournament


@post_only("match")
def submit_drawn_game(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the typed sheet as a drawn game, which restarts the match; or show it again with the refusal."""
    req = open_tournament(request, slug, need="judge")
    draft = posted_sheet(req, code, request.POST)
    form = draft.form
    try:
        if draft.settled is not None:
            note_drawn_game(
                draft.match,
                sheet=draft.settled.sheet,
                seen=form.cleaned_data["seen"],
                by=req.actor,
                now=timezone.now(),
            )
    except Refused as refusal:
        form.add_refusal(refusal)
    except Stale as refusal:
        form.add_stale_error(refusal)
    if not form.errors:
        messages.success(
            request, _("The drawn game is noted: the match starts again, and so does its clock.")
        )
        url = reverse("match", args=[slug, code])
        return HttpResponseClientRedirect(url) if wants_fragment(request) else redirect(url)
    template = FORM if wants_fragment(request) else PAGE
    return render(request, template, sheet_context(req, draft), status=form.status)


@post_only("match")
def take_back_game(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record, with a reason, that the latest game was not drawn: it goes on."""
    form = TakeBackForm(request.POST)
    said = _("The drawn game is taken back: it continues with the clock that it had.")
    return _act_and_render(request, slug, code, form, "take_back_form", take_back_drawn_game, said)


@post_only("match")
def extend_match(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Give the match more minutes, with a reason, and cancel a call of time."""
    form = ExtensionForm(request.POST)
    return _act_and_render(
        request, slug, code, form, "extension_form", extend_time, _("The match has more time.")
    )


def _act_and_render(
    request: HttpRequest,
    slug: str,
    code: str,
    form: ServiceForm,
    name: str,
    service: Callable[..., object],
    said: str,
) -> HttpResponse:
    """Call `service` with the match and the form's values; redirect to the match with the message `said`.

    If it is refused, render the match with the form in the context as `name`.
    """
    req = open_tournament(request, slug, need="judge")
    match = finding.find_match(req.tournament, code)
    given = {"seen": seen(request), "by": req.actor, "now": timezone.now()}
    if form.run(lambda: service(match, **form.cleaned_data, **given)):
        messages.success(request, said)
        return redirect("match", slug, code)
    return render(request, PAGE, {**match_page(req, match), name: form}, status=form.status)
