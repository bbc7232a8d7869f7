"""An account's first published tournament waits for an administrator, if the site requires that."""

from datetime import datetime

from django.conf import settings

from accounts.models import Player
from core.errors import Stale
from core.http.callers import note
from tournaments.act import acting_on, bump_page_version
from tournaments.models import State, Tournament


def publish_awaited_pages(tournament: Tournament) -> bool:
    """Give a public page to people who wait for one and have a place in this tournament.

    Only if the tournament is finished and counts in a season. Saves the players; minors get none. Return
    whether a person got one. Pages of other tournaments link to it with their own next version.
    """
    counts = tournament.ranked and tournament.state == State.FINISHED and not tournament.without_points
    if not counts or tournament.simulated or tournament.unaccepted_since is not None:
        return False
    placed = Player.objects.filter(personas__memberships__entry__placing__tournament=tournament)
    waiting = Player.objects.filter(pk__in=placed.values("pk"), awaits_season=True, is_minor=False)
    return waiting.update(has_page=True, awaits_season=False) > 0


def require_acceptance(tournament: Tournament, now: datetime) -> None:
    """Set `unaccepted_since` if the tournament must wait, without saving it; call before publishing.

    The account that created it counts, because staff can be named without their consent. Simulations, which
    only the site's operator can begin, do not wait. After a withdrawn draw a tournament does not wait a
    second time: it keeps its former state.
    """
    if not settings.FIRST_TOURNAMENTS_WAIT or tournament.is_published or tournament.simulated:
        return
    if not _was_published(tournament) and not _is_known(tournament):
        tournament.unaccepted_since = now


def accept_tournament(tournament: Tournament, *, by: str, now: datetime) -> Tournament:
    """Accept a waiting tournament: it becomes public, and its creator's later ones do not wait.

    `by` names the administrator in the log. Raises `Stale` `not_waiting`.
    """
    with acting_on(tournament, by=None, need="manage", now=now, even_closed=True) as ctx:
        fresh = ctx.tournament
        if fresh.unaccepted_since is None:
            raise Stale("not_waiting")
        fresh.unaccepted_since = None
        fresh.save(update_fields=["unaccepted_since"])
        publish_awaited_pages(fresh)
        bump_page_version(ctx)
    note("tournament_accepted", who=by, tournament=fresh.slug)
    return fresh


def _was_published(tournament: Tournament) -> bool:
    """Return whether a draw was published and withdrawn before; an announcement cannot be withdrawn."""
    return tournament.draws.filter(withdrawn=True).exists()


def _is_known(tournament: Tournament) -> bool:
    """Return whether its creator administers the site, or has published a tournament that is accepted.

    One that is simulated or taken down does not count.
    """
    creator = tournament.created_by
    if creator is None or creator.is_staff:
        return creator is not None
    others = Tournament.objects.filter(created_by=creator, unaccepted_since=None, taken_down_at=None)
    shown = others.exclude(announced_at=None) | others.exclude(state=State.PREPARING)
    return shown.filter(simulated=False).exists()
