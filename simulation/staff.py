"""The staff of a simulated tournament."""

from accounts.models import Player, User

HELPERS = {"sim-organizer": "Olga", "sim-coordinator": "Cora", "sim-judge": "Júlio"}


def invented_staff() -> tuple[Player, ...]:
    """Return organizer, coordinator and judge."""
    return tuple(account(username, name) for username, name in HELPERS.items())


def account(username: str, name: str) -> Player:
    """Return a helper's player with an account without a password, created once."""
    user, _ = User.objects.get_or_create(username=username, defaults={"password": "!"})
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": name})
    return player
