"""Who judges where: each judge's day, and the tables that who coordinates gives them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scheduling.judging import JudgeDay, judge_days, left_alone
from tournaments.models import State
from tournaments.setup.staff_selectors import judges_warning
from tournaments.tables.hall import tables_of
from tournaments.tables.look_after import free_tables_of, give_tables
from web.forms.base import ServiceForm
from web.forms.tables.judges import AreaForm
from web.pages import form_page
from web.visits import Visit, visiting


@require_http_methods(["GET", "HEAD", "POST"])
def judges(request: HttpRequest, slug: str) -> HttpResponse:
    """For the staff: one's own day first. Who coordinates gives tables and frees them."""
    visit = visiting(request, slug, "judge")
    if request.method == "POST" and "free" in request.POST:
        form = ServiceForm()
        is_done = form.tried(lambda: _free(visit))
        return redirect("judges", slug) if is_done else _page(visit.again(), form)
    if request.method == "POST":
        visit.require("coordinate")
        area = _area(visit, judge_days(visit.tournament, timezone.now()))
        is_done = area.run(lambda: _give(visit, area))
        return redirect("judges", slug) if is_done else _page(visit.again(), area)
    return _page(visit, ServiceForm())


def _area(visit: Visit, days: tuple[JudgeDay, ...]) -> AreaForm:
    data = visit.request.POST if visit.request.method == "POST" and "free" not in visit.request.POST else None
    return AreaForm(data, judges=[(day.code, day.name) for day in days], tables=tables_of(visit.tournament))


def _give(visit: Visit, form: AreaForm) -> None:
    give_tables(visit.tournament, **form.cleaned_data, by=visit.by, now=timezone.now())


def _free(visit: Visit) -> None:
    free_tables_of(visit.tournament, judge=visit.request.POST["free"], by=visit.by, now=timezone.now())


def _page(visit: Visit, form: ServiceForm) -> HttpResponse:
    tournament = visit.tournament
    days = judge_days(tournament, timezone.now())
    may_give = visit.may("coordinate") and tournament.state != State.FINISHED
    context = {
        **visit.context("judges"),
        "days": sorted(days, key=lambda day: day.player != visit.by.pk),
        "alone": left_alone(tournament),
        "warning": judges_warning(tournament),
        "may_give": may_give,
        "area": form if isinstance(form, AreaForm) else _area(visit, days) if may_give else None,
        "form": form,
    }
    return form_page(visit.request, "planning/judges.html", context)
