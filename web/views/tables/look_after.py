"""A judge takes a table of the day's list, or gives it back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Refused, Stale, Violation
from tournaments.tables.look_after import give_table_back, take_table
from web.pages import posted_from
from web.views.now.control_page import now_page
from web.visits import Visit, visiting


@posted_from("now", takes=["slug"])
def look_after(request: HttpRequest, slug: str, label: str) -> HttpResponse:
    """I take this one; or, with `act` = `back`, I do not any more."""
    visit = visiting(request, slug, "judge")
    is_back = request.POST.get("act") == "back"
    try:
        table = (give_table_back if is_back else take_table)(
            visit.tournament, label, by=visit.by, now=timezone.now()
        )
    except Refused as refusal:
        return _refused(visit, refusal.violations, 422)
    except Stale as refusal:
        return _refused(visit, [Violation(refusal.code, refusal.facts)], 409)
    said = _("Table %(table)s is nobody’s now.") if is_back else _("Table %(table)s is yours.")
    messages.success(request, said % {"table": table.label})
    return redirect("now", slug)


def _refused(visit: Visit, violations: object, status: int) -> HttpResponse:
    context = {**now_page(visit.again()), "violations": violations}
    return render(visit.request, "now/now.html", context, status=status)
