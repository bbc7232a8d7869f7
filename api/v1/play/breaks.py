"""Breaks, the first call, and tables that start together."""

from collections.abc import Mapping

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed_body, serialize_all
from api.field_docs import MOMENT, doc, example_body
from api.mirror import Mirror, MirrorField
from api.strict import EmptyBody, Moment, StrictFields, Text
from core.errors import Forbidden
from tournaments.models import Break, Tournament
from tournaments.pauses import Pause
from tournaments.play.breaks import end_break, move_break, plan_break
from tournaments.play.calling import open_calls, start_called


class PauseShownSerializer(Mirror[Pause]):
    """From `begins` until just before `ends`."""

    begins = MirrorField("When the break begins.", "2026-11-22T15:00:00Z")
    ends = MirrorField(
        "When the break ends: from then on tables are called and clocks run.", "2026-11-22T16:00:00Z"
    )


class BreakShownSerializer(serializers.Serializer[Break]):
    """A break of the whole tournament, known by its number."""

    number = serializers.IntegerField(**doc("What names the break in addresses, from 1.", 1))
    begins = serializers.DateTimeField(
        source="begins_at", **doc("When the break begins.", "2026-11-22T15:00:00Z")
    )
    ends = serializers.DateTimeField(
        source="ends_at",
        **doc("When the break ends: from then on tables are called and clocks run.", "2026-11-22T16:00:00Z"),
    )


class BreakInSerializer(StrictFields):
    """When a break is: `begins` null or left out for now, or for the beginning that it has."""

    begins = Moment(
        required=False,
        allow_null=True,
        **doc("When it begins; null for now, or for the beginning that it has.", "2026-11-22T15:00:00Z"),
    )
    ends = Moment(
        **doc("When the break ends: from then on tables are called and clocks run.", "2026-11-22T16:00:00Z")
    )


class CallsShownSerializer(serializers.Serializer[Tournament]):
    """Since when matches are called; null while the planned start is still to come."""

    opened_at = serializers.DateTimeField(
        allow_null=True,
        **doc("Since when matches are called; null while the planned start is still to come.", MOMENT),
    )


class StartInSerializer(StrictFields):
    """Codes of matches that are called."""

    matches = serializers.ListField(
        child=Text(max_length=12),
        max_length=2_000,
        allow_empty=False,
        **doc("Codes of called matches that begin together.", ["m7xk2qpw", "m2pd8wqz"]),
    )


class StartedShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """How many began just now."""

    started = serializers.IntegerField(**doc("How many began just now.", 2))


class BreaksApiView(TournamentApiView):
    """The breaks of a tournament."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_breaks", responses=BreakShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List breaks in their order, past ones too."""
        return self.show(_all)

    @extend_schema(
        operation_id="plan_break",
        request=BreakInSerializer,
        responses={201: BreakShownSerializer(many=True)},
        examples=example_body({"begins": "2026-11-22T12:00:00-03:00", "ends": "2026-11-22T13:00:00-03:00"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Plan a break: in it no table is called, no clock runs and nothing becomes late."""
        given = parsed_body(BreakInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            plan_break(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _all(tournament)

        return self.act(work, status=201)


class OneBreakApiView(TournamentApiView):
    """One break."""

    rights = {"PUT": "coordinate"}

    @extend_schema(
        operation_id="move_break",
        request=BreakInSerializer,
        responses=BreakShownSerializer(many=True),
        examples=example_body({"ends": "2026-11-22T13:15:00-03:00"}),
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Move a break to other times; one that goes on keeps its beginning."""
        given = parsed_body(BreakInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            found = _break(tournament, number)
            move_break(found, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _all(tournament)

        return self.act(work)


class BreakEndedApiView(TournamentApiView):
    """A break that is over."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="end_break", request=EmptyBody, responses=BreakShownSerializer(many=True))
    def post(self, request: Request, slug: str, number: int) -> Response:
        """End the break that goes on, or call off one that is to come."""
        parsed_body(EmptyBody, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            end_break(_break(tournament, number), seen=doing.seen, by=doing.actor, now=doing.now)
            return _all(tournament)

        return self.act(work)


class CallsApiView(TournamentApiView):
    """The first call."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="open_calls", request=EmptyBody, responses=CallsShownSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Call the first round now, before the planned start; repeating it changes nothing."""
        parsed_body(EmptyBody, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            done = open_calls(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return dict(CallsShownSerializer(done).data)

        return self.act(work)


class StartCalledApiView(TournamentApiView):
    """Tables that start together."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="start_called",
        request=StartInSerializer,
        responses=StartedShownSerializer,
        examples=example_body({"matches": ["m7xk2qpw", "m2pd8wqz"]}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Start several called matches, in one act with one clock. Those that have opponents start."""
        codes = parsed_body(StartInSerializer, request)["matches"]

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return {"started": start_called(tournament, matches=codes, by=doing.actor, now=doing.now)}

        return self.act(work)


def _all(tournament: Tournament) -> list[Plain]:
    """Return all breaks in order."""
    return serialize_all(BreakShownSerializer, tournament.breaks.all())


def _break(tournament: Tournament, number: int) -> Break:
    """Return the break with this number. Raise `Forbidden` `not_found`."""
    found = tournament.breaks.filter(number=number).first()
    if found is None:
        raise Forbidden("not_found")
    return found
