"""Enter after the draw: at an empty seat, an added chair, or in place of an absent entry.

Only in round 1, or in the Swiss round being played. One act records the entry, the note and the seat, as an
integrity event.
"""

import random
from dataclasses import replace
from datetime import datetime

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM
from matches.models import Entry, EntryState, Match, Seat, Side
from rulesets.registry import game_of
from tournaments.act import ActContext, acting_on, check_seen, enqueue_dispatch, refetch_match, require_reason
from tournaments.decks.hand_in import waive_within
from tournaments.departures.late_places import LatePlace, PlaceKind, late_places, require_late_entries
from tournaments.entries.write_entries import require_room, resolve_people, write_entries
from tournaments.inputs import NewEntry
from tournaments.lines.entries import EntryCheckedIn, EntryWithdrawn
from tournaments.lines.integrity import LateEntry
from tournaments.models import State, Tournament
from tournaments.seats.advance import settle_readiness
from tournaments.seats.vacate import change_state, seat_by_hand


def enter_late(
    match: Match,
    *,
    side: int,
    entry: NewEntry,
    reason: str,
    by: Player,
    now: datetime,
    instead_of: str = "",
    seen: int | None = None,
    rng: random.Random = SECURE_RANDOM,
) -> Entry:
    """Add an entry, check it in, and seat it at this match.

    `side` is an empty side, or one more than the last at a table below its maximum, or the side of the absent
    entry with the code `instead_of`, which is withdrawn. Raises `Refused`: `reason_missing`, `seat_not_free`,
    `groups_fixed`, `full`, and everything wrong with the names; `Stale` `not_drawn` before the draw,
    `finished`, or `stale`.
    """
    tournament = Tournament.objects.get(ledger=match.ledger_id)
    with acting_on(tournament, by=by, need="coordinate", now=now, rng=rng) as ctx:
        place = _require_place(ctx, match, side, instead_of, seen)
        require_reason(reason)
        _withdraw_absent(ctx, place, reason)
        require_room(ctx.tournament, adding=1)
        late = store_late_entry(ctx, entry, reason, by, rng)
        seat_by_hand(ctx, _get_or_add_side(ctx, place, rng), late, LateEntry, reason)
        settle_readiness(ctx, place.match)
        enqueue_dispatch(ctx)
        return late


def _require_place(
    ctx: ActContext, match: Match, number: int, instead_of: str, seen: int | None
) -> LatePlace:
    """Return the place for a late entry on this side (number).

    Raises `Stale` `finished`, `not_drawn` or `stale`; `Refused` `groups_fixed` or `seat_not_free`.
    """
    ctx.require_not_finished()
    if ctx.tournament.state == State.PREPARING:
        raise Stale("not_drawn")
    require_late_entries(ctx.tournament)
    fresh = refetch_match(ctx, match)
    check_seen(fresh, seen, ctx.act.seq)
    for place in late_places(ctx.tournament):
        if (place.match.pk, place.side, place.instead_of) == (fresh.pk, number, instead_of):
            return place
    raise Refused(
        [Violation("seat_not_free", {"place": str(fresh), "side": number}, "side", "house:late_entry")]
    )


def _withdraw_absent(ctx: ActContext, place: LatePlace, reason: str) -> None:
    """Record and save the withdrawal of the absent entry whose place is taken; nothing at a free place."""
    if place.kind == PlaceKind.ABSENT:
        absent = Entry.objects.get(ledger=ctx.act.ledger, code=place.instead_of)
        ctx.act.write(EntryWithdrawn(absent.code, reason.strip()))
        change_state(ctx, absent, EntryState.WITHDRAWN)


def _get_or_add_side(ctx: ActContext, place: LatePlace, rng: random.Random) -> Side:
    """Return the side of the place; for an added chair create it, with a suit that is free at the table."""
    if place.kind != PlaceKind.CHAIR:
        return Side.objects.select_related("match").get(match=place.match, number=place.side)
    taken = set(Seat.objects.filter(match=place.match).values_list("suit", flat=True))
    marks = [mark for mark in game_of(ctx.tournament.game).marks if mark not in taken]
    side = Side.objects.create(match=place.match, number=place.side, round=place.match.round)
    suit = rng.choice(marks) if marks else ""
    Seat.objects.create(match=place.match, side=side, number=place.side, suit=suit)
    return side


def store_late_entry(ctx: ActContext, entry: NewEntry, reason: str, by: Player, rng: random.Random) -> Entry:
    """Save the entry as checked in, without a seat; decks are waived.

    Violations name `names.0`, `club`, `seed`.
    """
    tournament = ctx.tournament
    try:
        late = write_entries(ctx, resolve_people(tournament, [entry], by.user), rng)[0]
    except Refused as refused:
        raise Refused(replace(v, field=v.field.removeprefix("rows.0.")) for v in refused.violations) from None
    waive_within(ctx, late, reason)
    ctx.act.write(EntryCheckedIn(late.code))
    change_state(ctx, late, EntryState.CHECKED_IN)
    return late
