"""Judges: each one's shift, the tables assigned to them, and the players they must not judge."""

from collections.abc import Callable, Mapping
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scheduling.judging import JudgeDay, for_others, judge_days, left_alone
from tournaments.models import State
from tournaments.penalties.selectors import shown_names
from tournaments.setup.staff_selectors import judges_warning
from tournaments.tables.conflicts import lift_conflict, note_conflict
from tournaments.tables.hall import tables_of
from tournaments.tables.look_after import free_tables_of, give_tables
from tournaments.tables.shifts import set_shift
from web.pages import form_page
from web.service_form import ServiceForm
from web.tables.forms import AreaForm, ConflictForm, ShiftForm
from web.visits import Visit, visiting

Days = tuple[JudgeDay, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Show staff the judges' days, their own first. Coordinators assign tables and edit all."""
    visit = visiting(request, slug, "judge")
    with timezone.override(ZoneInfo(visit.tournament.zone)):
        return _answer(visit)


def _answer(visit: Visit) -> HttpResponse:
    """Render the page, or apply a post and redirect; shift times are the venue's."""
    request = visit.request
    if request.method != "POST":
        return _page(visit, ServiceForm())
    form, work = next((found for name, found in ACTS.items() if name in request.POST), _give)(visit)
    is_done = form.run(work) if form.is_bound else form.tried(work)
    return redirect("judges", visit.tournament.slug) if is_done else _page(visit.again(), form)


def _give(visit: Visit) -> tuple[ServiceForm, Callable[[], object]]:
    visit.require("coordinate")
    form = _area(visit, _days(visit), visit.request.POST)
    return form, lambda: give_tables(visit.tournament, **form.cleaned_data, by=visit.by, now=timezone.now())


def _free(visit: Visit) -> tuple[ServiceForm, Callable[[], object]]:
    judge = visit.request.POST["free"]
    return ServiceForm(), lambda: free_tables_of(
        visit.tournament, judge=judge, by=visit.by, now=timezone.now()
    )


def _note(visit: Visit) -> tuple[ServiceForm, Callable[[], object]]:
    form = _conflict(visit, _days(visit), visit.request.POST)
    return form, lambda: note_conflict(visit.tournament, **form.cleaned_data, by=visit.by, now=timezone.now())


def _lift(visit: Visit) -> tuple[ServiceForm, Callable[[], object]]:
    judge, _, person = visit.request.POST["lift"].partition(" ")
    return ServiceForm(), lambda: lift_conflict(
        visit.tournament, judge=judge, person=person, by=visit.by, now=timezone.now()
    )


def _set(visit: Visit) -> tuple[ServiceForm, Callable[[], object]]:
    form = _shift(visit, _days(visit), visit.request.POST)
    return form, lambda: set_shift(visit.tournament, **form.cleaned_data, by=visit.by, now=timezone.now())


ACTS = {"free": _free, "conflict": _note, "lift": _lift, "shift": _set}
"""Acts by the name of their button; without one of these, tables are assigned."""


def _days(visit: Visit) -> Days:
    """Return the days of all judges, the reader's first."""
    days = judge_days(visit.tournament, timezone.now())
    return tuple(sorted(days, key=lambda day: day.player != visit.by.pk))


def _area(visit: Visit, days: Days, data: Mapping[str, object] | None = None) -> AreaForm:
    return AreaForm(data, judges=[(day.code, day.name) for day in days], tables=tables_of(visit.tournament))


def _conflict(visit: Visit, days: Days, data: Mapping[str, object] | None = None) -> ConflictForm:
    people = list(shown_names(visit.tournament).items())
    return ConflictForm(data, judges=_whose(visit, days), people=people)


def _shift(visit: Visit, days: Days, data: Mapping[str, object] | None = None) -> ShiftForm:
    return ShiftForm(data, judges=_whose(visit, days))


def _whose(visit: Visit, days: Days) -> list[tuple[str, str]]:
    """Return the person a post is about: the caller, or any judge if a coordinator posts."""
    return [(day.code, day.name) for day in days if visit.may("coordinate") or day.player == visit.by.pk]


def _page(visit: Visit, form: ServiceForm) -> HttpResponse:
    tournament, days = visit.tournament, _days(visit)
    is_open = tournament.state != State.FINISHED
    may_give = visit.may("coordinate") and is_open
    area = form if isinstance(form, AreaForm) else _area(visit, days) if may_give else None
    conflict = form if isinstance(form, ConflictForm) else _conflict(visit, days) if is_open else None
    context = {
        **visit.context("judges"),
        "days": days,
        "alone": left_alone(tournament, timezone.now()),
        "for_others": for_others(days),
        "warning": judges_warning(tournament, timezone.now()),
        "is_open": is_open,
        "may_give": may_give,
        "area": area,
        "conflict": conflict,
        "shift": form if isinstance(form, ShiftForm) else _shift(visit, days) if is_open else None,
        "form": form,
    }
    return form_page(visit.request, "planning/judges.html", context)
