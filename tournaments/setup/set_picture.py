"""Set, replace or remove a tournament's picture."""

from dataclasses import asdict
from datetime import datetime
from hashlib import sha256

from accounts.models import Player
from tournaments.act import acting_on, shown_otherwise
from tournaments.models import EventPicture, Tournament
from tournaments.policies import require
from tournaments.setup.picture_process import redrawn_apart

DIGITS = 20


def set_picture(tournament: Tournament, *, data: bytes, by: Player, now: datetime) -> EventPicture:
    """Set the tournament's picture from this file, in place of an earlier one.

    The file is decoded before the lock is taken, because that is slow. Raises `Refused` and `TooMany` as
    `redrawn_apart` does.
    """
    require(tournament, by, "manage")
    drawn = redrawn_apart(data)
    digest = sha256(drawn.shown).hexdigest()[:DIGITS]
    with acting_on(tournament, by=by, need="manage", now=now) as ctx:
        picture, _is_new = EventPicture.objects.update_or_create(
            {**asdict(drawn), "digest": digest}, tournament=ctx.tournament
        )
        shown_otherwise(ctx)
        return picture


def remove_picture(tournament: Tournament, *, by: Player, now: datetime) -> None:
    """Delete the picture, in any state of the tournament."""
    with acting_on(tournament, by=by, need="manage", now=now, even_closed=True) as ctx:
        EventPicture.objects.filter(tournament=ctx.tournament).delete()
        shown_otherwise(ctx)
