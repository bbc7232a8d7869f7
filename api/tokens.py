"""Authentication by token: the account and its player, in one query."""

from django.utils import timezone
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import ApiToken, User
from accounts.tokens import note_use, token_by_secret


class PlayersToken(TokenAuthentication):
    """Authenticates `Authorization: Token …` as knox does, but reads the player too, which all routes need.

    Knox itself would iterate over all tokens of the account and delete the expired ones; this writes at most
    the time of use, once an hour.
    """

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Return the account and its token; store when the token was used, at most once an hour.

        Raise `AuthenticationFailed` (401) for an unknown, revoked or expired token.
        """
        now = timezone.now()
        found = token_by_secret(token.decode(errors="replace"), now)
        if found is None:
            raise AuthenticationFailed
        note_use(found, now)
        return found.user, found
