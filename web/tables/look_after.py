"""A judge takes or returns a table of the day's list; a coordinator gives it to another judge."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Persona
from core.errors import Refused, Stale, Violation
from tournaments.finding import find_table
from tournaments.tables.look_after import give_table_back, give_tables, take_table
from web.http.requests import posted_act
from web.now.views import now_page
from web.pages import post_only
from web.tournament_request import TournamentRequest, open_tournament


@post_only("now", takes=["slug"])
def look_after(request: HttpRequest, slug: str, label: str) -> HttpResponse:
    """Take a table; with `act` = `back` return it, with `give` hand it to `judge` (code).

    A refusal is shown on the page “Now”: 422, or 409 if another judge took it or the tournament is over.
    """
    req = open_tournament(request, slug, "judge")
    try:
        message = posted_act(request, ACTS)(req, label)
    except Refused as refusal:
        return _refusal_page(req, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(req, [Violation(refusal.code, refusal.facts)], 409)
    messages.success(request, message)
    return redirect("now", slug)


def _take(req: TournamentRequest, label: str) -> str:
    """Store that the caller looks after the table; return the message."""
    table = take_table(req.tournament, label, by=req.actor, now=timezone.now())
    return _("Table %(table)s is yours.") % {"table": table.label}


def _give_back(req: TournamentRequest, label: str) -> str:
    """Store that no judge looks after the table; return the message."""
    table = give_table_back(req.tournament, label, by=req.actor, now=timezone.now())
    return _("No one looks after table %(table)s now.") % {"table": table.label}


def _give_to_judge(req: TournamentRequest, label: str) -> str:
    """Assign the table to the posted judge; return the message."""
    place, judge = find_table(req.tournament, label).position, req.http.POST.get("judge", "")
    give_tables(req.tournament, judge=judge, first=place, last=place, by=req.actor, now=timezone.now())
    name = Persona.objects.get(ledger=req.tournament.ledger_id, code=judge).player.name
    return _("%(name)s looks after table %(table)s now.") % {"name": name, "table": label}


ACTS: Mapping[str, Callable[[TournamentRequest, str], str]] = {
    "": _take,
    "back": _give_back,
    "give": _give_to_judge,
}


def _refusal_page(req: TournamentRequest, violations: object, status: int) -> HttpResponse:
    """Render the page “Now”, read again, with the violations."""
    context = {**now_page(req.reload()), "violations": violations}
    return render(req.http, "now/now.html", context, status=status)
