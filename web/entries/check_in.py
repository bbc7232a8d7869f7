"""Check-in: the staff's list with one button per entry, and self check-in by a code at the door.

Staff print the code; players scan it and confirm that they are present.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from core import qr
from core.errors import Forbidden, Refused, Stale
from core.http.callers import caller_of
from core.http.lan_address import address_for_phones, reached_at
from core.http.rate_limit import Purpose, check
from core.versions import Version
from rulesets.registry import takes_pineapples
from tournaments import finding
from tournaments.decks.selectors import decks_missing, needs_decks
from tournaments.draw.requirements import MIN_PEOPLE
from tournaments.entries import check_in as checking_in
from tournaments.entries.check_in_list import (
    count_presence,
    entry_view,
    namesakes,
    own_entry,
    search_entries,
    sort_by_name,
)
from tournaments.entries.door import close_door, is_code_of, is_wrong_code, open_door, self_check_in
from tournaments.entries.selectors import EntryView, entry_views
from tournaments.models import State
from tournaments.tables.accessible import entries_in_need, set_accessible_need
from web.entries.rows import DoorRows
from web.http.limiting import hit_limit
from web.http.requests import posted_act, wants_fragment
from web.pages import csrf_field, in_snapshot, seen
from web.pagination import paginate
from web.tournament_request import TournamentRequest, open_tournament

ROWS_A_PAGE = 60
Refusal = Refused | Stale


@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """List entries with check-in buttons.

    A POST stores what one button says, or checks all in (`act=all`).
    """
    if request.method != "POST":
        return _get_list(request, slug)
    req = open_tournament(request, slug, "judge")
    if request.POST.get("act") == "all":
        return _check_in_all(req)
    try:
        _change_row(req)
    except (Refused, Stale) as refusal:
        return _row_response(req, refusal)
    return _row_response(req, None)


def _check_in_all(req: TournamentRequest) -> HttpResponse:
    """Check in every entry that may be; redirect with how many, and a warning of missing decks."""
    tournament = req.tournament
    here = checking_in.check_in_all(tournament, by=req.actor, now=timezone.now())
    said = ngettext("%(n)s more is here now.", "%(n)s more are here now.", here) % {"n": here}
    messages.success(req.http, said)
    if missing := len(decks_missing(tournament)):
        messages.warning(
            req.http,
            ngettext("%(n)s deck is missing.", "%(n)s decks are missing.", missing) % {"n": missing},
        )
    return redirect("check_in", tournament.slug)


def _change_row(req: TournamentRequest) -> None:
    """Store that an entry is checked in or out, or whether it needs an accessible table.

    Raise as the acts do: `Forbidden` `not_found` for an unknown entry, `Refused`, `Stale`.
    """
    entry = finding.find_entry(req.tournament, req.http.POST.get("entry", ""))
    player, now = req.actor, timezone.now()
    acts: Mapping[str, Callable[..., object]] = {
        "in": partial(checking_in.check_in, pineapples=req.http.POST.getlist("pineapples")),
        "out": checking_in.check_out,
        "need": partial(set_accessible_need, needed=True),
        "no_need": partial(set_accessible_need, needed=False),
    }
    posted_act(req.http, acts)(entry, by=player, now=now, seen=seen(req.http))


def _row_response(req: TournamentRequest, refusal: Refusal | None) -> HttpResponse:
    """Render the changed row for htmx; else redirect to it, or render the page with the refusal.

    The status of a refusal is 409 or 422.
    """
    code = req.http.POST.get("entry", "")
    if not wants_fragment(req.http):
        if refusal is None:
            query = urlsplit(req.http.get_full_path()).query
            return redirect(f"{req.http.path}{'?' if query else ''}{query}#entry-{code}")
        return _render_list(req.reload(), refusal)
    rows = entry_views(req.tournament)
    row = next(row for row in rows if row.code == code)
    shared = _shared_context(req, rows)
    made = _row_renderer(req, shared, refusal=refusal).render([row])
    context = {**shared, "rows": made, "refusal": refusal, "changed": row}
    return render(req.http, "entries/_check_in_answer.html", context, status=_refusal_status(refusal))


def _refusal_status(refusal: Forbidden | Refused | Stale | None) -> int:
    """Return the HTTP status of a refusal: 403, 422 or 409; 200 for none."""
    return {Forbidden: 403, Refused: 422, Stale: 409}[type(refusal)] if refusal else 200


@in_snapshot
def _get_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the page; for htmx the searched list, or with `seq` what changed since that version."""
    req = open_tournament(request, slug, "judge")
    since = Version.read(request.GET.get("seq", "")) if wants_fragment(request) else None
    return _render_list(req) if since is None else _changed_rows(req, since)


