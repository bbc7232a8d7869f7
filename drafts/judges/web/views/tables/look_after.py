"""Which judge looks after which tables: taken from the day's list, or given on the page of the tables."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Persona
from core.errors import Refused, Stale, Violation
from tournaments.tables.look_after import look_after, tables_in
from web.pages import posted_from
from web.views.tables.hall import tables_page
from web.visits import Visit, visiting

MINE = "me"
LONGEST = 200


@posted_from("tables")
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """Give tables to somebody; `person` is "me", a code, or empty for nobody."""
    visit = visiting(request, slug, "judge")
    text = request.POST.get("tables", "")[:LONGEST]
    try:
        changed = look_after(
            visit.tournament, tables=tables_in(text), person=_person(visit), by=visit.by, now=timezone.now()
        )
    except Refused as refusal:
        return _refused(visit, {"violations": refusal.violations, "typed_tables": text}, 422)
    except Stale as refusal:
        return _refused(visit, {"violations": [Violation(refusal.code, refusal.facts)]}, 409)
    said = ngettext("%(count)s table has changed hands.", "%(count)s tables have changed hands.", changed)
    messages.success(request, said % {"count": changed})
    if request.POST.get("de") == "painel":
        return redirect(f"{reverse('now', args=[slug])}#playing-title")
    return redirect(f"{reverse('tables', args=[slug])}#judges")


def _person(visit: Visit) -> str | None:
    said = visit.request.POST.get("person", "")
    if said != MINE:
        return said or None
    return Persona.objects.get(ledger=visit.tournament.ledger_id, player=visit.by).code


def _refused(visit: Visit, more: dict[str, object], status: int) -> HttpResponse:
    return render(visit.request, "tables/tables.html", {**tables_page(visit), **more}, status=status)
