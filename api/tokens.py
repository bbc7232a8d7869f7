"""Who calls: the account of a key, with its player, in one query."""

from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import ApiToken, User
from accounts.tokens import note_use, token_shown


class PlayersToken(TokenAuthentication):
    """`Authorization: Token …`, as knox reads it; every route needs the player right after.

    Knox itself would look through all keys of the account and delete the expired ones: here a read stays one.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The account and its key; `AuthenticationFailed` for one that opens nothing."""
        now = timezone.now()
        found = token_shown(token.decode(errors="replace"), now)
        if found is None:
            raise AuthenticationFailed
        note_use(found, now)
        return found.user, found
