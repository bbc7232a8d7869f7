"""The code at the door, and self check-in with it."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import doc, example_body
from api.serialization import JSONObject, parse_body, serialize
from api.strict import EmptyBody, StrictFields, Text
from api.v1.entries.serializers import EntrySerializer
from core.http import rate_limit
from core.http.rate_limit import Purpose
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.door import close_door, is_wrong_code, open_door, self_check_in
from tournaments.models import State, Tournament


class ArrivalSerializer(StrictFields):
    """The code that hangs at the door, as the player typed it."""

    code = Text(max_length=12, **doc("The code that hangs at the door.", "d7k2mx9q4"))


class DoorSerializer(serializers.Serializer[Any]):
    """The code with which players check themselves in; null if only the staff do it."""

    code = serializers.CharField(
        allow_null=True,
        **doc("The code at the door; null if only the staff check people in.", "d7k2mx9q4"),
    )


class DoorApiView(TournamentApiView):
    """Routes to read, create and revoke the code of self check-in."""

    reads = Scope.JUDGE
    rights = {"POST": "judge", "DELETE": "judge"}

    @extend_schema(operation_id="retrieve_door", responses=DoorSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the code of self check-in. For the staff.

        Null if there is none, and once the draw is published.
        """
        return self.show(_current_door_fields, need="judge", is_all_recorded=False)

    @extend_schema(operation_id="open_door", request=EmptyBody, responses=DoorSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Create a code for self check-in; an earlier code is revoked. 409 `draw_published`."""
        parse_body(EmptyBody, request)

        def create_and_show_code(tournament: Tournament, write: WriteRequest) -> JSONObject:
            return _door_fields(open_door(tournament, by=write.actor, now=write.now))

        return self.act_on_tournament(create_and_show_code)

    @extend_schema(operation_id="close_door", request=None, responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Revoke the code of self check-in: from now on only the staff checks people in."""

        def end_self_check_in(tournament: Tournament, write: WriteRequest) -> None:
            close_door(tournament, by=write.actor, now=write.now)

        return self.act_on_tournament(end_self_check_in, status=204)


class SelfCheckInApiView(TournamentApiView):
    """Route by which players check themselves in."""

    limited = {"POST": Purpose.CARD}
    counts_itself = True
    rights = {"POST": "own"}

    @extend_schema(
        operation_id="check_in_self",
        request=ArrivalSerializer,
        responses=EntrySerializer,
        examples=example_body({"code": "d7k2mx9q4"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Check in the caller's own entry, a pair for both, with the code at the door.

        Repeating it changes nothing. 403 `door_closed` for any other code, and for all once the draw is
        published; 422 `you_are_not_entered`, `deck_missing`. 429 after too many wrong codes.
        """
        code = parse_body(ArrivalSerializer, request)["code"]
        rate_limit.check(Purpose.CARD, self.caller)
        if is_wrong_code(self.tournament(), code):
            rate_limit.hit(Purpose.CARD, self.caller)

        def check_in_and_show_entry(tournament: Tournament, write: WriteRequest) -> JSONBody:
            entry = self_check_in(tournament, code=code, by=write.actor, now=write.now)
            return serialize(EntrySerializer, entry_view(entry))

        return self.act_on_tournament(check_in_and_show_entry)


def _current_door_fields(tournament: Tournament) -> JSONObject:
    """Return the code at the door as JSON; its `code` is None without one, and once the draw is published."""
    return _door_fields(tournament.door_code if tournament.state == State.PREPARING else None)


def _door_fields(code: str | None) -> JSONObject:
    """Return this code at the door, or None, as JSON."""
    return dict(DoorSerializer({"code": code}).data)
