"""API tokens: issue one with the password, list, revoke."""

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth import authenticate
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import ApiToken, Scope, User
from accounts.signing_in import attempts
from accounts.tokens import DAYS, LONGEST_NAME, MAX_DAYS, create_token, live_tokens, revoke, revoke_all
from accounts.two_steps import second_factor
from api.base_view import ApiView
from api.field_docs import MOMENT, doc, example_body
from api.messages import detail_for
from api.serialization import parse_body, serialize_all
from api.strict import StrictFields, Text
from core.errors import Forbidden
from core.http import rate_limit
from core.http.callers import Caller
from core.http.rate_limit import Purpose


class TokenWantedSerializer(StrictFields):
    """User name and password of the account, and what the token is for."""

    username = Text(max_length=150, **doc("The name one signs in with.", "ana"))
    password = Text(
        max_length=500,
        trim_whitespace=False,
        write_only=True,
        **doc("The password; the site's rules say what is too weak.", "seis reinos intactos"),
    )
    code = Text(
        max_length=40,
        required=False,
        write_only=True,
        **doc("Of two-step verification: the app's six digits, or a code from paper.", "492039"),
    )
    name = Text(
        max_length=LONGEST_NAME,
        required=False,
        allow_blank=True,
        **doc("To tell the token from others; empty without one.", "Score screen"),
    )
    scope = serializers.ChoiceField(
        Scope.values,
        required=False,
        **doc("What the token may do at most; `organize` by default.", "judge"),
    )
    expires_in_days = serializers.IntegerField(
        min_value=1,
        max_value=MAX_DAYS,
        required=False,
        **doc("After how many days it expires; 30 by default.", 30),
    )


class TokenShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A token of the account; its text is not shown."""

    id = serializers.CharField(**doc("What names it in addresses.", "t4k9"))
    name = serializers.CharField(
        allow_blank=True, **doc("To tell the token from others; empty without one.", "Score screen")
    )
    scope = serializers.ChoiceField(
        Scope.values, **doc("What the token may do at most; `organize` by default.", "judge")
    )
    created_at = serializers.DateTimeField(**doc("When it was made.", MOMENT))
    expires_at = serializers.DateTimeField(**doc("When it ends.", MOMENT))
    last_used_at = serializers.DateTimeField(
        allow_null=True, **doc("When it was last used, to the hour; null before that.", MOMENT)
    )


class TokenMadeSerializer(TokenShownSerializer):
    """A new token: `token` goes into `Authorization: Token …`, and is not shown again."""

    token = serializers.CharField(
        **doc("Goes into `Authorization: Token …`; it is not shown again.", "chama_8f3b2c…")
    )


class TokenApiView(ApiView):
    """Routes to issue a token, and to revoke the one of the call."""

    is_repeatable = False
    permission_classes = [AllowAny]
    rights = {"POST": "anybody", "DELETE": "anybody"}

    @extend_schema(
        operation_id="obtain_token",
        request=TokenWantedSerializer,
        responses=TokenMadeSerializer,
        examples=example_body(
            {"username": "ana", "password": "seis reinos intactos", "scope": "judge", "expires_in_days": 2}
        ),
    )
    def post(self, request: Request) -> Response:
        """Create a token with user name and password; its text is shown only now.

        It ends at its time, and with a new password; at the limit of tokens the longest unused one of this
        name is revoked. 401 `credentials_refused`, `code_needed` for an account with two-step verification;
        422 `code_wrong`, `token_name_invalid`, `too_many_tokens` if none has this name; 429 after too many
        wrong passwords or codes, or new tokens.
        """
        given, now = parse_body(TokenWantedSerializer, request), timezone.now()
        tried = given["username"], self.caller.address
        attempts.count_attempt(*tried)
        user = authenticate(request, username=given["username"], password=given["password"])
        if not isinstance(user, User):
            raise AuthenticationFailed(detail_for("credentials_refused", {}), "credentials_refused")
        attempts.refund_attempt(*tried)
        self._require_code(user, given.get("code", ""), now)
        rate_limit.hit(Purpose.CREATE, Caller(self.caller.address, str(user.pk)))
        scope, days = Scope(given.get("scope", Scope.ORGANIZE)), given.get("expires_in_days", DAYS)
        kept, secret = create_token(user, name=given.get("name", ""), scope=scope, days=days, now=now)
        return Response(TokenMadeSerializer({**_token_fields(kept), "token": secret}).data)

    def _require_code(self, user: User, code: str, now: datetime) -> None:
        """Check, and use up, the code of an account with two-step verification; others need none.

        Raise `AuthenticationFailed` `code_needed` without a code, `Refused` `code_wrong`, and
        `TooMany`.
        """
        if not second_factor.is_on(user):
            return
        if not code:
            raise AuthenticationFailed(detail_for("code_needed", {}), "code_needed")
        second_factor.use_code(user, code, self.caller.address, now)

    @extend_schema(operation_id="revoke_token", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke the token of this call: it stops working immediately. 401 without one."""
        if not isinstance(request.auth, ApiToken):
            raise NotAuthenticated
        revoke(request.auth.user, request.auth.code)
        return Response(status=204)


class TokensBaseApiView(ApiView):
    """Base of the routes about the tokens and calendars of the calling account."""

    is_repeatable = False
    permission_classes = [IsAuthenticated]
    rights = {"DELETE": "own"}

    @property
    def user(self) -> User:
        """Return the account of the call. Raise `NotAuthenticated` (401) if it is anonymous."""
        user = self.request.user
        if not isinstance(user, User):
            raise NotAuthenticated
        return user


class TokensApiView(TokensBaseApiView):
    """Routes to list the account's tokens and to revoke all of them."""

    @extend_schema(operation_id="list_tokens", responses=TokenShownSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the caller's valid tokens, the newest first, without their texts."""
        tokens = live_tokens(self.user, timezone.now())
        return Response(serialize_all(TokenShownSerializer, [_token_fields(token) for token in tokens]))

    @extend_schema(operation_id="revoke_tokens", request=None, responses={204: None})
    def delete(self, request: Request) -> Response:
        """Revoke all tokens of the caller, the one of this call among them."""
        revoke_all(self.user)
        return Response(status=204)


class OneTokenApiView(TokensBaseApiView):
    """Route to revoke one token."""

    @extend_schema(operation_id="revoke_one_token", request=None, responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Revoke the caller's token of this id; 404 if there is none."""
        if not revoke(self.user, code):
            raise Forbidden("not_found")
        return Response(status=204)


def _token_fields(token: ApiToken) -> dict[str, str | datetime | None]:
    """Return the values of a token, without its text, as `TokenShownSerializer` takes them."""
    return {
        "id": token.code,
        "name": token.name,
        "scope": token.scope,
        "created_at": token.created,
        "expires_at": token.expiry,
        "last_used_at": token.last_used,
    }
