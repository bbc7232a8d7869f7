"""The staff goes to a table that asked."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import Stale, Violation
from tournaments.help.answer import done, go
from web.pages import posted_from
from web.views.now.control_page import now_page
from web.visits import visiting


@posted_from("now", takes=["slug"])
def answer(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """I go there; or somebody has been there."""
    visit = visiting(request, slug, "judge")
    is_done = request.POST.get("act") == "done"
    try:
        call = (done if is_done else go)(visit.tournament, code, by=visit.by, now=timezone.now())
    except Stale as stale:
        context = {**now_page(visit.again()), "violations": [Violation(stale.code, stale.facts)]}
        return render(request, "now/now.html", context, status=409)
    said = _("Table %(table)s: done.") if is_done else _("You go to table %(table)s.")
    messages.success(request, said % {"table": call.table.label})
    return redirect("now", slug)
