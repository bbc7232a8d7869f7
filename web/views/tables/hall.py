"""The tables of the hall: how many, what is on at each, closed or open, for whom, and who shares them."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scheduling import services
from scheduling.shared_tables import used_elsewhere
from tournaments import finding
from tournaments.now.selectors import now
from tournaments.tables.accessible import mark_table
from tournaments.tables.hall import TableView, tables_of
from web.forms.base import ServiceForm
from web.forms.tables.hall import TablesForm
from web.pages import form_page
from web.views.tables.shared_hall import hall_context, leave, share
from web.visits import Visit, visiting

SHARING = {"share": share, "leave": leave}
CHANGES: Mapping[str, Callable[..., None]] = {
    "open": services.open_table,
    "close": services.close_table,
    "accessible": partial(mark_table, accessible=True),
    "plain": partial(mark_table, accessible=False),
}


@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the number of tables; close, open or mark one; share them with another tournament of the hall."""
    visit = visiting(request, slug, "judge")
    if request.method != "POST":
        return _page(visit, _count_form(visit))
    if "table" in request.POST:
        return _switch(visit)
    visit.require("coordinate")
    found = SHARING.get(request.POST.get("act", ""), _count)(visit)
    return _page(visit.again(), found) if isinstance(found, ServiceForm) else found


def _count(visit: Visit) -> ServiceForm | HttpResponse:
    form = TablesForm(visit.request.POST)
    if not form.run(lambda: _set(visit, form)):
        return form
    messages.success(visit.request, _("The tables are set."))
    return redirect("tables", visit.tournament.slug)


def _set(visit: Visit, form: TablesForm) -> None:
    services.set_tables(visit.tournament, count=form.cleaned_data["count"], by=visit.by, now=timezone.now())


def _switch(visit: Visit) -> HttpResponse:
    table = finding.find_table(visit.tournament, visit.request.POST["table"])
    act = CHANGES.get(visit.request.POST.get("act", ""), services.open_table)
    act(table, by=visit.by, now=timezone.now())
    return redirect("tables", visit.tournament.slug)


def _count_form(visit: Visit) -> TablesForm:
    return TablesForm(initial={"count": _open(tables_of(visit.tournament))})


def _page(visit: Visit, form: ServiceForm) -> HttpResponse:
    """`form` is the one that was posted, and has what is wrong."""
    moment, shown = timezone.now(), tables_of(visit.tournament)
    view = now(visit.tournament, moment)
    matches = {match.code: match for match in (*view.playing, *view.called)}
    used = {one.label: one for one in used_elsewhere(visit.tournament, visit.player, moment, closed_too=True)}
    context = {
        **visit.context("tables"),
        **hall_context(visit, form),
        "form": form,
        "count_form": form if isinstance(form, TablesForm) else _count_form(visit),
        "tables": [(table, matches.get(table.match or ""), used.get(table.label)) for table in shown],
        "open_tables": _open(shown),
        "free": len(view.free_tables),
        "waiting_for_table": len(view.ready),
    }
    return form_page(visit.request, "tables/tables.html", context)


def _open(shown: tuple[TableView, ...]) -> int:
    return sum(table.is_open for table in shown)
