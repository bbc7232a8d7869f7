"""Accounts, and the caller's own."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.minors import mark_minor, unmark_minor
from accounts.models import Player
from accounts.services import rename, sign_up
from api.base_view import ApiView, WriteResult
from api.field_docs import doc, example_body
from api.serialization import parse_body
from api.strict import StrictFields, Text
from core.http.rate_limit import Purpose


class SignUpSerializer(StrictFields):
    """A new account; the password is checked by the site's own rules."""

    username = Text(max_length=150, **doc("The name one signs in with.", "ana"))
    password = Text(
        max_length=500,
        trim_whitespace=False,
        write_only=True,
        **doc("The password; the site's rules say what is too weak.", "seis reinos intactos"),
    )
    name = Text(
        max_length=300, **doc("How the person, or the thing, is called in public.", "Ana Mariapaulista")
    )


class RenameSerializer(StrictFields):
    """What changes of the caller: the name, whether they are under 18, or both."""

    name = Text(
        max_length=300,
        required=False,
        **doc("How the person, or the thing, is called in public.", "Ana Mariapaulista"),
    )
    is_minor = serializers.BooleanField(
        required=False, **doc("Whether they are under 18, and so shown by first name and initial.", False)
    )


class MeSerializer(serializers.Serializer[Player]):
    """The calling account: `player` is the public code of the person."""

    username = serializers.CharField(source="user.username", **doc("The name one signs in with.", "ana"))
    name = serializers.CharField(
        **doc("How the person, or the thing, is called in public.", "Ana Mariapaulista")
    )
    player = serializers.CharField(
        source="code", **doc("The public code of the person in the whole house.", "k7m2x9qd")
    )
    club = serializers.CharField(
        source="club.name",
        default="",
        allow_blank=True,
        **doc("The club that the person was last entered for; empty without one.", "Niterói"),
    )
    is_minor = serializers.BooleanField(
        **doc("Whether they are under 18, and so shown by first name and initial.", False)
    )


class AccountsApiView(ApiView):
    """Route to sign up."""

    rights = {"POST": "anybody"}
    permission_classes = [AllowAny]
    limited = {"POST": Purpose.SIGN_UP}

    @extend_schema(
        operation_id="sign_up",
        request=SignUpSerializer,
        responses={201: MeSerializer},
        examples=example_body(
            {"username": "ana", "password": "seis reinos intactos", "name": "Ana Mariapaulista"}
        ),
    )
    def post(self, request: Request) -> Response:
        """Create an account with its player, whose `name` is public; 422 with all that is wrong.

        `username_taken`, `username_looks_alike`, `username_invalid`, and what is wrong with password and
        name.
        """
        given = parse_body(SignUpSerializer, request)
        return self.run_write(lambda write: WriteResult(_account_fields(sign_up(**given).player)), status=201)


class MeApiView(ApiView):
    """Routes to read the calling account and to rename its player."""

    rights = {"PATCH": "own"}
    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="me", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Read the caller's account, and the player behind it."""
        return Response(_account_fields(self.player))

    @extend_schema(
        operation_id="rename_me",
        request=RenameSerializer,
        responses=MeSerializer,
        examples=example_body({"name": "Ana de Niterói"}),
    )
    def patch(self, request: Request) -> Response:
        """Change the caller's public name, in past tournaments too, or the mark of a minor.

        A marked person is shown by first name and initial; the whole name is deleted. 422 with what is wrong
        with the name.
        """
        given = parse_body(RenameSerializer, request)
        return self.run_write(lambda write: WriteResult(_account_fields(_change_person(write.actor, given))))


def _change_person(player: Player, given: Mapping[str, Any]) -> Player:
    """Store the new name and the mark of a minor, those of them that were sent; return the changed player."""
    if "is_minor" in given:
        player = mark_minor(player) if given["is_minor"] else unmark_minor(player)
    return rename(player, name=given["name"]) if "name" in given else player


def _account_fields(player: Player | None) -> dict[str, object]:
    """Return the account of a player as JSON, as `GET me/` shows it."""
    return dict(MeSerializer(player).data)
