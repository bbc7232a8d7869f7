"""Views that open calls for the first round, and start all called tables at once."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Stale, Violation
from tournaments.play.open_calls import open_calls
from tournaments.play.start_called import start_called
from web.now.views import now_page
from web.pages import post_only, seen
from web.tournament_request import TournamentRequest, open_tournament

MOST_CODES = 2000


@post_only("now")
def open_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the first round before the planned start."""
    req = open_tournament(request, slug, "coordinate")

    def act() -> str:
        open_calls(req.tournament, by=req.actor, now=timezone.now(), seen=seen(request))
        return _("The first round is called.")

    return _act_and_redirect(req, act)


@post_only("now")
def start_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the tables that the page showed as called, in one act."""
    req = open_tournament(request, slug, "judge")
    codes = request.POST.getlist("match")[:MOST_CODES]

    def act() -> str:
        begun = start_called(req.tournament, matches=codes, by=req.actor, now=timezone.now())
        if not begun:
            return _("These tables had started already.")
        said = ngettext("%(count)s table starts.", "%(count)s tables start, with one clock.", begun)
        return said % {"count": begun}

    return _act_and_redirect(req, act)


def _act_and_redirect(req: TournamentRequest, act: Callable[[], str]) -> HttpResponse:
    """Act and confirm it; after a concurrent change show the page with the reason."""
    try:
        messages.success(req.http, act())
    except Stale as stale:
        context = {**now_page(req), "violations": [Violation(stale.code, stale.facts)]}
        return render(req.http, "now/now.html", context, status=409)
    return redirect("now", req.tournament.slug)
