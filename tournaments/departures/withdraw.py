"""Withdraw an entry: before the draw, before its first match, or between rounds.

Its results stand. During a match no entry withdraws: the sheet says how it left.
"""

from collections.abc import Mapping
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from core.errors import Stale
from matches.models import Entry, EntryState, Member
from tournaments.act import acting_on, enqueue_dispatch, refetch_entry
from tournaments.entries.wait import fill_places
from tournaments.lines.entries import EntryWithdrawn
from tournaments.models import Tournament
from tournaments.policies import need_to_change_entries
from tournaments.seats.vacate import change_state, empty_seats, refuse_while_playing


def withdraw(entry: Entry, *, reason: str, by: Player, now: datetime, seen: int | None = None) -> None:
    """Withdraw an entry: by one of its own players, by a judge until the draw, by the coordinator later.

    Its seat at a match that has not begun stays empty, or goes to the entry that the house rule `empty_seat`
    names. Until the draw the next on the waiting list takes the place. `reason` may be "". Idempotent. Raises
    `Refused` `leaves_by_sheet` while it plays, `Stale` `entry_left` or `finished`.
    """
    tournament = Tournament.objects.get(ledger=entry.ledger_id)
    own = Member.objects.filter(entry=entry, persona__player=by, live=True).exists()
    with acting_on(tournament, by=by, need="see" if own else "judge", now=now) as ctx:
        if not own:
            ctx.require(need_to_change_entries(ctx.tournament))
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


LEAVING_SENTENCES: Mapping[str, str | Promise] = {
    "leaves_by_sheet": _(
        "Match %(place)s is being played. Record on its sheet how the player leaves: conceded, "
        "disqualified or absent."
    ),
    "not_won_by_entry": _("This entry did not win match %(place)s, so there is no place to lose there."),
    "disqualify_instead": _(
        "The entry disqualified here also won match %(place)s. Disqualify the entry itself and name "
        "this match."
    ),
    "disqualified_without_reason": _(
        "A player is disqualified on this sheet. Say why: the reason is public."
    ),
    "winner_disqualified": _(
        "Match %(place)s would be won again by an entry that is disqualified. Correct its sheet again "
        "instead."
    ),
    "disqualified_on_sheet": _(
        "The sheet of match %(place)s says disqualified. Correct that sheet, or undo its correction."
    ),
    "not_of_this_match": _("This player is not expected at this match."),
    "seat_gone": _("Match %(place)s went on without this entry, so its seat is gone."),
    "seat_taken": _("Another player has the seat at match %(place)s."),
    "seat_not_free": _(
        "Side %(side)s of match %(place)s cannot be taken. A late entry takes an empty seat, an extra "
        "chair at a table below its maximum, or the place of an absent entry, before that match begins, in "
        "round 1 or in the Swiss round that is being played."
    ),
    "person_in_two_entries": _("%(name)s plays for another entry here. A person is in one entry only."),
    "substitute_needs_pair": _("Only a pair can have a substitute."),
    "substitute_off": _("This tournament allows no substitutes."),
    "substitute_too_late": _("This pair has already played; its members stay as they are."),
}
