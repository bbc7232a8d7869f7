"""Pins on the timetable, with which coordinators fix a match to a table or a time (ADR 0045)."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import doc, example_body
from api.mirror import Mirror
from api.serialization import JSONObject, parse_body, serialize_all
from api.strict import Moment, StrictFields, Text
from scheduling.models import PinLost
from scheduling.pins import pin_match, unpin_match
from scheduling.timetable_views import PinView, pin_views
from tournaments.finding import find_match, find_table
from tournaments.models import Tournament


class PinInSerializer(StrictFields):
    """Where and when the match is held: a table, a time, or both; what is left out stays open."""

    table = Text(
        max_length=20,
        required=False,
        default="",
        **doc("The label of the table that it is to be at; empty for any.", "1"),
    )
    begins_at = Moment(
        required=False,
        allow_null=True,
        default=None,
        **doc("When it is to begin; null for any time.", "2026-11-22T19:00:00Z"),
    )


class PinShownSerializer(Mirror[PinView]):
    """A pin of a match that was not called yet; `dropped` says why it holds no more."""

    match = serializers.CharField(source="code", **doc("The code of the match.", "m7xk2qpw"))
    table = serializers.CharField(
        allow_blank=True, **doc("The label of the table that it is held to; empty for any.", "1")
    )
    begins_at = serializers.DateTimeField(
        source="begins",
        allow_null=True,
        **doc("When it is to begin; null for any time.", "2026-11-22T19:00:00Z"),
    )
    dropped = serializers.ChoiceField(
        choices=PinLost.choices,
        allow_blank=True,
        **doc("Why the pin was dropped; empty while it is valid.", ""),
    )


class PinsApiView(TournamentApiView):
    """Route to list the pins of matches that were not called yet."""

    @extend_schema(operation_id="list_pins", responses=PinShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List pins, with the reason for each dropped one. For coordinators."""
        return self.show(_pin_rows, need="coordinate", is_all_recorded=False)


class OnePinApiView(TournamentApiView):
    """Routes to pin one match and to unpin it."""

    rights = {"PUT": "coordinate", "DELETE": "coordinate"}

    @extend_schema(
        operation_id="pin_match",
        request=PinInSerializer,
        responses=PinShownSerializer(many=True),
        examples=example_body({"table": "1", "begins_at": "2026-11-22T16:00:00-03:00"}),
    )
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Pin a match to a table, a time, or both; an earlier pin is replaced. Answers with all pins.

        A worker moves the timetable around it. 409 `match_…` (its state) once the match is called; 422
        `pin_empty`, `pin_in_past`, `pin_in_break`, `table_closed`.
        """
        given = parse_body(PinInSerializer, request)

        def pin_and_list_pins(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            match, label = find_match(tournament, code), given["table"]
            facts = {
                "table": find_table(tournament, label) if label else None,
                "begins_at": given["begins_at"],
            }
            pin_match(match, **facts, seen=write.seen, by=write.actor, now=write.now)
            return _pin_rows(tournament)

        return self.act_on_tournament(pin_and_list_pins)

    @extend_schema(operation_id="unpin_match", request=None, responses={200: PinShownSerializer(many=True)})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Unpin a match, or forget that its pin was dropped. Answers with all pins.

        Repeating it changes nothing.
        """

        def unpin_and_list_pins(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            match = find_match(tournament, code)
            unpin_match(match, seen=write.seen, by=write.actor, now=write.now)
            return _pin_rows(tournament)

        return self.act_on_tournament(unpin_and_list_pins)


def _pin_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the pins of matches that were not called yet as JSON."""
    return serialize_all(PinShownSerializer, pin_views(tournament))
