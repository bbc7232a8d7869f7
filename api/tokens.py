"""Who calls: the account of a token, with its player, in one query."""

from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import User
from core.prepared import Prepared

_TOKEN: Prepared[Token] = Prepared(lambda key: Token.objects.filter(key=key).select_related("user__player"))


class PlayersToken(TokenAuthentication):
    """`Authorization: Token …`, as REST framework has it; every route needs the player right after."""

    def authenticate_credentials(self, key: str) -> tuple[User, Token]:
        """The account and its token; `AuthenticationFailed` for an unknown one or a closed account."""
        token = _TOKEN.first(key)
        if token is None or not token.user.is_active:
            raise AuthenticationFailed
        return token.user, token
