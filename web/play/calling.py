"""The page for calls by hand: offers, calls, holds, table changes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.errors import Refused, Stale, Violation
from matches.models import AT_TABLE, Match
from scheduling.by_hand import calls_state, hold_match, release_match, set_calls_by_hand, swap_tables
from scheduling.dispatcher import place_match
from scheduling.shared_tables import tables_in_use
from tournaments import finding
from tournaments.match_views.match import MatchView
from tournaments.now.selectors import NowView, now_view
from tournaments.play.blocked_matches import Blocker
from tournaments.play.calling import open_calls, start_called
from tournaments.tables.accessible import is_out_of_reach, matches_in_need
from tournaments.tables.shared_hall import tables_of
from web.http.requests import posted_act
from web.now.views import now_page
from web.pages import post_only, seen
from web.tournament_request import TournamentRequest, open_tournament

PAGE = "play/calling.html"


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A match that could be called.

    `is_held`: not until it is released. `kept`: its players who are still at another table. `offered`: the
    label of the table offered to it, or "". `in_need`: a player needs an accessible table.
    """

    match: MatchView
    is_held: bool
    kept: tuple[Blocker, ...]
    offered: str
    in_need: bool


@require_http_methods(["GET", "HEAD", "POST"])
def calling_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the calls to who may coordinate; POST runs the act that `act` names (`ACTS`), and redirects here.

    A refused act shows the page again: 422, or 409 if it is stale.
    """
    req = open_tournament(request, slug, "coordinate")
    if request.method != "POST":
        return render(request, PAGE, _context(req))
    try:
        said = posted_act(request, ACTS)(req)
    except Refused as refusal:
        return _refusal_page(req, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(req, [Violation(refusal.code, refusal.facts)], 409)
    messages.success(request, said)
    return redirect("calling", slug)


def _refusal_page(req: TournamentRequest, violations: object, status: int) -> HttpResponse:
    """Render the page, read again, with the violations."""
    context = {**_context(req.reload()), "violations": violations}
    return render(req.http, PAGE, context, status=status)


def _start_automatic_calls(req: TournamentRequest) -> str:
    """Store that free tables are called automatically; return the message."""
    set_calls_by_hand(req.tournament, by_hand=False, by=req.actor, now=timezone.now())
    return _("Free tables are called automatically.")


def _stop_automatic_calls(req: TournamentRequest) -> str:
    """Store that tables are called by hand only; return the message."""
    set_calls_by_hand(req.tournament, by_hand=True, by=req.actor, now=timezone.now())
    return _("From now on tables are called by hand only.")


def _place_at_table(req: TournamentRequest) -> str:
    """Call the posted match to the posted table, or move it there; return the message.

    If it is at a table and another match is at the posted one, the two swap. Else warn if a player needs an
    accessible table and the posted one is not marked as such.
    """
    match = _posted_match(req)
    table = finding.find_table(req.tournament, req.http.POST.get("table", ""))
    there = Match.objects.filter(table=table, state__in=AT_TABLE).exclude(pk=match.pk).first()
    if there is not None and match.state in AT_TABLE:
        swap_tables(match, there, by=req.actor, now=timezone.now(), seen=seen(req.http))
        return _("The two matches have swapped tables.")
    placed = place_match(match, table=table, by=req.actor, now=timezone.now(), seen=seen(req.http))
    if is_out_of_reach(placed):
        said = _(
            "A player of this match needs an accessible table, and table %(table)s is not marked as one."
        )
        messages.warning(req.http, said % {"table": table.label})
    return _("Called to table %(table)s.") % {"table": table.label}


def _hold_back(req: TournamentRequest) -> str:
    """Store that the posted match is not called until it is released; return the message."""
    hold_match(_posted_match(req), by=req.actor, now=timezone.now())
    return _("Held back: it is not called to a table until you release it.")


def _release(req: TournamentRequest) -> str:
    """Store that the posted match may be called again; return the message."""
    release_match(_posted_match(req), by=req.actor, now=timezone.now())
    return _("It may be called again.")


def _posted_match(req: TournamentRequest) -> Match:
    """Return the posted match. Raise `Forbidden` `not_found` for an unknown code."""
    return finding.find_match(req.tournament, req.http.POST.get("match", ""))


ACTS: Mapping[str, Callable[[TournamentRequest], str]] = {
    "auto": _start_automatic_calls,
    "hand": _stop_automatic_calls,
    "place": _place_at_table,
    "hold": _hold_back,
    "release": _release,
}


def _context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the page of calls: waiting matches, offers, tables."""
    tournament, now = req.tournament, timezone.now()
    view, found = now_view(tournament, now, reader=req.player), calls_state(tournament, now)
    tables = tables_of(tournament)
    offered = {offer.match: offer.table for offer in found.offers}
    rows = tuple(_waiting_rows(view, found.held, offered, matches_in_need(tournament)))
    return {
        **req.context("calling"),
        "now": view,
        "by_hand": found.by_hand,
        "offers": [row for row in rows if row.offered],
        "waiting": rows,
        "at_tables": sorted((*view.called, *view.playing), key=lambda match: match.table_label or ""),
        "free": view.free_tables,
        "accessible": [table.label for table in tables if table.is_accessible],
        "used_elsewhere": tables_in_use(tournament, req.player, now),
        "taken": [table.label for table in tables if table.match],
    }


def _waiting_rows(
    view: NowView, held: frozenset[str], offered: Mapping[str, str], in_need: frozenset[str]
) -> Iterator[WaitingRow]:
    """Yield the matches that could be called, in the order in which they are due.

    `held` and `in_need` are codes of matches, `offered` labels of tables by code.
    """
    for match in view.ready:
        kept = tuple(kept for kept in view.kept_waiting if kept.match == match.code)
        yield WaitingRow(match, match.code in held, kept, offered.get(match.code, ""), match.code in in_need)


MAX_CODES = 2000


@post_only("now")
def call_first_round(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the first round be called before the planned start, or without one; for coordinators."""
    req = open_tournament(request, slug, "coordinate")

    def open_now() -> str:
        """Open the calls, and return the message."""
        open_calls(req.tournament, by=req.actor, now=timezone.now(), seen=seen(request))
        return _("The first round is called.")

    return _act_and_redirect(req, open_now)


@post_only("now")
def start_called_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the posted matches, which the page showed as called, in one act with one clock."""
    req = open_tournament(request, slug, "judge")
    codes = request.POST.getlist("match")[:MAX_CODES]

    def start_posted() -> str:
        """Start the posted matches that are still called, and return the message."""
        begun = start_called(req.tournament, matches=codes, by=req.actor, now=timezone.now())
        if not begun:
            return _("These tables had started already.")
        said = ngettext("%(count)s table starts.", "%(count)s tables start, with one clock.", begun)
        return said % {"count": begun}

    return _act_and_redirect(req, start_posted)


def _act_and_redirect(req: TournamentRequest, act: Callable[[], str]) -> HttpResponse:
    """Do `act` and redirect to “Now” with the message that it returns; if it is stale, show why (409)."""
    try:
        messages.success(req.http, act())
    except Stale as stale:
        context = {**now_page(req.reload()), "violations": [Violation(stale.code, stale.facts)]}
        return render(req.http, "now/now.html", context, status=409)
    return redirect("now", req.tournament.slug)
