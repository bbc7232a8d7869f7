"""Read accounts and players."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import MailAddress, Player, User
from core.errors import Forbidden


def get_or_create_player(user: User | AnonymousUser) -> Player | None:
    """Return the account's player; None for a visitor without an account.

    Store a player for an account that has none, such as a superuser from the command line.
    """
    if not isinstance(user, User):
        return None
    if user._meta.get_field("player").get_cached_value(user, default=None) is None:
        user.player = Player.objects.get_or_create(user=user, defaults={"name": user.username})[0]
    return user.player


def player_of_page(code: str, asking: Player | None) -> Player:
    """Return the player of this code, whose page `asking` may read; None as `asking` is a visitor.

    Raise `Forbidden` `not_found` for an unknown code, and for a hidden page of another player.
    """
    found = Player.objects.filter(code=code).first()
    if found is None or not (found.page or found == asking):
        raise Forbidden("not_found")
    return found


def find_organizer(code: str) -> Player:
    """Return the player of this code who lists the tournaments they organize.

    Raise `Forbidden` `not_found` for any other code.
    """
    found = Player.objects.filter(code=code, lists_events=True).first()
    if found is None:
        raise Forbidden("not_found")
    return found


def confirmed_address(user: User | int) -> MailAddress | None:
    """Return the address to which mail of this account (or its primary key) goes, with its language.

    None if there is none.
    """
    return MailAddress.objects.filter(user=user, confirmed_at__isnull=False).first()
