"""Authentication by key: the account and its player, in one query."""

from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import ApiToken, User
from accounts.tokens import note_use, token_by_secret


class PlayersToken(TokenAuthentication):
    """`Authorization: Token …`, as in knox; every route needs the player too.

    Knox itself would iterate over all keys of the account and delete the expired ones: here a read writes
    nothing.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Return the account and its key; raise `AuthenticationFailed` for an invalid one."""
        now = timezone.now()
        found = token_by_secret(token.decode(errors="replace"), now)
        if found is None:
            raise AuthenticationFailed
        note_use(found, now)
        return found.user, found
