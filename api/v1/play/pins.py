"""Pins on the timetable, with which coordinators fix a match to a table or a time (ADR 0045)."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, TournamentApiView, WriteRequest, parsed_body, serialize_all
from api.field_docs import doc, example_body
from api.mirror import Mirror
from api.strict import Moment, StrictFields, Text
from scheduling.models import PinLost
from scheduling.pins import pin_match, unpin_match
from scheduling.timetable_views import ShownPin, pin_views
from tournaments.finding import find_match, find_table
from tournaments.models import Tournament


class PinInSerializer(StrictFields):
    """What holds the match from now on: a table, a time, or both; what is left out stays open."""

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


class PinShownSerializer(Mirror[ShownPin]):
    """A pin of a match that was not called yet, or what became of it."""

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
    """The pins of the matches that were not called yet."""

    @extend_schema(operation_id="list_pins", responses=PinShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List pins, with the reason for each dropped one. For coordinators."""
        return self.show(_pins, need="coordinate", is_all_recorded=False)


class OnePinApiView(TournamentApiView):
    """The pin of one match."""

    rights = {"PUT": "coordinate", "DELETE": "coordinate"}

    @extend_schema(
        operation_id="pin_match",
        request=PinInSerializer,
        responses=PinShownSerializer(many=True),
        examples=example_body({"table": "1", "begins_at": "2026-11-22T16:00:00-03:00"}),
    )
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Pin a match to a table, a time, or both; a pin of before is replaced.

        409 once the match is called.
        """
        given = parsed_body(PinInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            match, label = find_match(tournament, code), given["table"]
            facts = {
                "table": find_table(tournament, label) if label else None,
                "begins_at": given["begins_at"],
            }
            pin_match(match, **facts, seen=doing.seen, by=doing.actor, now=doing.now)
            return _pins(tournament)

        return self.act(work)

    @extend_schema(operation_id="unpin_match", request=None, responses={200: PinShownSerializer(many=True)})
    def delete(self, request: Request, slug: str, code: str) -> Response:
        """Unpin a match, or forget that its pin was dropped; again changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            match = find_match(tournament, code)
            unpin_match(match, seen=doing.seen, by=doing.actor, now=doing.now)
            return _pins(tournament)

        return self.act(work)


def _pins(tournament: Tournament) -> list[Plain]:
    return serialize_all(PinShownSerializer, pin_views(tournament))
