"""The page of the hall's tables: how many, the match at each, closed, accessible, shared."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scheduling import services
from tournaments import finding
from tournaments.match_views.selectors import ready_count
from tournaments.tables.accessible import mark_table
from tournaments.tables.hall import TableView, tables_of
from tournaments.tables.shared_hall import neighbours
from web.pages import at_one_moment, form_page
from web.service_form import ServiceForm
from web.tables.forms import TablesForm
from web.tables.rows import table_rows
from web.tables.shared_hall import hall_context, leave, share
from web.visits import Visit, visiting

Tables = tuple[TableView, ...]
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
    if request.method != "POST":
        return _hall_page(request, slug)
    visit = visiting(request, slug, "judge")
    if "table" in request.POST:
        return _switch(visit)
    visit.require("coordinate")
    found = SHARING.get(request.POST.get("act", ""), _count)(visit)
    if not isinstance(found, ServiceForm):
        return found
    fresh = visit.again()
    return _page(fresh, found, tables_of(fresh.tournament))


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


@at_one_moment
def _hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visiting(request, slug, "judge")
    shown = tables_of(visit.tournament)
    return _page(visit, _count_form(shown), shown)


def _count_form(shown: Tables) -> TablesForm:
    return TablesForm(initial={"count": _open(shown)})


def _page(visit: Visit, form: ServiceForm, shown: Tables) -> HttpResponse:
    """Render the page; `form` is the posted form with its errors, or a new one."""
    others = list(neighbours(visit.tournament.ledger_id))
    rows = table_rows(visit, shown, shares_hall=bool(others))
    context = {
        **visit.context("tables"),
        **hall_context(visit, others, form),
        "form": form,
        "count_form": form if isinstance(form, TablesForm) else _count_form(shown),
        "tables": rows,
        "open_tables": _open(shown),
        "free": sum(row.is_free for row in rows),
        "waiting_for_table": ready_count(visit.tournament),
        "may_coordinate": visit.may("coordinate"),
    }
    return form_page(visit.request, "tables/tables.html", context)


def _open(shown: Tables) -> int:
    return sum(table.is_open for table in shown)
