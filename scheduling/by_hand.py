"""Calls by hand: offers of the dispatcher, held matches, table changes.

Only calls and moves of a match are in the record: `match.placed`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from core.errors import Stale
from matches.models import AT_TABLE, Match, MatchState
from scheduling.dispatcher import calls_to_make
from tournaments.act import (
    ActContext,
    acting_on,
    bump_page_version,
    check_seen,
    enqueue_dispatch,
    refetch_match,
)
from tournaments.lines.matches import MatchPlaced
from tournaments.models import Tournament
from tournaments.play.blocked_matches import release_people
from tournaments.play.place import call_to_free_table
from tournaments.tables.shared_hall import lock_hall


@dataclass(frozen=True, slots=True)
class CallOffer:
    """A match (code) that may be called now, and a free table (label) for it."""

    match: str
    table: str


@dataclass(frozen=True, slots=True)
class CallsState:
    """Whether people call, what may be called now, and which matches (codes) are held."""

    by_hand: bool
    offers: tuple[CallOffer, ...]
    held: frozenset[str]


def calls_state(tournament: Tournament, now: datetime) -> CallsState:
    """Return the state of calls; offers are the calls that the dispatcher would make, in its order.

    They are listed also in a break and before the start, when it calls none.
    """
    offers = tuple(CallOffer(match.code, table.label) for match, table in calls_to_make(tournament, now))
    held = Match.objects.filter(ledger=tournament.ledger_id, held=True).values_list("code", flat=True)
    return CallsState(tournament.calls_by_hand, offers, frozenset(held))


def set_calls_by_hand(
    tournament: Tournament, *, by_hand: bool, by: Player, now: datetime, seen: int | None = None
) -> Tournament:
    """Switch to calls by hand, or back to the dispatcher, and enqueue it. Idempotent."""
    with acting_on(tournament, by=by, need="coordinate", now=now, seen=seen) as ctx:
        if ctx.tournament.calls_by_hand != by_hand:
            ctx.tournament.calls_by_hand = by_hand
            ctx.tournament.save(update_fields=["calls_by_hand"])
            bump_page_version(ctx)
        enqueue_dispatch(ctx)
        return ctx.tournament


def hold_match(match: Match, *, by: Player, now: datetime, seen: int | None = None) -> Match:
    """Hold a match, so that the dispatcher does not call it until `release_match`. Idempotent.

    Raise `Stale`: `match_called` and similar if it was called already, `finished`, `stale`; `Forbidden`
    `not_found` if its draw was withdrawn.
    """
    with _acting_before_call(match, by, now, seen) as (ctx, fresh):
        _set_held(ctx, fresh, True)
        return fresh


def release_match(match: Match, *, by: Player, now: datetime, seen: int | None = None) -> Match:
    """End the hold on a match and enqueue the dispatcher. Raise the same as `hold_match`."""
    with _acting_before_call(match, by, now, seen) as (ctx, fresh):
        _set_held(ctx, fresh, False)
        enqueue_dispatch(ctx)
        return fresh


def call_anyway(match: Match, *, by: Player, now: datetime, seen: int | None = None) -> Match:
    """Call a match whose players another tournament has held past the grace time, to the first free table.

    The match at the other table does not change. Raise `Refused`: `players_busy` if one is not overdue, and
    what `call_to_free_table` raises; `Stale` `match_waiting` and similar if the match is not ready, and what
    else `hold_match` raises.
    """
    with _acting_before_call(match, by, now, seen) as (ctx, fresh):
        if fresh.state != MatchState.READY:
            raise Stale(f"match_{fresh.state}")
        lock_hall(ctx.act.ledger, now)
        release_people(ctx, fresh)
        call_to_free_table(ctx, fresh)
        fresh.save()
        return fresh


def swap_tables(match: Match, other: Match, *, by: Player, now: datetime, seen: int | None = None) -> Match:
    """Swap the tables of two matches that are called or played.

    Raise `Stale` `match_ready` and similar if one of them has no table, `stale` if `match` (not `other`)
    changed after `seen`; `Forbidden` `not_found` if their draw was withdrawn.
    """
    with acting_on(match, by=by, need="coordinate", now=now) as ctx:
        one, two = (refetch_match(ctx, each) for each in (match, other))
        check_seen(one, seen, ctx.act.seq)
        for each in (one, two):
            if each.state not in AT_TABLE or each.table is None:
                raise Stale(f"match_{each.state}")
        if one.pk != two.pk:
            lock_hall(ctx.act.ledger, now)
            _swap_tables(ctx, one, two)
        return one


def _swap_tables(ctx: ActContext, one: Match, two: Match) -> None:
    """Swap the tables of the matches, store and record both.

    The first one leaves its table briefly, since no table has two matches.
    """
    one.table, two.table = two.table, one.table
    aside = MatchState.READY if one.state == MatchState.CALLED else one.state
    Match.objects.filter(pk=one.pk).update(table=None, state=aside)
    for each in (two, one):
        ctx.act.write(MatchPlaced(each.code, each.table.label if each.table else ""))
        ctx.touch(each)
        each.save(update_fields=["table", "state", "changed_seq"])


@contextmanager
def _acting_before_call(
    match: Match, by: Player, now: datetime, seen: int | None
) -> Iterator[tuple[ActContext, Match]]:
    """Open an act of a coordinator on a match that was not called yet; yield it as it is under the lock.

    Raise `Stale`: `match_called` and similar if it was, `finished`, or `stale` if it changed after `seen`;
    `Forbidden` `not_found` if its draw was withdrawn.
    """
    with acting_on(match, by=by, need="coordinate", now=now) as ctx:
        fresh = refetch_match(ctx, match)
        check_seen(fresh, seen, ctx.act.seq)
        ctx.require_not_finished()
        if fresh.state not in (MatchState.WAITING, MatchState.READY):
            raise Stale(f"match_{fresh.state}")
        yield ctx, fresh


def _set_held(ctx: ActContext, match: Match, held: bool) -> None:
    """Store whether the match is held, and bump the version of the pages."""
    if match.held != held:
        match.held = held
        match.save(update_fields=["held"])
        bump_page_version(ctx)
