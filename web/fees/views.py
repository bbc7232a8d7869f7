"""Who has paid the entry fee, for the staff; and how to pay it, for everybody."""

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from core import qr
from core.errors import Forbidden
from tournaments.entries.check_in_list import matching
from tournaments.fees.mark import mark_fee
from tournaments.fees.pix import payment_code
from tournaments.fees.selectors import FeeRow, fee_count, fee_rows
from tournaments.finding import find_entry
from web.pages import at_one_moment
from web.pagination import paginate
from web.visits import Visit, visiting

ROWS_A_PAGE = 100
OWING = "faltam"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """List entries with their marks, all or those that owe; each has a button."""
    if request.method != "POST":
        return _read_page(request, slug)
    visit = visiting(request, slug, "judge")
    entry = find_entry(visit.tournament, request.POST.get("entry", ""))
    mark_fee(entry, paid="paid" in request.POST, by=visit.by, now=timezone.now())
    query = urlsplit(request.get_full_path()).query
    anchor = "list" if request.GET.get("so") else f"entry-{entry.code}"
    return redirect(f"{request.path}{'?' if query else ''}{query}#{anchor}")


@at_one_moment
def _read_page(request: HttpRequest, slug: str) -> HttpResponse:
    visit = visiting(request, slug, "judge")
    return render(request, "fees/fees.html", {**visit.context("fees"), **_list(visit)})


def _list(visit: Visit) -> dict[str, object]:
    asked, rows = visit.request.GET, fee_rows(visit.tournament)
    query, only = asked.get("q", "")[:80], OWING if asked.get("so") == OWING else ""
    page = paginate(_chosen(rows, query, only), asked.get("page"), ROWS_A_PAGE)
    return {
        "count": fee_count(visit.tournament, rows),
        "query": query,
        "only": only,
        "page": page,
        "address": visit.request.get_full_path(),
    }


def _chosen(rows: tuple[FeeRow, ...], query: str, only: str) -> list[FeeRow]:
    found = {entry.code for entry in matching([row.entry for row in rows], query)}
    return [row for row in rows if row.entry.code in found and (row.is_owing or not only)]


@require_safe
@at_one_moment
def pay_fee(request: HttpRequest, slug: str) -> HttpResponse:
    """The Pix code to copy or to scan; 404 if there is nothing to pay or no key."""
    visit = visiting(request, slug)
    tournament = visit.tournament
    if not tournament.entry_fee or not tournament.pix_key:
        raise Forbidden("not_found")
    payee = (tournament.pix_key, tournament.pix_name, tournament.pix_city)
    code = payment_code(*payee, tournament.entry_fee)
    context = {**visit.context("pay_fee"), "code": code, "picture": qr.inline(code)}
    return render(request, "fees/pay.html", context)
