"""The day begins: the first round is called, and the tables that were called start together."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Stale, Violation
from tournaments.models import Tournament
from tournaments.play.open_calls import open_calls
from tournaments.play.start_called import start_called
from web.pages import posted_from, seen, signed_in, tournament_page
from web.views.now.control_page import now_page

MOST_CODES = 2000


@posted_from("now")
def open_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the first round before the planned start."""
    tournament = tournament_page(request, slug, "coordinate")

    def act() -> str:
        open_calls(tournament, by=signed_in(request), now=timezone.now(), seen=seen(request))
        return _("The first round is called.")

    return _acted(request, tournament, act)


@posted_from("now")
def start_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the tables that the page showed as called, in one act."""
    tournament = tournament_page(request, slug, "judge")
    codes = request.POST.getlist("match")[:MOST_CODES]

    def act() -> str:
        begun = start_called(tournament, matches=codes, by=signed_in(request), now=timezone.now())
        if not begun:
            return _("These tables had started already.")
        said = ngettext("%(count)s table starts.", "%(count)s tables start, with one clock.", begun)
        return said % {"count": begun}

    return _acted(request, tournament, act)


def _acted(request: HttpRequest, tournament: Tournament, act: Callable[[], str]) -> HttpResponse:
    """Do it and say so; where somebody was faster, the page with the reason."""
    try:
        messages.success(request, act())
    except Stale as stale:
        context = {**now_page(request, tournament), "violations": [Violation(stale.code, stale.facts)]}
        return render(request, "now/now.html", context, status=409)
    return redirect("now", tournament.slug)
