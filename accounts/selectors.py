"""Who somebody is."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import Player, User


def player_of(user: User | AnonymousUser) -> Player | None:
    """The player who goes with an account; a superuser made on the command line gets one now."""
    if not isinstance(user, User):
        return None
    if not hasattr(user, "player"):
        user.player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.username})
    return user.player
