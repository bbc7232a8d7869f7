"""The timetable of the day: for everybody to read, for who runs it to have it made."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scheduling.shared_tables import used_elsewhere, uses_of_others
from scheduling.timetable_views import day_plan, pins_shown
from scheduling.timetables import FOLLOWED, ask_for_timetable, cancel_making, drop_timetable
from tournaments.tables.hall import tables_of
from web.forms.planning import PinForm
from web.htmx import wants_fragment
from web.pages import at_one_moment, form_page
from web.service_form import ServiceForm
from web.views.planning.gantt import gantt
from web.views.planning.pinning import pin, pin_form, unpin
from web.visits import Visit, visiting

ACTS: dict[str, Callable[[Visit], object]] = {
    "make": lambda visit: ask_for_timetable(visit.tournament, by=visit.by, now=timezone.now()),
    "cancel": lambda visit: cancel_making(visit.tournament, by=visit.by, now=timezone.now()),
    "drop": lambda visit: drop_timetable(visit.tournament, by=visit.by, now=timezone.now()),
    "unpin": unpin,
}
PINNING = ("pin", "unpin")
"""After them the page opens where what is pinned stands: on a phone it is far from the top."""


@require_http_methods(["GET", "HEAD", "POST"])
def timetable(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, or what it asks for anew once a minute, and every two seconds while a timetable is made."""
    if request.method != "POST":
        return _read(request, slug)
    visit = visiting(request, slug, "coordinate")
    with timezone.override(ZoneInfo(visit.tournament.zone)):
        return _acted(visit, request.POST.get("act", ""))


@at_one_moment
def _read(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visiting(request, slug)
    with timezone.override(ZoneInfo(visit.tournament.zone)):
        return _page(visit)


def _acted(visit: Visit, name: str) -> HttpResponse:
    act, form = ACTS.get(name), ServiceForm()
    if name == "pin":
        form = typed = _pin_form(visit)
        is_done = typed.run(lambda: pin(visit, typed))
    else:
        is_done = act is not None and form.tried(lambda: act(visit))
    if not is_done:
        return _page(visit.again(), form)
    if name == "drop":
        said = _("There is no timetable any more: matches are called in bracket order.")
        messages.success(visit.request, said)
    shown = reverse("timetable", args=[visit.tournament.slug])
    return redirect(f"{shown}#pins" if name in PINNING else shown)


def _pin_form(visit: Visit) -> PinForm:
    plan = day_plan(visit.tournament, timezone.now())
    return pin_form(plan, tables_of(visit.tournament), visit.request.POST)


def _page(visit: Visit, form: ServiceForm | None = None) -> HttpResponse:
    page = "planning/_timetable.html" if wants_fragment(visit.request) else "planning/timetable.html"
    return form_page(visit.request, page, {**_shown(visit, form), "form": form or ServiceForm()})


def _shown(visit: Visit, form: ServiceForm | None) -> dict[str, object]:
    moment, tournament = timezone.now(), visit.tournament
    plan, hall, may_make = day_plan(tournament, moment), tables_of(tournament), visit.may("coordinate")
    with_matches = {label for label, _ in plan.lines} if plan else set()
    drawn = [table for table in hall if table.label in with_matches or (may_make and table.is_open)]
    may_pin = may_make and tournament.state in FOLLOWED and bool(plan and plan.lines)
    uses = uses_of_others(tournament, moment) if plan else []
    return {
        **visit.context("timetable"),
        "may_make": may_make,
        "may_pin": may_pin,
        "pins": pins_shown(tournament) if may_pin else (),
        "pin_form": form if isinstance(form, PinForm) else pin_form(plan, hall) if may_pin else None,
        "plan": plan,
        "gantt": gantt(plan, tournament.pauses, moment, drawn, uses) if plan else None,
        "hall_tables": hall,
        "used_elsewhere": used_elsewhere(tournament, visit.player, moment) if uses else (),
        "moment": moment,
        "is_followed": tournament.state in FOLLOWED,
    }
