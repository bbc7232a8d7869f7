"""Judges: each one's shift, the tables assigned to them, and the players they must not judge."""

from collections.abc import Callable, Mapping
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scheduling.judging import JudgeDay, judge_days, tables_for_other_judges, unattended_tables
from tournaments.entry_names import names_of_all_people
from tournaments.models import State
from tournaments.setup.staff import judges_warning
from tournaments.tables.conflicts import lift_conflict, note_conflict
from tournaments.tables.look_after import free_tables_of, give_tables
from tournaments.tables.shared_hall import tables_of
from tournaments.tables.shifts import set_shift
from web.pages import form_page
from web.service_form import ServiceForm
from web.tables.forms import AreaForm, ConflictForm, ShiftForm
from web.tournament_request import TournamentRequest, open_tournament

Days = tuple[JudgeDay, ...]
PreparedAct = tuple[ServiceForm, Callable[[], object]]
"""A form, and the act to run if the form is valid; nothing is stored before. It raises as its service."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """Show staff the judges' days, their own first. Coordinators assign tables and edit all."""
    req = open_tournament(request, slug, "judge")
    with timezone.override(ZoneInfo(req.tournament.zone)):
        return _render_or_apply(req)


def _render_or_apply(req: TournamentRequest) -> HttpResponse:
    """Render the page, or apply a post and redirect; shift times are the venue's."""
    request = req.http
    if request.method != "POST":
        return _judges_page(req, ServiceForm())
    prepare = next((found for name, found in ACTS.items() if name in request.POST), _prepare_table_assignment)
    form, work = prepare(req)
    is_done = form.run(work) if form.is_bound else form.attempt(work)
    return redirect("judges", req.tournament.slug) if is_done else _judges_page(req.reload(), form)


def _prepare_table_assignment(req: TournamentRequest) -> PreparedAct:
    """Return form and act to assign a range of tables to a judge; `Forbidden` unless a coordinator posts."""
    req.require("coordinate")
    form = _area_form(req, _days(req), req.http.POST)
    return form, lambda: give_tables(req.tournament, **form.cleaned_data, by=req.actor, now=timezone.now())


def _prepare_freeing(req: TournamentRequest) -> PreparedAct:
    """Return form and act to take all tables from the judge whose code is posted."""
    judge = req.http.POST["free"]
    return ServiceForm(), lambda: free_tables_of(
        req.tournament, judge=judge, by=req.actor, now=timezone.now()
    )


def _prepare_conflict(req: TournamentRequest) -> PreparedAct:
    """Return form and act to note whom a judge must not judge."""
    form = _conflict_form(req, _days(req), req.http.POST)
    return form, lambda: note_conflict(req.tournament, **form.cleaned_data, by=req.actor, now=timezone.now())


def _prepare_conflict_removal(req: TournamentRequest) -> PreparedAct:
    """Return form and act to remove a conflict; `lift` has the codes of judge and person, with a blank."""
    judge, _, person = req.http.POST["lift"].partition(" ")
    return ServiceForm(), lambda: lift_conflict(
        req.tournament, judge=judge, person=person, by=req.actor, now=timezone.now()
    )


def _prepare_shift(req: TournamentRequest) -> PreparedAct:
    """Return form and act to set the shift of a judge."""
    form = _shift_form(req, _days(req), req.http.POST)
    return form, lambda: set_shift(req.tournament, **form.cleaned_data, by=req.actor, now=timezone.now())


ACTS = {
    "free": _prepare_freeing,
    "conflict": _prepare_conflict,
    "lift": _prepare_conflict_removal,
    "shift": _prepare_shift,
}
"""Acts by the name of their button; without one of these, tables are assigned."""


def _days(req: TournamentRequest) -> Days:
    """Return the days of all judges, the reader's first."""
    days = judge_days(req.tournament, timezone.now())
    return tuple(sorted(days, key=lambda day: day.player != req.actor.pk))


def _area_form(req: TournamentRequest, days: Days, data: Mapping[str, object] | None = None) -> AreaForm:
    """Return the form for a range of tables."""
    return AreaForm(data, judges=[(day.code, day.name) for day in days], tables=tables_of(req.tournament))


def _conflict_form(
    req: TournamentRequest, days: Days, data: Mapping[str, object] | None = None
) -> ConflictForm:
    """Return the form of a new conflict; `data` is what was posted."""
    people = list(names_of_all_people(req.tournament).items())
    return ConflictForm(data, judges=_judge_choices(req, days), people=people)


def _shift_form(req: TournamentRequest, days: Days, data: Mapping[str, object] | None = None) -> ShiftForm:
    return ShiftForm(data, judges=_judge_choices(req, days))


def _judge_choices(req: TournamentRequest, days: Days) -> list[tuple[str, str]]:
    """Return code and name of the judges to choose from: all for a coordinator, else the caller alone."""
    return [(day.code, day.name) for day in days if req.may("coordinate") or day.player == req.actor.pk]


def _judges_page(req: TournamentRequest, form: ServiceForm) -> HttpResponse:
    """Render the judges' page; `form` is the refused one, and stands in its place."""
    tournament, days = req.tournament, _days(req)
    is_open = tournament.state != State.FINISHED
    may_give = req.may("coordinate") and is_open
    area = form if isinstance(form, AreaForm) else _area_form(req, days) if may_give else None
    conflict = form if isinstance(form, ConflictForm) else _conflict_form(req, days) if is_open else None
    context = {
        **req.context("judges"),
        "days": days,
        "alone": unattended_tables(tournament, timezone.now()),
        "for_others": tables_for_other_judges(days),
        "warning": judges_warning(tournament, timezone.now()),
        "is_open": is_open,
        "may_give": may_give,
        "area": area,
        "conflict": conflict,
        "shift": form if isinstance(form, ShiftForm) else _shift_form(req, days) if is_open else None,
        "form": form,
    }
    return form_page(req.http, "planning/judges.html", context)
