"""Coordinators pin a match to a table, a time, or both; they move and remove pins.

Pins are beside the record, like the timetable. They hold in it and in every later one, and the dispatcher
respects them. Impossible ones are dropped with the reason (`scheduling.pinned`).
"""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Player
from core.errors import Stale, Violation, refuse_all
from core.jobs.outbox import enqueue
from matches.models import Match, PhysicalTable
from scheduling.forecasting import FORECAST
from scheduling.models import PinnedMatch, Timetable
from scheduling.pinned import TO_COME
from tournaments.act import (
    ActContext,
    acting_on,
    bump_page_version,
    check_seen,
    enqueue_dispatch,
    refetch_match,
)


def pin_match(
    match: Match,
    *,
    by: Player,
    now: datetime,
    table: PhysicalTable | None = None,
    begins_at: datetime | None = None,
    seen: int | None = None,
) -> PinnedMatch:
    """Pin a match, replacing an earlier pin; enqueue the job that moves the timetable, and the dispatcher.

    Raise `Stale`: `match_called` and similar, or `stale` if it changed after `seen`. Raise `Refused`:
    `pin_empty`, `pin_in_past`, `pin_in_break`, `table_closed`; `Forbidden` `not_found` if its draw was
    withdrawn.
    """
    with acting_on(match, by=by, need="coordinate", now=now) as ctx:
        fresh = _refetch_uncalled(ctx, match, seen)
        place = PhysicalTable.objects.get(pk=table.pk, ledger=ctx.act.ledger) if table else None
        refuse_all(list(_pin_violations(ctx, place, begins_at)))
        facts = {"table": place, "begins_at": begins_at, "set_at": now, "dropped": ""}
        pin, _is_new = PinnedMatch.objects.update_or_create(match=fresh, defaults=facts)
        _request_replan(ctx)
        return pin


def unpin_match(match: Match, *, by: Player, now: datetime, seen: int | None = None) -> None:
    """Remove a pin, or the note that it was dropped, also of a match that was called; no effect without one.

    Raise `Stale` `stale` if the match changed after `seen`, `Forbidden` `not_found` if its draw was
    withdrawn.
    """
    with acting_on(match, by=by, need="coordinate", now=now) as ctx:
        fresh = refetch_match(ctx, match)
        check_seen(fresh, seen, ctx.act.seq)
        if PinnedMatch.objects.filter(match=fresh).delete()[0]:
            _request_replan(ctx)


def _refetch_uncalled(ctx: ActContext, match: Match, seen: int | None) -> Match:
    """Return the match as it is now. Raise `Stale`: `match_called` and similar, or `stale` after `seen`."""
    fresh = refetch_match(ctx, match)
    check_seen(fresh, seen, ctx.act.seq)
    if fresh.state not in TO_COME:
        raise Stale(f"match_{fresh.state}")
    return fresh


def _pin_violations(
    ctx: ActContext, table: PhysicalTable | None, begins_at: datetime | None
) -> Iterator[Violation]:
    """Yield everything that prevents this pin: no table and no time, a closed table, a past time, a break."""
    if table is None and begins_at is None:
        yield Violation("pin_empty", {}, "table")
    if table is not None and not table.is_open:
        yield Violation("table_closed", {"table": table.label}, "table")
    if begins_at is not None and begins_at < ctx.act.now:
        yield Violation("pin_in_past", {}, "begins_at")
    if begins_at is not None and any(p.begins <= begins_at < p.ends for p in ctx.tournament.pauses):
        yield Violation("pin_in_break", {}, "begins_at")


def _request_replan(ctx: ActContext) -> None:
    """Mark the timetable as behind its pins, bump the page version, enqueue forecast and dispatcher.

    The job of the forecast moves the timetable.
    """
    ledger, now = ctx.act.ledger, ctx.act.now
    Timetable.objects.filter(ledger=ledger, made_at__isnull=False).update(pinned_at=now)
    bump_page_version(ctx)
    enqueue(FORECAST, ledger, key=str(ledger.pk), due=now, now=now)
    enqueue_dispatch(ctx)
