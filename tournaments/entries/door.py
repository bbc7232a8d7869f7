"""Self check-in with a code at the door, which only people on site can read (issue 17)."""

import random
import secrets
from datetime import datetime

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.record.codes import SECURE_RANDOM, new_code
from matches.models import Entry, EntryState
from tournaments.act import acting_on
from tournaments.entries.check_in import check_in_now
from tournaments.entries.check_in_list import own_entry
from tournaments.models import State, Tournament

PREFIX = "d"


def open_door(
    tournament: Tournament, *, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> str:
    """Create and return a new code for self check-in; an earlier code is revoked.

    Raises `Stale` `draw_published`.
    """
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        if ctx.tournament.state != State.PREPARING:
            raise Stale("draw_published")
        return _save_code(ctx.tournament, new_code(PREFIX, rng))


def close_door(tournament: Tournament, *, by: Player, now: datetime) -> None:
    """Revoke the code at the door, after which only the staff checks people in."""
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        _save_code(ctx.tournament, None)


def is_code_of(tournament: Tournament, code: str) -> bool:
    """Return whether this is the tournament's current door code; no code is once the draw is published."""
    hangs = tournament.door_code if tournament.state == State.PREPARING else None
    return hangs is not None and secrets.compare_digest(hangs.encode(), code.encode())


def is_wrong_code(tournament: Tournament, code: str) -> bool:
    """Return whether this code is wrong while check-in is open; the caller counts such an attempt."""
    return tournament.state == State.PREPARING and not is_code_of(tournament, code)


def self_check_in(
    tournament: Tournament, *, code: str, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> Entry:
    """Check in the entry of `by` with the code at the door.

    Idempotent. One member checks in a pair. Only the staff notes pineapples, because they look at them.
    Raises `Forbidden` `door_closed` for any other code, and for every code once the draw is published;
    `Refused` `you_are_not_entered` or `deck_missing`.
    """
    with acting_on(tournament, by=by, need="see", now=now) as ctx:
        if not is_code_of(ctx.tournament, code):
            raise Forbidden("door_closed")
        entry = own_entry(ctx.tournament, by)
        if entry is None:
            raise Refused([Violation("you_are_not_entered")])
        if entry.state != EntryState.CHECKED_IN:
            check_in_now(ctx, entry, (), rng)
        return entry


def _save_code(tournament: Tournament, code: str | None) -> str:
    """Save the code at the door, or none; return it, "" for none."""
    tournament.door_code = code
    tournament.save(update_fields=["door_code"])
    return code or ""
