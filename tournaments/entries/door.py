"""Checking oneself in: the code at the door, which only who stands there can read (issue 17)."""

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
    """A new code for the door, with which people check themselves in; one that hung there before ends."""
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        if ctx.tournament.state != State.PREPARING:
            raise Stale("draw_published")
        return _keep(ctx.tournament, new_code(PREFIX, rng))


def close_door(tournament: Tournament, *, by: Player, now: datetime) -> None:
    """From now on only the staff checks people in."""
    with acting_on(tournament, by=by, need="judge", now=now) as ctx:
        _keep(ctx.tournament, None)


def is_code_of(tournament: Tournament, code: str) -> bool:
    """Whether this code hangs at the door now."""
    hangs = tournament.door_code if tournament.state == State.PREPARING else None
    return hangs is not None and secrets.compare_digest(hangs.encode(), code.encode())


def is_guess(tournament: Tournament, code: str) -> bool:
    """Whether this code is wrong while people check in, which counts as an attempt."""
    return tournament.state == State.PREPARING and not is_code_of(tournament, code)


def arrive(
    tournament: Tournament, *, code: str, by: Player, now: datetime, rng: random.Random = SECURE_RANDOM
) -> Entry:
    """Who is entered says at the door: I am here. Saying it twice is once.

    A pair comes together: one of them says it for both. Pineapples are noted by the staff, which looks at
    them. Raises `Forbidden` `door_closed` for any other code, `Refused` `you_are_not_entered` and
    `deck_missing`, `Stale` once the draw stands.
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


def _keep(tournament: Tournament, code: str | None) -> str:
    tournament.door_code = code
    tournament.save(update_fields=["door_code"])
    return code or ""
