"""Somebody comes after the draw: only into an empty seat of round 1 whose match has not begun.

It is one act, and an integrity event: the entry, the note, the seat.
"""

import random
from dataclasses import replace
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, EntryState, Match, MatchState, Side
from tournaments.act import ActContext, acting_on, check_seen, enqueue_dispatch, refetch_match, require_reason
from tournaments.decks.hand_in import excuse
from tournaments.entries.write_entries import require_room, resolve, write_entries
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryCheckedIn
from tournaments.lines.integrity import LateEntry
from tournaments.models import State, Tournament
from tournaments.seats.advance import settle_result
from tournaments.seats.entry_state import change_state
from tournaments.seats.vacate import seat_by_hand


def enter_late(
    match: Match,
    *,
    side: int,
    entry: NewEntry,
    reason: str,
    by: Player,
    now: datetime,
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Add an entry and seat it on an empty side of this match; it counts as checked in.

    Raises `Refused`: `reason_missing`, `seat_not_free`, `full`, and everything wrong with the names;
    `Stale` `not_drawn` before the draw, `finished`, or `stale`.
    """
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    with acting_on(tournament, by=by, need="coordinate", now=now, rng=rng) as ctx:
        free = _free_side(ctx, match, side, seen)
        require_reason(reason)
        require_room(ctx.tournament, adding=1)
        late = _write(ctx, entry, reason, by, rng)
        seat_by_hand(ctx, free, late, LateEntry, reason)
        settle_result(ctx, free.match)
        enqueue_dispatch(ctx)
        return late


def free_sides(tournament: Tournament) -> list[Side]:
    """Sides that a late entry could take."""
    sides = Side.objects.filter(match__ledger=tournament.ledger_id, source=None, filled=True, entry=None)
    free = sides.filter(match__started_at=None).exclude(match__state=MatchState.ENDED)
    return list(free.select_related("match").order_by("match__number", "number"))


def _free_side(ctx: ActContext, match: Match, number: int, seen: int | None) -> Side:
    if ctx.tournament.state == State.FINISHED:
        raise Stale("finished")
    if ctx.tournament.state == State.PREPARING:
        raise Stale("not_drawn")
    fresh = refetch_match(ctx, match)
    check_seen(fresh, seen, ctx.act.seq)
    for side in free_sides(ctx.tournament):
        if (side.match_id, side.number) == (fresh.pk, number):
            return side
    raise Refused(
        [Violation("seat_not_free", {"place": str(fresh), "side": number}, "side", "house:late_entry")]
    )


def _write(ctx: ActContext, entry: NewEntry, reason: str, by: Player, rng: random.Random) -> Entry:
    """The entry and its check-in; violations name `names.0`, `club`, `seed`."""
    tournament = ctx.tournament
    try:
        late = write_entries(ctx, resolve(tournament, [entry], by.user), rng)[0]
    except Refused as refused:
        raise Refused(replace(v, field=v.field.removeprefix("rows.0.")) for v in refused.violations) from None
    excuse(ctx, late, reason)
    ctx.act.write(EntryCheckedIn(late.code))
    change_state(ctx, late, EntryState.CHECKED_IN)
    return late
