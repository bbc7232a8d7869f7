"""Pages of entry fees: the staff's list of payments, and the Pix code for a player."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core import qr
from core.errors import Forbidden
from tournaments.entries.check_in_list import search_entries
from tournaments.fees.payments import FeeRow, fee_count, fee_rows, mark_fee
from tournaments.fees.pix import payment_code
from tournaments.finding import find_entry
from web.pages import in_snapshot
from web.pagination import paginate
from web.tournament_request import TournamentRequest, open_tournament

ROWS_A_PAGE = 100
OWING = "faltam"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """List entries, found by `q`, all or those that owe; POST stores that one has paid, or has not."""
    if request.method != "POST":
        return _fees_page(request, slug)
    req = open_tournament(request, slug, "judge")
    entry = find_entry(req.tournament, request.POST.get("entry", ""))
    mark_fee(entry, paid="paid" in request.POST, by=req.actor, now=timezone.now())
    query = urlsplit(request.get_full_path()).query
    anchor = "list" if request.GET.get("so") else f"entry-{entry.code}"
    return redirect(f"{request.path}{'?' if query else ''}{query}#{anchor}")


@in_snapshot
def _fees_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the list for the staff."""
    req = open_tournament(request, slug, "judge")
    return render(request, "fees/fees.html", {**req.context("fees"), **_list_context(req)})


def _list_context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the list: a page of the rows found by `q`.

    With `so=faltam` only those that owe.
    """
    asked, rows = req.http.GET, fee_rows(req.tournament)
    query, only = asked.get("q", "")[:80], OWING if asked.get("so") == OWING else ""
    page = paginate(_filter_rows(rows, query, only), asked.get("page"), ROWS_A_PAGE)
    return {
        "count": fee_count(req.tournament, rows),
        "query": query,
        "only": only,
        "page": page,
        "address": req.http.get_full_path(),
    }


def _filter_rows(rows: tuple[FeeRow, ...], query: str, only: str) -> list[FeeRow]:
    """Return the rows that match the query; only those that owe unless `only` is ""."""
    found = {entry.code for entry in search_entries([row.entry for row in rows], query)}
    return [row for row in rows if row.entry.code in found and (row.is_owing or not only)]


@require_safe
@in_snapshot
def pay_fee(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the Pix code to copy or to scan; 404 if the tournament has no fee or no Pix key."""
    req = open_tournament(request, slug)
    tournament = req.tournament
    if not tournament.entry_fee or not tournament.pix_key:
        raise Forbidden("not_found")
    payee = (tournament.pix_key, tournament.pix_name, tournament.pix_city)
    code = payment_code(*payee, tournament.entry_fee)
    context = {**req.context("pay_fee"), "code": code, "picture": qr.inline(code)}
    return render(request, "fees/pay.html", context)


AT = "torneios/<slug:slug>/"

urlpatterns: list[URLPattern] = [
    path(f"{AT}taxas/", fees, name="fees"),
    path(f"{AT}pagar/", pay_fee, name="pay_fee"),
]
