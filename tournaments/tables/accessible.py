"""Accessible tables, and the entries that are called only to them (ADR 0063).

A need concerns a person's body: it is not in the record, and only the staff sees it.
"""

from datetime import datetime

from django.db.models import Exists, QuerySet

from accounts.models import Player
from core.models import Ledger
from matches.models import AccessNeed, Entry, EntryState, Match, MatchState, PhysicalTable, Side
from tournaments.act import acting_on, bump_page_version, enqueue_dispatch, refetch_entry
from tournaments.models import OVER, State, Tournament

LIVE = (EntryState.ENTERED, EntryState.CHECKED_IN)


def mark_table(
    table: PhysicalTable, *, accessible: bool, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Mark a table as accessible or not, and enqueue the dispatcher if that changed. Idempotent.

    Not in the record. A match in progress stays there. Raises `Stale` `stale` if the tournament's own facts
    changed after `seen`.
    """
    with acting_on(table, by=by, need="coordinate", now=now, seen=seen) as ctx:
        found = PhysicalTable.objects.filter(pk=table.pk, ledger=ctx.act.ledger)
        changed = found.filter(accessible_since__isnull=accessible)
        if changed.update(accessible_since=ctx.act.now if accessible else None):
            bump_page_version(ctx)
            enqueue_dispatch(ctx)


def set_accessible_need(
    entry: Entry, *, needed: bool, by: Player, now: datetime, seen: int | None = None
) -> None:
    """Store that this entry is called to accessible tables only, or to any again.

    Enqueues the dispatcher if that changed. Idempotent. A match in progress stays at its table. Raises
    `Stale` `finished`, or `stale` if the entry changed after `seen`.
    """
    with acting_on(entry, by=by, need="judge", now=now) as ctx:
        fresh = refetch_entry(ctx, entry, seen)
        if _save_need(fresh, needed):
            bump_page_version(ctx)
            enqueue_dispatch(ctx)


def _save_need(entry: Entry, needed: bool) -> bool:
    """Save or delete the need; return whether that changed anything."""
    if needed:
        return AccessNeed.objects.get_or_create(entry=entry)[1]
    return bool(AccessNeed.objects.filter(entry=entry).delete()[0])


def entries_in_need(tournament: Tournament) -> frozenset[str]:
    """Return codes of entries that need an accessible table, for the staff; one query."""
    found = AccessNeed.objects.filter(entry__ledger=tournament.ledger_id)
    return frozenset(found.values_list("entry__code", flat=True))


def matches_in_need(tournament: Tournament) -> frozenset[str]:
    """Return codes of matches not ended with an entry that needs an accessible table, for the staff.

    One query.
    """
    found = Side.objects.filter(entry__ledger=tournament.ledger_id, entry__access_need__isnull=False)
    return frozenset(found.exclude(match__state=MatchState.ENDED).values_list("match__code", flat=True))


def sides_in_need(ledger: Ledger | int) -> QuerySet[Side]:
    """Select sides whose entry needs an accessible table.

    An empty selection if the tournament has no open accessible table: then such entries are called to any.
    """
    found = Side.objects.filter(entry__ledger=ledger, entry__access_need__isnull=False)
    return found.filter(Exists(_accessible(ledger))).order_by()


def is_out_of_reach(match: Match) -> bool:
    """Return whether an entry of the match needs an accessible table but it is at another; for the staff."""
    if match.table is None or match.table.accessible_since is not None:
        return False
    return Side.objects.filter(match=match, entry__access_need__isnull=False).exists()


def lacks_accessible(tournament: Tournament) -> bool:
    """Return whether a live entry needs an accessible table and none is open; one query.

    After the draw only an entry at a match that has not ended counts.
    """
    if tournament.state in OVER:
        return False
    needs = AccessNeed.objects.filter(entry__ledger=tournament.ledger_id, entry__state__in=LIVE)
    if tournament.state != State.PREPARING:
        to_play = Side.objects.filter(match__ledger=tournament.ledger_id, entry__access_need__isnull=False)
        needs = needs.filter(entry__in=to_play.exclude(match__state=MatchState.ENDED).values("entry"))
    return needs.exclude(Exists(_accessible(tournament.ledger_id))).exists()


def delete_needs(ledger: Ledger | int) -> None:
    """Delete all needs of a tournament."""
    AccessNeed.objects.filter(entry__ledger=ledger).delete()


def _accessible(ledger: Ledger | int) -> QuerySet[PhysicalTable]:
    """Return the open accessible tables."""
    return PhysicalTable.objects.filter(ledger=ledger, is_open=True, accessible_since__isnull=False)
