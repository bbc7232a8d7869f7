"""Read accounts and players."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player, User
from core.errors import Forbidden


def player_of(user: User | AnonymousUser) -> Player | None:
    """The player who goes with an account; a superuser made on the command line gets one now."""
    if not isinstance(user, User):
        return None
    if user._meta.get_field("player").get_cached_value(user, default=None) is None:
        user.player = Player.objects.get_or_create(user=user, defaults={"name": user.username})[0]
    return user.player


def find_page(code: str, asking: Player | None) -> Player:
    """The player whose page is at that code; `Forbidden` `not_found` where there is none for who asks.

    A hidden page is there for the player alone.
    """
    found = Player.objects.filter(code=code).first()
    if found is None or not (found.page or found == asking):
        raise Forbidden("not_found")
    return found


def find_organizer(code: str) -> Player:
    """The player at that code who wants their events to be listed; `Forbidden` `not_found` for all others."""
    found = Player.objects.filter(code=code, lists_events=True).first()
    if found is None:
        raise Forbidden("not_found")
    return found
