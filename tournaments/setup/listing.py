"""Lists of tournaments that a person may see, filtered by the request."""

from django.db.models import Exists, QuerySet

from accounts.models import Player
from tournaments.finding import helping, visible_tournaments
from tournaments.models import Tournament
from tournaments.setup import search as searching


def listed(
    player: Player | None,
    *,
    game: str = "",
    year: int | None = None,
    state: str = "",
    search: str = "",
    mine: bool = False,
    archived: bool | None = None,
) -> QuerySet[Tournament]:
    """Return tournaments, newest first.

    `search` is words of titles, or a title; `mine` selects those the player helps with. Archived ones are
    found by a search, or if `archived` is true.
    """
    asked = {"game": game, "year": year, "state": state}
    found = visible_tournaments(player).filter(**{name: value for name, value in asked.items() if value})
    if archived is not None or not search.strip():
        found = found.filter(archived_at__isnull=not archived)
    if mine:
        found = found.filter(Exists(helping(player))) if player else found.none()
    if search.strip():
        found = searching.search(found, search).tournaments
    return found.order_by("-created_at", "-pk")
