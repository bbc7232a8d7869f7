"""Read accounts and players."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import MailAddress, Player, User
from core.errors import Forbidden


def player_of(user: User | AnonymousUser) -> Player | None:
    """Return the account's player; create one for a superuser from the command line."""
    if not isinstance(user, User):
        return None
    if user._meta.get_field("player").get_cached_value(user, default=None) is None:
        user.player = Player.objects.get_or_create(user=user, defaults={"name": user.username})[0]
    return user.player


def find_page(code: str, asking: Player | None) -> Player:
    """Return the player of this public page. Raise `Forbidden` `not_found` if it is hidden from `asking`.

    A hidden page is visible to its player only.
    """
    found = Player.objects.filter(code=code).first()
    if found is None or not (found.page or found == asking):
        raise Forbidden("not_found")
    return found


def find_organizer(code: str) -> Player:
    """Return the player of this code, if their events are listed; else raise `Forbidden` `not_found`."""
    found = Player.objects.filter(code=code, lists_events=True).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def confirmed_address(user: User) -> MailAddress | None:
    """Return the address to which this account's mail goes, with its language; None if there is none."""
    return MailAddress.objects.filter(user=user, confirmed_at__isnull=False).first()
