"""The tables of the hall: how many, what is on at each, closed or open."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scheduling import services
from tournaments import finding
from tournaments.now.selectors import now
from tournaments.tables.hall import TableView, tables_of
from web.forms.tables.hall import TablesForm
from web.pages import form_page
from web.visits import Visit, visiting


@require_http_methods(["GET", "HEAD", "POST"])
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Set the number of tables; close one, open one."""
    visit = visiting(request, slug, "judge")
    if request.method == "POST" and "table" in request.POST:
        return _switch(visit)
    if request.method == "POST":
        visit.require("coordinate")
    shown = tables_of(visit.tournament)
    form = TablesForm(request.POST if request.method == "POST" else None, initial={"count": _open(shown)})
    if request.method == "POST" and form.run(lambda: _set(visit, form)):
        messages.success(request, _("The tables are set."))
        return redirect("tables", slug)
    return form_page(request, "tables/tables.html", _context(visit, shown, form))


def _set(visit: Visit, form: TablesForm) -> None:
    services.set_tables(visit.tournament, count=form.cleaned_data["count"], by=visit.by, now=timezone.now())


def _switch(visit: Visit) -> HttpResponse:
    table = finding.find_table(visit.tournament, visit.request.POST["table"])
    act = services.close_table if visit.request.POST.get("act") == "close" else services.open_table
    act(table, by=visit.by, now=timezone.now())
    return redirect("tables", visit.tournament.slug)


def _context(visit: Visit, shown: tuple[TableView, ...], form: TablesForm) -> dict[str, object]:
    view = now(visit.tournament, timezone.now())
    matches = {match.code: match for match in (*view.playing, *view.called)}
    return {
        **visit.context("tables"),
        "form": form,
        "tables": [(table, matches.get(table.match or "")) for table in shown],
        "open_tables": _open(shown),
        "free": len(view.free_tables),
        "waiting_for_table": len(view.ready),
    }


def _open(shown: tuple[TableView, ...]) -> int:
    return sum(table.is_open for table in shown)
