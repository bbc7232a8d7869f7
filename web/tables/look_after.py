"""A judge takes or returns a table of the day's list; a coordinator gives it to another judge."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Persona
from core.errors import Refused, Stale, Violation
from tournaments.finding import find_table
from tournaments.tables.look_after import give_table_back, give_tables, take_table
from web.now.views import now_page
from web.pages import posted_from
from web.visits import Visit, visiting


@posted_from("now", takes=["slug"])
def look_after(request: HttpRequest, slug: str, label: str) -> HttpResponse:
    """Take a table; with `act` = `back` return it, with `give` hand it to `judge` (code)."""
    visit = visiting(request, slug, "judge")
    try:
        said = _done(visit, label)
    except Refused as refusal:
        return _refused(visit, refusal.violations, 422)
    except Stale as refusal:
        return _refused(visit, [Violation(refusal.code, refusal.facts)], 409)
    messages.success(request, said)
    return redirect("now", slug)


def _done(visit: Visit, label: str) -> str:
    tournament, by, now = visit.tournament, visit.by, timezone.now()
    match visit.request.POST.get("act"):
        case "back":
            table = give_table_back(tournament, label, by=by, now=now)
            return _("No one looks after table %(table)s now.") % {"table": table.label}
        case "give":
            return _given(visit, label)
        case _other:
            table = take_table(tournament, label, by=by, now=now)
            return _("Table %(table)s is yours.") % {"table": table.label}


def _given(visit: Visit, label: str) -> str:
    place, judge = find_table(visit.tournament, label).position, visit.request.POST.get("judge", "")
    give_tables(visit.tournament, judge=judge, first=place, last=place, by=visit.by, now=timezone.now())
    name = Persona.objects.get(ledger=visit.tournament.ledger_id, code=judge).player.name
    return _("%(name)s looks after table %(table)s now.") % {"name": name, "table": label}


def _refused(visit: Visit, violations: object, status: int) -> HttpResponse:
    context = {**now_page(visit.again()), "violations": violations}
    return render(visit.request, "now/now.html", context, status=status)
