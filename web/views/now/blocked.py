"""Matches that wait for people of another tournament: call them anyway, or say that they are two people."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Refused, Stale, Violation
from scheduling.by_hand import call_anyway
from tournaments import finding
from tournaments.entries.separate import separate_person
from web.pages import posted_from
from web.views.now.control_page import now_page
from web.visits import Visit, visiting

MOST_CODES = 100


@posted_from("now")
def call_blocked(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the matches that the page showed as blocked; those before a refused one stay called."""
    visit = visiting(request, slug, "coordinate")
    codes = request.POST.getlist("match")[:MOST_CODES]

    def act() -> str:
        for code in codes:
            match = finding.find_match(visit.tournament, code)
            call_anyway(match, by=visit.by, now=timezone.now())
        said = ngettext("%(count)s match is called.", "%(count)s matches are called.", len(codes))
        return said % {"count": len(codes)}

    return _acted(visit, act)


@posted_from("now")
def separate(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a person of their own of whoever plays here under the name of somebody else."""
    visit = visiting(request, slug, "coordinate")
    code = request.POST.get("person", "")

    def act() -> str:
        found = separate_person(visit.tournament, person=code, by=visit.by, now=timezone.now())
        return _("%(name)s here is now another person than at the other table.") % {"name": found.name}

    return _acted(visit, act)


def _acted(visit: Visit, act: Callable[[], str]) -> HttpResponse:
    """Do it and say so; if it is refused, the page with the reason."""
    try:
        messages.success(visit.request, act())
    except Refused as refused:
        return _refused(visit, refused.violations, 422)
    except Stale as stale:
        return _refused(visit, [Violation(stale.code, stale.facts)], 409)
    return redirect("now", visit.tournament.slug)


def _refused(visit: Visit, violations: object, status: int) -> HttpResponse:
    context = {**now_page(visit.again()), "violations": violations}
    return render(visit.request, "now/now.html", context, status=status)
