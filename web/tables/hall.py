"""The page of the hall's tables: how many, the match at each, closed, accessible, shared."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scheduling import dispatcher
from tournaments import finding
from tournaments.match_views.selectors import ready_count
from tournaments.tables.accessible import mark_table
from tournaments.tables.shared_hall import TableView, neighbours, tables_of
from web.http.requests import posted_act
from web.pages import form_page, in_snapshot
from web.service_form import ServiceForm
from web.tables.forms import TablesForm
from web.tables.rows import table_rows
from web.tables.shared_hall import hall_context, leave, share
from web.tournament_request import TournamentRequest, open_tournament

Tables = tuple[TableView, ...]
CHANGES: Mapping[str, Callable[..., None]] = {
    "open": dispatcher.open_table,
    "close": dispatcher.close_table,
    "accessible": partial(mark_table, accessible=True),
    "plain": partial(mark_table, accessible=False),
}


@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables. On POST set their number, close, open or mark one, or share them with another
    tournament of the hall.
    """
    if request.method != "POST":
        return _hall_page(request, slug)
    req = open_tournament(request, slug, "judge")
    if "table" in request.POST:
        return _change_table(req)
    req.require("coordinate")
    found = posted_act(request, {"": _set_count, "share": share, "leave": leave})(req)
    if not isinstance(found, ServiceForm):
        return found
    fresh = req.reload()
    return _page(fresh, found, tables_of(fresh.tournament))


def _set_count(req: TournamentRequest) -> ServiceForm | HttpResponse:
    """Store the number of tables and redirect; return the form with the refusal if it is refused."""
    form = TablesForm(req.http.POST)
    if not form.run(lambda: _store_count(req, form)):
        return form
    messages.success(req.http, _("The tables are set."))
    return redirect("tables", req.tournament.slug)


def _store_count(req: TournamentRequest, form: TablesForm) -> None:
    """Store the form's number of tables: open, add or close some. Raise as `dispatcher.set_tables`."""
    dispatcher.set_tables(req.tournament, count=form.cleaned_data["count"], by=req.actor, now=timezone.now())


def _change_table(req: TournamentRequest) -> HttpResponse:
    """Open or close the posted table, or mark it as accessible or not. Redirects back."""
    table = finding.find_table(req.tournament, req.http.POST["table"])
    act = posted_act(req.http, CHANGES)
    act(table, by=req.actor, now=timezone.now())
    return redirect("tables", req.tournament.slug)


@in_snapshot
def _hall_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the page with a new form, in one snapshot."""
    req = open_tournament(request, slug, "judge")
    hall_tables = tables_of(req.tournament)
    return _page(req, _count_form(hall_tables), hall_tables)


def _count_form(hall_tables: Tables) -> TablesForm:
    return TablesForm(initial={"count": _open_count(hall_tables)})


def _page(req: TournamentRequest, form: ServiceForm, hall_tables: Tables) -> HttpResponse:
    """Render the page; `form` is the posted form with its errors, or a new one."""
    others = list(neighbours(req.tournament.ledger_id))
    rows = table_rows(req, hall_tables, shares_hall=bool(others))
    context = {
        **req.context("tables"),
        **hall_context(req, others, form),
        "form": form,
        "count_form": form if isinstance(form, TablesForm) else _count_form(hall_tables),
        "tables": rows,
        "open_tables": _open_count(hall_tables),
        "free": sum(row.is_free for row in rows),
        "waiting_for_table": ready_count(req.tournament),
        "may_coordinate": req.may("coordinate"),
    }
    return form_page(req.http, "tables/tables.html", context)


def _open_count(hall_tables: Tables) -> int:
    return sum(table.is_open for table in hall_tables)
