"""The archive: what is over leaves the lists; its pages, its record and its points stay."""

from datetime import datetime

from accounts.models import Player
from core.errors import Stale
from tournaments.act import Scene, acting_on, shown_otherwise
from tournaments.models import Tournament


def archive(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Put a finished or cancelled one away; `Stale` `not_over` for any other. Twice is once."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as scene:
        if not scene.tournament.is_over:
            raise Stale("not_over")
        return _set(scene, scene.tournament.archived_at or now)


def unarchive(tournament: Tournament, *, by: Player, now: datetime, seen: int | None = None) -> Tournament:
    """Take it out again; one that is not there is answered as it is."""
    with acting_on(tournament, by=by, need="manage", now=now, seen=seen, even_closed=True) as scene:
        return _set(scene, None)


def _set(scene: Scene, moment: datetime | None) -> Tournament:
    fresh = scene.tournament
    if fresh.archived_at != moment:
        fresh.archived_at = moment
        fresh.save(update_fields=["archived_at"])
        shown_otherwise(scene)
    return fresh
