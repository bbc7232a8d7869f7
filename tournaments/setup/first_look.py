"""The first that an account publishes waits until an administrator has looked, where the site wants that."""

from datetime import datetime

from django.conf import settings

from core.errors import Stale
from core.http.callers import note
from tournaments.act import acting_on, shown_otherwise
from tournaments.models import State, Tournament
from tournaments.setup.first_pages import publish_first_pages


def wait_for_look(tournament: Tournament, now: datetime) -> None:
    """Call it before the tournament is published, and save `unaccepted_since` with what publishes it.

    Whose it is counts by who created it: staff can be named without being asked. Simulations do not wait,
    which only who operates the site can begin. One whose draw was withdrawn waits no second time: what was
    accepted stays so, and what still waits does since it first did.
    """
    if not settings.FIRST_TOURNAMENTS_WAIT or tournament.is_published or tournament.simulated:
        return
    if not _was_published(tournament) and not _is_known(tournament):
        tournament.unaccepted_since = now


def accept(tournament: Tournament, *, by: str, now: datetime) -> Tournament:
    """Everybody sees it from now on, and what its creator publishes later at once; `by` is for the log.

    Raises `Stale` `not_waiting`.
    """
    with acting_on(tournament, by=None, need="manage", now=now, even_closed=True) as ctx:
        fresh = ctx.tournament
        if fresh.unaccepted_since is None:
            raise Stale("not_waiting")
        fresh.unaccepted_since = None
        fresh.save(update_fields=["unaccepted_since"])
        publish_first_pages(fresh)
        shown_otherwise(ctx)
    note("tournament_accepted", who=by, tournament=fresh.slug)
    return fresh


def _was_published(tournament: Tournament) -> bool:
    """Whether it has been before: an announcement is for good, a draw that was withdrawn stays as a row."""
    return tournament.draws.filter(withdrawn=True).exists()


def _is_known(tournament: Tournament) -> bool:
    """Whether its creator administers the site, or has published an accepted tournament."""
    creator = tournament.created_by
    if creator is None or creator.is_staff:
        return creator is not None
    others = Tournament.objects.filter(created_by=creator, unaccepted_since=None, taken_down_at=None)
    shown = others.exclude(announced_at=None) | others.exclude(state=State.PREPARING)
    return shown.filter(simulated=False).exists()
