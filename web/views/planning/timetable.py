"""The timetable of the day: for everybody to read, for who runs it to have it made."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scheduling.timetable_views import day_plan
from scheduling.timetables import FOLLOWED, ask_for_timetable, cancel_making, drop_timetable
from tournaments.tables.hall import tables_of
from web.forms.base import ServiceForm
from web.htmx import wants_fragment
from web.pages import form_page
from web.views.planning.gantt import gantt
from web.visits import Visit, visiting

ACTS: dict[str, Callable[[Visit], object]] = {
    "make": lambda visit: ask_for_timetable(visit.tournament, by=visit.by, now=timezone.now()),
    "cancel": lambda visit: cancel_making(visit.tournament, by=visit.by, now=timezone.now()),
    "drop": lambda visit: drop_timetable(visit.tournament, by=visit.by, now=timezone.now()),
}


@require_http_methods(["GET", "HEAD", "POST"])
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, or what it asks for anew once a minute, and every two seconds while a timetable is made."""
    visit = visiting(request, slug)
    form = ServiceForm()
    if request.method == "POST":
        visit.require("coordinate")
        act = ACTS.get(request.POST.get("act", ""))
        if act is not None and form.tried(lambda: act(visit)):
            if request.POST.get("act") == "drop":
                messages.success(
                    request, _("There is no timetable any more: matches are called in bracket order.")
                )
            return redirect("timetable", slug)
        visit = visit.again()
    page = "planning/_timetable.html" if wants_fragment(request) else "planning/timetable.html"
    return form_page(request, page, {**_shown(visit), "form": form})


def _shown(visit: Visit) -> dict[str, object]:
    moment, tournament = timezone.now(), visit.tournament
    plan = day_plan(tournament, moment)
    return {
        **visit.context("timetable"),
        "may_make": visit.may("coordinate"),
        "plan": plan,
        "gantt": gantt(plan, tournament.pauses, moment) if plan else None,
        "hall_tables": tables_of(tournament),
        "moment": moment,
        "is_followed": tournament.state in FOLLOWED,
    }
