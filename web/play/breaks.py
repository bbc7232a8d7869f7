"""Pages to plan, move and end breaks of the day."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Forbidden
from core.text import number_in
from tournaments.models import Break, State
from tournaments.play.breaks import end_break, move_break, plan_break
from web.pages import form_page, seen
from web.play.forms import BreakForm
from web.service_form import ServiceForm
from web.tables.forms import ConfirmForm
from web.visits import Visit, visiting


@dataclass(frozen=True, slots=True)
class BreakRow:
    """A break on the page; `form` moves it, None once it is over; `goes_on` while it lasts."""

    planned: Break
    goes_on: bool
    form: BreakForm | None


@require_http_methods(["GET", "HEAD", "POST"])
def breaks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all breaks; plan, move or end one."""
    visit = visiting(request, slug, "coordinate")
    now = timezone.now()
    with timezone.override(ZoneInfo(visit.tournament.zone)):
        if request.method != "POST":
            return _page(visit, BreakForm(), now)
        planned = _posted_break(visit)
        if "end" in request.POST and planned is not None:
            return _ended(visit, planned, now)
        return _set(visit, planned, now)


def _set(visit: Visit, planned: Break | None, now: datetime) -> HttpResponse:
    """Plan a break, or change the times of one."""
    form = BreakForm(
        visit.request.POST, planned=planned, begun=planned is not None and planned.begins_at <= now
    )
    given: dict[str, Any] = {"by": visit.by, "now": now, "seen": seen(visit.request)}

    def act() -> None:
        if planned is None:
            plan_break(visit.tournament, **form.cleaned_data, **given)
        else:
            move_break(planned, **form.cleaned_data, **given)

    if form.run(act):
        messages.success(
            visit.request, _("The break is set: during it no match is called and no clock runs.")
        )
        return redirect("breaks", visit.tournament.slug)
    return _page(visit, form, now, planned)


def _ended(visit: Visit, planned: Break, now: datetime) -> HttpResponse:
    form = ConfirmForm(visit.request.POST)
    if form.run(lambda: end_break(planned, by=visit.by, now=now, seen=seen(visit.request))):
        begun = planned.begins_at <= now
        messages.success(
            visit.request,
            _("The break is over: tables are called.") if begun else _("The break is cancelled."),
        )
        return redirect("now" if begun else "breaks", visit.tournament.slug)
    return _page(visit, form, now)


def _posted_break(visit: Visit) -> Break | None:
    """Return the break that the form names, None for a new one; raise `Forbidden` if unknown."""
    said = visit.request.POST.get("number", "")
    if not said:
        return None
    number = number_in(said, 3)
    found = None if number is None else visit.tournament.breaks.filter(number=number).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def _page(visit: Visit, form: ServiceForm, now: datetime, moved: Break | None = None) -> HttpResponse:
    rows = [
        _row(planned, form if planned == moved else None, now) for planned in visit.tournament.breaks.all()
    ]
    context = {
        **visit.context("now"),
        "form": form,
        "plan_form": form if moved is None and isinstance(form, BreakForm) else BreakForm(),
        "rows": rows,
        "is_over": visit.tournament.state == State.FINISHED,
    }
    return form_page(visit.request, "play/breaks.html", context)


def _row(planned: Break, form: ServiceForm | None, now: datetime) -> BreakRow:
    goes_on = planned.pause.holds(now)
    if planned.ends_at <= now:
        return BreakRow(planned, goes_on, None)
    fresh = BreakForm(planned=planned, begun=planned.begins_at <= now)
    return BreakRow(planned, goes_on, form if isinstance(form, BreakForm) else fresh)
