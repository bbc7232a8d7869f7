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
from web.pages import posted_from, seen
from web.visits import Visit, visiting

MOST_CODES = 2000


@posted_from("now")
def open_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the first round before the planned start."""
    visit = visiting(request, slug, "coordinate")

    def act() -> str:
        open_calls(visit.tournament, by=visit.by, now=timezone.now(), seen=seen(request))
        return _("The first round is called.")

    return _acted(visit, act)


@posted_from("now")
def start_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the tables that the page showed as called, in one act."""
    visit = visiting(request, slug, "judge")
    codes = request.POST.getlist("match")[:MOST_CODES]

    def act() -> str:
        begun = start_called(visit.tournament, matches=codes, by=visit.by, now=timezone.now())
        if not begun:
            return _("These tables had started already.")
        said = ngettext("%(count)s table starts.", "%(count)s tables start, with one clock.", begun)
        return said % {"count": begun}

    return _acted(visit, act)


def _acted(visit: Visit, act: Callable[[], str]) -> HttpResponse:
    """Act and confirm it; after a concurrent change show the page with the reason."""
    try:
        messages.success(visit.request, act())
    except Stale as stale:
        context = {**now_page(visit), "violations": [Violation(stale.code, stale.facts)]}
        return render(visit.request, "now/now.html", context, status=409)
    return redirect("now", visit.tournament.slug)
