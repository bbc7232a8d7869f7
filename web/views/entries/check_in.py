"""The door on the day: one big button a person, made for speed."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.errors import Refused, Stale
from rulesets.registry import takes_pineapples
from tournaments import finding
from tournaments.decks.selectors import decks_missing, needs_decks
from tournaments.draw.requirements import LEAST_PEOPLE
from tournaments.entries import check_in as checking_in
from tournaments.entries.check_in_list import by_name, matching, namesakes, presence
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.models import Tournament
from web.htmx import wants_fragment
from web.pages import seen, signed_in, tournament_context, tournament_page

ROWS_A_PAGE = 60
Refusal = Refused | Stale


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is here; each button is one act, and "all" asks first."""
    tournament = tournament_page(request, slug, "judge")
    if request.method != "POST":
        return _page(request, tournament)
    if request.POST.get("act") == "all":
        return _all(request, tournament)
    try:
        _one(request, tournament)
    except (Refused, Stale) as refusal:
        return _answer(request, tournament, refusal)
    return _answer(request, tournament, None)


def _all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    here = checking_in.check_in_all(tournament, by=signed_in(request), now=timezone.now())
    said = ngettext("%(n)s more is here now.", "%(n)s more are here now.", here) % {"n": here}
    messages.success(request, said)
    if missing := len(decks_missing(tournament)):
        messages.warning(
            request, ngettext("%(n)s deck is missing.", "%(n)s decks are missing.", missing) % {"n": missing}
        )
    return redirect("check_in", tournament.slug)


def _one(request: HttpRequest, tournament: Tournament) -> None:
    """The act of one row's button."""
    entry = finding.find_entry(tournament, request.POST.get("entry", ""))
    player, now = signed_in(request), timezone.now()
    if request.POST.get("act") == "out":
        checking_in.check_out(entry, by=player, now=now, seen=seen(request))
    else:
        brought = request.POST.getlist("pineapples")
        checking_in.check_in(entry, pineapples=brought, by=player, now=now, seen=seen(request))


def _answer(request: HttpRequest, tournament: Tournament, refusal: Refusal | None) -> HttpResponse:
    """The row as it is now for htmx, else the page; with a refusal 409 or 422."""
    code = request.POST.get("entry", "")
    if not wants_fragment(request):
        if refusal is None:
            query = urlsplit(request.get_full_path()).query
            return redirect(f"{request.path}{'?' if query else ''}{query}#entry-{code}")
        return _page(request, tournament, refusal)
    rows = entry_views(tournament)
    row = next(row for row in rows if row.code == code)
    context = {**_shared(request, tournament, rows), "row": row, "refusal": refusal, "changed": row}
    return render(request, "entries/_door_answer.html", context, status=_status(refusal))


def _status(refusal: Refusal | None) -> int:
    if refusal is None:
        return 200
    return 409 if isinstance(refusal, Stale) else 422


def _page(request: HttpRequest, tournament: Tournament, refusal: Refusal | None = None) -> HttpResponse:
    tournament.ledger.refresh_from_db()
    rows = entry_views(tournament)
    query, only = request.GET.get("q", "")[:80], "faltam" if request.GET.get("so") == "faltam" else ""
    found = matching(by_name(rows), query)
    if only:
        found = [row for row in found if row.state != "checked_in"]
    context = {
        **_shared(request, tournament, rows),
        "query": query,
        "only": only,
        "page": Paginator(found, ROWS_A_PAGE).get_page(request.GET.get("page")),
        "refusal": refusal,
    }
    template = "entries/_door.html" if wants_fragment(request) else "entries/check_in.html"
    response = render(request, template, context, status=_status(refusal))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _shared(request: HttpRequest, tournament: Tournament, rows: tuple[EntryView, ...]) -> dict[str, Any]:
    count = presence(rows)
    return {
        **tournament_context(request, tournament, "check_in"),
        "count": count,
        "least": LEAST_PEOPLE,
        "enough": count.people_present >= LEAST_PEOPLE,
        "namesakes": namesakes(rows),
        "decks_missing": decks_missing(tournament),
        "decks_due": needs_decks(tournament),
        "pineapples": takes_pineapples(tournament.game, tournament.variants),
        "address": request.get_full_path(),
    }
