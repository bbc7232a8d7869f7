"""The first season result gives a person without an account a public page (F131)."""

from accounts.models import Player
from tournaments.models import State, Tournament


def publish_first_pages(tournament: Tournament) -> bool:
    """Give a public page to people who wait for one and have a place here, if it counts in a season.

    Return whether a person got one. Pages of other tournaments link to it with their own next version.
    """
    counts = tournament.ranked and tournament.state == State.FINISHED and not tournament.without_points
    if not counts or tournament.simulated or tournament.unaccepted_since is not None:
        return False
    placed = Player.objects.filter(personas__memberships__entry__placing__tournament=tournament)
    waiting = Player.objects.filter(pk__in=placed.values("pk"), awaits_season=True, is_minor=False)
    return waiting.update(has_page=True, awaits_season=False) > 0
