"""Accounts, the token, and who is calling."""

from django.contrib.auth import authenticate
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player, User
from accounts.services import rename, revoke_token, sign_up, token_of
from api.doors import Door, parsed
from api.limiting import SignInDoor
from api.messages import sentence
from api.v1.serializers import accounts as shapes
from core.limits import Purpose


class Accounts(Door):
    """Signing up."""

    permission_classes = [AllowAny]
    limited = {"POST": Purpose.SIGN_UP}

    @extend_schema(operation_id="sign_up", request=shapes.SignUp, responses={201: shapes.Me})
    def post(self, request: Request) -> Response:
        """Create an account and the player who goes with it."""
        given = parsed(shapes.SignUp, request)
        return self.do(lambda doing: (_me(sign_up(**given).player), {}), status=201)


class Token(SignInDoor):
    """The key of an account for programs."""

    is_repeatable = False
    permission_classes = [AllowAny]

    @extend_schema(operation_id="obtain_token", request=shapes.Login, responses=shapes.Token)
    def post(self, request: Request) -> Response:
        """The token of the account, the same each time until it is revoked."""
        user = authenticate(request, **parsed(shapes.Login, request))
        if not isinstance(user, User):
            raise AuthenticationFailed(sentence("credentials_refused", {}), "credentials_refused")
        return Response(shapes.Token({"token": token_of(user)}).data)

    @extend_schema(operation_id="revoke_token", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Take the calling account's token away; it stops working at once."""
        if isinstance(request.user, User):
            revoke_token(request.user)
        return Response(status=204)


class Me(Door):
    """The calling account."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="me", responses=shapes.Me)
    def get(self, request: Request) -> Response:
        """Who is calling."""
        return Response(_me(self.player))

    @extend_schema(operation_id="rename_me", request=shapes.Rename, responses=shapes.Me)
    def patch(self, request: Request) -> Response:
        """Show the caller under another name, in past tournaments too."""
        name = parsed(shapes.Rename, request)["name"]
        return self.do(lambda doing: (_me(rename(doing.actor, name=name)), {}))


def _me(player: Player | None) -> dict[str, object]:
    return dict(shapes.Me(player).data)
