"""Who somebody is."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player, User
from core.db.compiled_query import Prepared

_PLAYER = Prepared(lambda user: Player.objects.filter(user=user).order_by())


def player_of(user: User | AnonymousUser) -> Player | None:
    """The player who goes with an account; a superuser made on the command line gets one now."""
    if not isinstance(user, User):
        return None
    if user._meta.get_field("player").get_cached_value(user, default=None) is None:
        found = _PLAYER.first(user.pk)
        user.player = found or Player.objects.get_or_create(user=user, defaults={"name": user.username})[0]
    return user.player
