"""The staff goes to a table that asked."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from core.errors import Stale, Violation
from matches.models import HelpCall
from tournaments.help.answer import done, go, let_go
from web.pages import posted_from
from web.views.now.control_page import now_page
from web.visits import visiting

ACTS: Mapping[str, tuple[Callable[..., HelpCall], Promise]] = {
    "go": (go, _("You go to table %(table)s.")),
    "back": (let_go, _("Table %(table)s waits for somebody else.")),
    "done": (done, _("Table %(table)s: done.")),
}


@posted_from("now", takes=["slug"])
def answer(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """I go there; I do not after all; or somebody has been there."""
    visit = visiting(request, slug, "judge")
    act, said = ACTS.get(request.POST.get("act", ""), ACTS["go"])
    try:
        call = act(visit.tournament, code, by=visit.by, now=timezone.now())
    except Stale as stale:
        context = {**now_page(visit.again()), "violations": [Violation(stale.code, stale.facts)]}
        return render(request, "now/now.html", context, status=409)
    messages.success(request, str(said) % {"table": call.table.label})
    return redirect("now", slug)
