"""Withdraw an entry: before the draw, before its first match, or between rounds.

Its results stand. During a match no entry withdraws: the sheet says how it left.
"""

from datetime import datetime

from accounts.models import Player
from core.errors import Stale
from matches.models import Entry, EntryState, Member
from tournaments.act import acting_on, enqueue_dispatch, refetch_entry
from tournaments.entries.wait import fill_places
from tournaments.lines.entries import EntryWithdrawn
from tournaments.models import Tournament
from tournaments.policies import to_change_entries
from tournaments.seats.vacate import change_state, empty_seats, refuse_while_playing


def withdraw(entry: Entry, *, reason: str, by: Player, now: datetime, seen: int | None = None) -> None:
    """Withdraw an entry: by one of its own players, by a judge until the draw, by the coordinator later.

    Its seat at a match that has not begun stays empty, or goes to the entry that the house rule `empty_seat`
    names. Idempotent. Raises `Refused` `leaves_by_sheet` while it plays, `Stale` `entry_left` or `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    own = Member.objects.filter(entry=entry, persona__player=by, live=True).exists()
    with acting_on(tournament, by=by, need="see" if own else "judge", now=now) as ctx:
        if not own:
            ctx.require(to_change_entries(ctx.tournament))
        fresh = refetch_entry(ctx, entry, seen)
        if fresh.state == EntryState.WITHDRAWN:
            return
        if fresh.state == EntryState.DISQUALIFIED:
            raise Stale("entry_left")
        refuse_while_playing(fresh)
        ctx.act.write(EntryWithdrawn(fresh.code, reason.strip()))
        change_state(ctx, fresh, EntryState.WITHDRAWN)
        empty_seats(ctx, fresh, reason, promote=True)
        fill_places(ctx)
        enqueue_dispatch(ctx)
