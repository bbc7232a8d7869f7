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
from scheduling.shared_tables import used_elsewhere
from tournaments import finding
from tournaments.match_views.match import MatchView
from tournaments.now.selectors import NowView, now_view
from tournaments.play.blocked_matches import Blocker
from tournaments.play.calling import open_calls, start_called
from tournaments.tables.accessible import is_out_of_reach, matches_in_need
from tournaments.tables.shared_hall import tables_of
from web.now.views import now_page
from web.pages import post_only, seen
from web.tournament_request import TournamentRequest, open_tournament

PAGE = "play/calling.html"


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A match that could be called: whether it is held, which players block it, and the table offered to it.

    `in_need`: one of its players needs an accessible table.
    """

    match: MatchView
    is_held: bool
    kept: tuple[Blocker, ...]
    offered: str
    in_need: bool


@require_http_methods(["GET", "HEAD", "POST"])
def calling_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page; a post names its act (`ACTS`) and usually a match."""
    req = open_tournament(request, slug, "coordinate")
    if request.method != "POST":
        return render(request, PAGE, _context(req))
    try:
        said = ACTS.get(request.POST.get("act", ""), _call_automatically)(req)
    except Refused as refusal:
        return _refusal_page(req, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(req, [Violation(refusal.code, refusal.facts)], 409)
    messages.success(request, said)
    return redirect("calling", slug)


def _refusal_page(req: TournamentRequest, violations: object, status: int) -> HttpResponse:
    context = {**_context(req.reload()), "violations": violations}
    return render(req.http, PAGE, context, status=status)


def _call_automatically(req: TournamentRequest) -> str:
    set_calls_by_hand(req.tournament, by_hand=False, by=req.actor, now=timezone.now())
    return _("Free tables are called automatically.")


def _call_by_hand(req: TournamentRequest) -> str:
    set_calls_by_hand(req.tournament, by_hand=True, by=req.actor, now=timezone.now())
    return _("From now on tables are called by hand only.")


def _place(req: TournamentRequest) -> str:
    """Call to a free table or move there; if it is taken, the two matches swap."""
    match = _match(req)
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


def _hold(req: TournamentRequest) -> str:
    """Hold the posted match; return the message."""
    hold_match(_match(req), by=req.actor, now=timezone.now())
    return _("Held back: it is not called to a table until you release it.")


def _release(req: TournamentRequest) -> str:
    """Release the posted match; return the message."""
    release_match(_match(req), by=req.actor, now=timezone.now())
    return _("It may be called again.")


def _match(req: TournamentRequest) -> Match:
    return finding.find_match(req.tournament, req.http.POST.get("match", ""))


ACTS: Mapping[str, Callable[[TournamentRequest], str]] = {
    "auto": _call_automatically,
    "hand": _call_by_hand,
    "place": _place,
    "hold": _hold,
    "release": _release,
}


def _context(req: TournamentRequest) -> dict[str, object]:
    tournament, now = req.tournament, timezone.now()
    view, found = now_view(tournament, now, reader=req.player), calls_state(tournament, now)
    tables = tables_of(tournament)
    offered = {offer.match: offer.table for offer in found.offers}
    rows = tuple(_rows(view, found.held, offered, matches_in_need(tournament)))
    return {
        **req.context("calling"),
        "now": view,
        "by_hand": found.by_hand,
        "offers": [row for row in rows if row.offered],
        "waiting": rows,
        "at_tables": sorted((*view.called, *view.playing), key=lambda match: match.table_label or ""),
        "free": view.free_tables,
        "accessible": [table.label for table in tables if table.is_accessible],
        "used_elsewhere": used_elsewhere(tournament, req.player, now),
        "taken": [table.label for table in tables if table.match],
    }


def _rows(
    view: NowView, held: frozenset[str], offered: Mapping[str, str], in_need: frozenset[str]
) -> Iterator[WaitingRow]:
    """Yield the waiting matches with whom they wait for and the table offered."""
    for match in view.ready:
        kept = tuple(kept for kept in view.kept_waiting if kept.match == match.code)
        yield WaitingRow(match, match.code in held, kept, offered.get(match.code, ""), match.code in in_need)


MAX_CODES = 2000


@post_only("now")
def open_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the first round before the planned start."""
    req = open_tournament(request, slug, "coordinate")

    def act() -> str:
        open_calls(req.tournament, by=req.actor, now=timezone.now(), seen=seen(request))
        return _("The first round is called.")

    return _act_and_redirect(req, act)


@post_only("now")
def start_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the tables that the page showed as called, in one act."""
    req = open_tournament(request, slug, "judge")
    codes = request.POST.getlist("match")[:MAX_CODES]

    def act() -> str:
        begun = start_called(req.tournament, matches=codes, by=req.actor, now=timezone.now())
        if not begun:
            return _("These tables had started already.")
        said = ngettext("%(count)s table starts.", "%(count)s tables start, with one clock.", begun)
        return said % {"count": begun}

    return _act_and_redirect(req, act)


def _act_and_redirect(req: TournamentRequest, act: Callable[[], str]) -> HttpResponse:
    """Act and confirm it; after a concurrent change show the page with the reason."""
    try:
        messages.success(req.http, act())
    except Stale as stale:
        context = {**now_page(req), "violations": [Violation(stale.code, stale.facts)]}
        return render(req.http, "now/now.html", context, status=409)
    return redirect("now", req.tournament.slug)
