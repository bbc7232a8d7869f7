"""The code at the door, and self check-in with it."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed_body, serialize
from api.field_docs import doc, example_body
from api.strict import EmptyBody, StrictFields, Text
from api.v1.entries.serializers import EntrySerializer
from core.http import rate_limit
from core.http.rate_limit import Purpose
from tournaments.entries.check_in_list import entry_view
from tournaments.entries.door import close_door, is_guess, open_door, self_check_in
from tournaments.models import State, Tournament


class ArrivalSerializer(StrictFields):
    """The code that hangs at the door."""

    code = Text(max_length=12, **doc("The code that hangs at the door.", "d7k2mx9q4"))


class DoorSerializer(serializers.Serializer[Any]):
    """The code with which players check themselves in; null if only the staff do it."""

    code = serializers.CharField(
        allow_null=True,
        **doc("The code at the door; null if only the staff check people in.", "d7k2mx9q4"),
    )


class DoorApiView(TournamentApiView):
    """The code that hangs at the door."""

    reads = Scope.JUDGE
    rights = {"POST": "judge", "DELETE": "judge"}

    @extend_schema(operation_id="retrieve_door", responses=DoorSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the code of self check-in; null once the draw is published. For the staff."""
        return self.show(_door_or_none, need="judge", is_all_recorded=False)

    @extend_schema(operation_id="open_door", request=EmptyBody, responses=DoorSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Make a code for self check-in; one of before ends."""
        parsed_body(EmptyBody, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            return _door_fields(open_door(tournament, by=doing.actor, now=doing.now))

        return self.act(work)

    @extend_schema(operation_id="close_door", request=None, responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """End self check-in. From now on only the staff checks people in."""

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            close_door(tournament, by=doing.actor, now=doing.now)

        return self.act(work, status=204)


class SelfCheckInApiView(TournamentApiView):
    """The caller is here."""

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

        403 `door_closed` for any other code, 422 `you_are_not_entered`; saying it twice is once.
        """
        code = parsed_body(ArrivalSerializer, request)["code"]
        rate_limit.check(Purpose.CARD, self.caller)
        if is_guess(self.tournament(), code):
            rate_limit.hit(Purpose.CARD, self.caller)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            entry = self_check_in(tournament, code=code, by=doing.actor, now=doing.now)
            return serialize(EntrySerializer, entry_view(entry))

        return self.act(work)


def _door_or_none(tournament: Tournament) -> Plain:
    """Return the code at the door; none once the draw is published."""
    return _door_fields(tournament.door_code if tournament.state == State.PREPARING else None)


def _door_fields(code: str | None) -> Plain:
    return dict(DoorSerializer({"code": code}).data)
