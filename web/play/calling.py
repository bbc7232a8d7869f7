"""The page for calls by hand: offers, calls, holds, table changes."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.errors import Refused, Stale, Violation
from matches.models import AT_TABLE, Match
from scheduling.by_hand import calling, hold_match, release_match, set_calls_by_hand, swap_tables
from scheduling.services import place_match
from scheduling.shared_tables import used_elsewhere
from tournaments import finding
from tournaments.match_views.match import MatchView
from tournaments.now.selectors import NowView
from tournaments.now.selectors import now as look
from tournaments.play.blocked_matches import Blocker
from tournaments.tables.accessible import is_out_of_reach, matches_in_need
from tournaments.tables.hall import tables_of
from web.pages import seen
from web.visits import Visit, visiting

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
    visit = visiting(request, slug, "coordinate")
    if request.method != "POST":
        return render(request, PAGE, _context(visit))
    try:
        said = ACTS.get(request.POST.get("act", ""), _by_itself)(visit)
    except Refused as refusal:
        return _refused(visit, refusal.violations, 422)
    except Stale as refusal:
        return _refused(visit, [Violation(refusal.code, refusal.facts)], 409)
    messages.success(request, said)
    return redirect("calling", slug)


def _refused(visit: Visit, violations: object, status: int) -> HttpResponse:
    context = {**_context(visit.again()), "violations": violations}
    return render(visit.request, PAGE, context, status=status)


def _by_itself(visit: Visit) -> str:
    set_calls_by_hand(visit.tournament, by_hand=False, by=visit.by, now=timezone.now())
    return _("Free tables are called by themselves.")


def _by_hand(visit: Visit) -> str:
    set_calls_by_hand(visit.tournament, by_hand=True, by=visit.by, now=timezone.now())
    return _("From now on tables are called by hand only.")


def _place(visit: Visit) -> str:
    """Call to a free table or move there; if it is taken, the two matches swap."""
    match = _match(visit)
    table = finding.find_table(visit.tournament, visit.request.POST.get("table", ""))
    there = Match.objects.filter(table=table, state__in=AT_TABLE).exclude(pk=match.pk).first()
    if there is not None and match.state in AT_TABLE:
        swap_tables(match, there, by=visit.by, now=timezone.now(), seen=seen(visit.request))
        return _("The two matches have changed tables.")
    placed = place_match(match, table=table, by=visit.by, now=timezone.now(), seen=seen(visit.request))
    if is_out_of_reach(placed):
        said = _(
            "A player of this match needs an accessible table, and table %(table)s is not marked as one."
        )
        messages.warning(visit.request, said % {"table": table.label})
    return _("Called to table %(table)s.") % {"table": table.label}


def _hold(visit: Visit) -> str:
    hold_match(_match(visit), by=visit.by, now=timezone.now())
    return _("Held back: it is called to no table until you let it go.")


def _release(visit: Visit) -> str:
    release_match(_match(visit), by=visit.by, now=timezone.now())
    return _("It may be called again.")


def _match(visit: Visit) -> Match:
    return finding.find_match(visit.tournament, visit.request.POST.get("match", ""))


ACTS: Mapping[str, Callable[[Visit], str]] = {
    "auto": _by_itself,
    "hand": _by_hand,
    "place": _place,
    "hold": _hold,
    "release": _release,
}


def _context(visit: Visit) -> dict[str, object]:
    tournament, now = visit.tournament, timezone.now()
    view, found = look(tournament, now, reader=visit.player), calling(tournament, now)
    tables = tables_of(tournament)
    offered = {offer.match: offer.table for offer in found.offers}
    rows = tuple(_rows(view, found.held, offered, matches_in_need(tournament)))
    return {
        **visit.context("calling"),
        "now": view,
        "by_hand": found.by_hand,
        "offers": [row for row in rows if row.offered],
        "waiting": rows,
        "at_tables": sorted((*view.called, *view.playing), key=lambda match: match.table_label or ""),
        "free": view.free_tables,
        "accessible": [table.label for table in tables if table.is_accessible],
        "used_elsewhere": used_elsewhere(tournament, visit.player, now),
        "taken": [table.label for table in tables if table.match],
    }


def _rows(
    view: NowView, held: frozenset[str], offered: Mapping[str, str], in_need: frozenset[str]
) -> Iterator[WaitingRow]:
    for match in view.ready:
        kept = tuple(kept for kept in view.kept_waiting if kept.match == match.code)
        yield WaitingRow(match, match.code in held, kept, offered.get(match.code, ""), match.code in in_need)