def _render_list(req: TournamentRequest, refusal: Refusal | None = None) -> HttpResponse:
    """Render the list as searched (`q`; `so=faltam`: only those who are not here); for htmx without the page.

    `refusal` is shown above it and sets the status.
    """
    rows = entry_views(req.tournament)
    query, only = (
        req.http.GET.get("q", "")[:80],
        "faltam" if req.http.GET.get("so") == "faltam" else "",
    )
    found = search_entries(sort_by_name(rows), query)
    if only:
        found = [row for row in found if row.state != "checked_in"]
    shared, page = _shared_context(req, rows), paginate(found, req.http.GET.get("page"), ROWS_A_PAGE)
    context = {
        **shared,
        "query": query,
        "only": only,
        "page": page,
        "rows": _row_renderer(req, shared).render(page.items),
        "refusal": refusal,
    }
    template = "entries/_check_in_list.html" if wants_fragment(req.http) else "entries/check_in.html"
    response = render(req.http, template, context, status=_refusal_status(refusal))
    patch_vary_headers(response, ["HX-Request"])
    return response


def _changed_rows(req: TournamentRequest, since: Version) -> HttpResponse:
    """Return the HTML of rows that changed since that version, and of the counts; 204 if nothing changed."""
    if req.tournament.ledger.version == since:
        return HttpResponse(status=204)
    rows = entry_views(req.tournament)
    shared = _shared_context(req, rows)
    changed = (row for row in rows if row.seq > since.seq)
    context = {**shared, "rows": _row_renderer(req, shared, is_swapped=True).render(changed)}
    return render(req.http, "entries/_check_in_news.html", context)


def _row_renderer(req: TournamentRequest, shared: Mapping[str, object], **more: Any) -> DoorRows:
    """Return the renderer of the list; `more` are further fields of `DoorRows`."""
    return DoorRows(shared, csrf_field(req.http), **more)


def _shared_context(req: TournamentRequest, rows: tuple[EntryView, ...]) -> dict[str, object]:
    """Return the context that all rows and the counts above them need."""
    tournament = req.tournament
    count = count_presence(rows)
    return {
        **req.context("check_in"),
        "count": count,
        "least": MIN_PEOPLE,
        "enough": count.people_present >= MIN_PEOPLE,
        "namesakes": namesakes(rows),
        "decks_missing": decks_missing(tournament),
        "decks_due": needs_decks(tournament),
        "in_need": entries_in_need(tournament),
        "is_preparing": tournament.state == State.PREPARING,
        "is_on": tournament.state in (State.DRAWN, State.RUNNING),
        "pineapples": takes_pineapples(tournament.game, tournament.variants),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def door_code(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the code at the door, to print; on POST create a new one, which revokes the old, or remove it."""
    req = open_tournament(request, slug, "judge")
    if request.method == "POST":
        return _change_door(req)
    code = req.tournament.door_code
    address = code and address_for_phones(request, reverse("arrive", args=[slug, code]))
    context = {
        **req.context("check_in"),
        "address": address,
        "picture": address and qr.inline(address),
        "unreachable": not reached_at(request, "/"),
        "pineapples": takes_pineapples(req.tournament.game, req.tournament.variants),
    }
    return render(request, "entries/door.html", context)


def _change_door(req: TournamentRequest) -> HttpResponse:
    """Store a new code, or with `act=close` remove it: then players cannot check themselves in."""
    opened = _("Hang this code up at the door: earlier codes no longer work.")
    closed = _("From now on only the staff check people in.")
    acts: Mapping[str, tuple[Callable[..., object], str]] = {
        "open": (open_door, opened),
        "close": (close_door, closed),
    }
    act, said = posted_act(req.http, acts)
    act(req.tournament, by=req.actor, now=timezone.now())
    messages.success(req.http, said)
    return redirect("door", req.tournament.slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show a player their entry, by the code at the door; on POST check it in.

    While check-in is open a wrong code counts against the limit of guesses, also on a GET.
    """
    check(Purpose.CARD, caller_of(request))
    req = open_tournament(request, slug)
    if is_wrong_code(req.tournament, code):
        hit_limit(request, Purpose.CARD)
    refusal = _try_check_in(req, code) if request.method == "POST" else None
    if request.method == "POST" and refusal is None:
        return redirect("arrive", slug, code)
    own = req.player and own_entry(req.tournament, req.player)
    context = {
        **req.context("entries"),
        "is_right": is_code_of(req.tournament, code),
        "entry": own and entry_view(own),
        "refusal": refusal,
    }
    return render(request, "entries/arrive.html", context, status=_refusal_status(refusal))


def _try_check_in(req: TournamentRequest, code: str) -> Forbidden | Refused | Stale | None:
    """Check the caller's entry in by the code; return the refusal, or None if it worked."""
    try:
        self_check_in(req.tournament, code=code, by=req.actor, now=timezone.now())
    except (Forbidden, Refused, Stale) as refusal:
        return refusal
    return None
