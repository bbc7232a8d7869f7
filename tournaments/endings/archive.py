"""Archive a tournament that is over: it leaves the lists; its pages, record and points stay."""

from datetime import datetime

from accounts.models import Player
from core.errors import Stale
from tournaments.act import ActContext, acting_on, shown_otherwise
from tournaments.models import Tournament


def archive(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Archive a finished or cancelled tournament. Idempotent. Raises `Stale` `not_over` for any other."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as ctx:
        if not ctx.tournament.is_over:
            raise Stale("not_over")
        return _set(ctx, ctx.tournament.archived_at or now)


def unarchive(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Take a tournament out of the archive. Idempotent."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as ctx:
        return _set(ctx, None)


def _set(ctx: ActContext, moment: datetime | None) -> Tournament:
    fresh = ctx.tournament
    if fresh.archived_at != moment:
        fresh.archived_at = moment
        fresh.save(update_fields=["archived_at"])
        shown_otherwise(ctx)
    return fresh
