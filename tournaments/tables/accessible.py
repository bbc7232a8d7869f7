"""Tables that everybody can reach, and the entries that are called to one of those only (ADR 0063).

Which entries those are is about a person's body: it is beside the record and for the staff alone.
"""

from datetime import datetime

from django.db.models import Exists, QuerySet

from accounts.models import Player
from core.models import Ledger
from matches.models import AccessNeed, Entry, EntryState, Match, MatchState, PhysicalTable, Side
from tournaments.act import acting_on, enqueue_dispatch, refetch_entry, shown_otherwise
from tournaments.models import OVER, State, Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


def mark_table(
    table: PhysicalTable, *, accessible: bool, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Everybody can reach this table, or not everybody; twice is once. The match that is on stays there."""
    with acting_on(table, by=by, need="coordinate", now=now, seen=seen) as ctx:
        found = PhysicalTable.objects.filter(pk=table.pk, ledger=ctx.act.ledger)
        changed = found.filter(accessible_since__isnull=accessible)
        if changed.update(accessible_since=ctx.act.now if accessible else None):
            shown_otherwise(ctx)
            enqueue_dispatch(ctx)


def need_accessible(
    entry: Entry, *, needed: bool, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Call this entry to accessible tables only, or to any again; twice is once. A match that is on stays.

    Raises `Stale` `finished`.
    """
    with acting_on(entry, by=by, need="judge", now=now) as ctx:
        fresh = refetch_entry(ctx, entry, seen)
        if _noted(fresh, needed):
            shown_otherwise(ctx)
            enqueue_dispatch(ctx)


def _noted(entry: Entry, needed: bool) -> bool:
    """Whether that changed anything."""
    if needed:
        return AccessNeed.objects.get_or_create(entry=entry)[1]
    return bool(AccessNeed.objects.filter(entry=entry).delete()[0])


def entries_in_need(tournament: Tournament) -> frozenset[str]:
    """Codes of the entries that need an accessible table, for the staff; one query."""
    found = AccessNeed.objects.filter(entry__ledger=tournament.ledger_id)
    return frozenset(found.values_list("entry__code", flat=True))


def matches_in_need(tournament: Tournament) -> frozenset[str]:
    """Codes of the matches to come and on in which such an entry sits, for the staff; one query."""
    found = Side.objects.filter(entry__ledger=tournament.ledger_id, entry__access_need__isnull=False)
    return frozenset(found.exclude(match__state=MatchState.ENDED).values_list("match__code", flat=True))


def sides_in_need(ledger: Ledger | int) -> QuerySet[Side]:
    """Sides whose entry needs an accessible table; none where no open table of the tournament is one."""
    found = Side.objects.filter(entry__ledger=ledger, entry__access_need__isnull=False)
    return found.filter(Exists(_accessible(ledger))).order_by()


def is_out_of_reach(match: Match) -> bool:
    """Return whether an entry of it needs an accessible table and it is at another one; for the staff."""
    if match.table is None or match.table.accessible_since is not None:
        return False
    return Side.objects.filter(match=match, entry__access_need__isnull=False).exists()


def lacks_accessible(tournament: Tournament) -> bool:
    """Return whether an entry that still plays needs an accessible table and none is open; one query."""
    if tournament.state in OVER:
        return False
    needs = AccessNeed.objects.filter(entry__ledger=tournament.ledger_id, entry__state__in=LIVE)
    if tournament.state != State.PREPARING:
        to_play = Side.objects.filter(match__ledger=tournament.ledger_id, entry__access_need__isnull=False)
        needs = needs.filter(entry__in=to_play.exclude(match__state=MatchState.ENDED).values("entry"))
    return needs.exclude(Exists(_accessible(tournament.ledger_id))).exists()


def forget_needs(ledger: Ledger | int) -> None:
    """The tournament is over: no match is called any more."""
    AccessNeed.objects.filter(entry__ledger=ledger).delete()


def _accessible(ledger: Ledger | int) -> QuerySet[PhysicalTable]:
    return PhysicalTable.objects.filter(ledger=ledger, is_open=True, accessible_since__isnull=False)
