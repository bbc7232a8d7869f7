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
from web.tournament_request import TournamentRequest, open_tournament


@dataclass(frozen=True, slots=True)
class BreakRow:
    """A break on the page; `form` changes its times, None once it is over; `goes_on` while it lasts."""

    planned: Break
    goes_on: bool
    form: BreakForm | None


@require_http_methods(["GET", "HEAD", "POST"])
def breaks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all breaks; POST plans one, changes the times of one, or ends one."""
    req = open_tournament(request, slug, "coordinate")
    now = timezone.now()
    with timezone.override(ZoneInfo(req.tournament.zone)):
        if request.method != "POST":
            return _breaks_page(req, BreakForm(), now)
        planned = _posted_break(req)
        if "end" in request.POST and planned is not None:
            return _end_break(req, planned, now)
        return _store_break(req, planned, now)


def _store_break(req: TournamentRequest, planned: Break | None, now: datetime) -> HttpResponse:
    """Store a new break, or other times of `planned`; redirect, or show the page with the refusal."""
    form = BreakForm(req.http.POST, planned=planned, begun=planned is not None and planned.begins_at <= now)
    given: dict[str, Any] = {"by": req.actor, "now": now, "seen": seen(req.http)}

    def plan_or_move() -> None:
        """Store the form's times for a new break or for `planned`. Raise as these acts do."""
        if planned is None:
            plan_break(req.tournament, **form.cleaned_data, **given)
        else:
            move_break(planned, **form.cleaned_data, **given)

    if form.run(plan_or_move):
        messages.success(req.http, _("The break is set: during it no match is called and no clock runs."))
        return redirect("breaks", req.tournament.slug)
    return _breaks_page(req, form, now, planned)


def _end_break(req: TournamentRequest, planned: Break, now: datetime) -> HttpResponse:
    """End a break that goes on, or cancel one to come; redirect, or show the page with the refusal."""
    form = ConfirmForm(req.http.POST)
    if form.run(lambda: end_break(planned, by=req.actor, now=now, seen=seen(req.http))):
        begun = planned.begins_at <= now
        messages.success(
            req.http,
            _("The break is over: tables are called.") if begun else _("The break is cancelled."),
        )
        return redirect("now" if begun else "breaks", req.tournament.slug)
    return _breaks_page(req, form, now)


def _posted_break(req: TournamentRequest) -> Break | None:
    """Return the break that the form names; None for a new one.

    Raise `Forbidden` `not_found` if it is unknown.
    """
    said = req.http.POST.get("number", "")
    if not said:
        return None
    number = number_in(said, 3)
    found = None if number is None else req.tournament.breaks.filter(number=number).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def _breaks_page(
    req: TournamentRequest, form: ServiceForm, now: datetime, moved: Break | None = None
) -> HttpResponse:
    """Render the breaks; `form` sets the status, and `moved` is its break, None for a new one."""
    rows = [
        _break_row(planned, form if planned == moved else None, now)
        for planned in req.tournament.breaks.all()
    ]
    context = {
        **req.context("now"),
        "form": form,
        "plan_form": form if moved is None and isinstance(form, BreakForm) else BreakForm(),
        "rows": rows,
        "is_over": req.tournament.state == State.FINISHED,
    }
    return form_page(req.http, "play/breaks.html", context)


def _break_row(planned: Break, form: ServiceForm | None, now: datetime) -> BreakRow:
    """Return a break with `form`, or with a new one if None; with none once it is over."""
    goes_on = planned.pause.holds(now)
    if planned.ends_at <= now:
        return BreakRow(planned, goes_on, None)
    fresh = BreakForm(planned=planned, begun=planned.begins_at <= now)
    return BreakRow(planned, goes_on, form if isinstance(form, BreakForm) else fresh)
