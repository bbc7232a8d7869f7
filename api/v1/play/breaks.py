"""Breaks of the whole tournament, the first call, and matches that start together."""

from collections.abc import Mapping

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc, example_body
from api.mirror import Mirror, MirrorField
from api.serialization import JSONObject, parse_body, serialize_all
from api.strict import EmptyBody, Moment, StrictFields, Text
from core.errors import Forbidden
from tournaments.models import Break, Tournament
from tournaments.pauses import Pause
from tournaments.play.breaks import end_break, move_break, plan_break
from tournaments.play.calling import open_calls, start_called


class PauseShownSerializer(Mirror[Pause]):
    """A time in which nothing is late: from `begins` until just before `ends`."""

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
    """When a break is. `begins` null or left out: from now, or with the beginning that it has."""

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
    """Codes of called matches that are to start together."""

    matches = serializers.ListField(
        child=Text(max_length=12),
        max_length=2_000,
        allow_empty=False,
        **doc("Codes of called matches that begin together.", ["m7xk2qpw", "m2pd8wqz"]),
    )


class StartedShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """How many matches this call started."""

    started = serializers.IntegerField(**doc("How many began just now.", 2))


class BreaksApiView(TournamentApiView):
    """Routes to list the breaks of a tournament and to plan one."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="list_breaks", responses=BreakShownSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List breaks in the order of their beginning, past ones too."""
        return self.show(_break_rows)

    @extend_schema(
        operation_id="plan_break",
        request=BreakInSerializer,
        responses={201: BreakShownSerializer(many=True)},
        examples=example_body({"begins": "2026-11-22T12:00:00-03:00", "ends": "2026-11-22T13:00:00-03:00"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Plan a break: in it no table is called, no clock runs and nothing becomes late.

        422 `break_in_past`, `break_out_of_order`, `break_too_long`, `break_overlaps`,
        `breaks_too_many`; 409 `finished`.
        """
        given = parse_body(BreakInSerializer, request)

        def plan_and_list_breaks(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            plan_break(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            return _break_rows(tournament)

        return self.act_on_tournament(plan_and_list_breaks, status=201)


class OneBreakApiView(TournamentApiView):
    """Route to move a break."""

    rights = {"PUT": "coordinate"}

    @extend_schema(
        operation_id="move_break",
        request=BreakInSerializer,
        responses=BreakShownSerializer(many=True),
        examples=example_body({"ends": "2026-11-22T13:15:00-03:00"}),
    )
    def put(self, request: Request, slug: str, number: int) -> Response:
        """Move a break to other times; one that has begun keeps its beginning.

        409 `break_over`, `finished`; 422 as for a new one.
        """
        given = parse_body(BreakInSerializer, request)

        def move_and_list_breaks(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            found = _find_break(tournament, number)
            move_break(found, **given, seen=write.seen, by=write.actor, now=write.now)
            return _break_rows(tournament)

        return self.act_on_tournament(move_and_list_breaks)


class BreakEndedApiView(TournamentApiView):
    """Route to end a break, or to cancel one."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="end_break", request=EmptyBody, responses=BreakShownSerializer(many=True))
    def post(self, request: Request, slug: str, number: int) -> Response:
        """End the break that goes on, or cancel one that is to come. 409 `break_over`, `finished`."""
        parse_body(EmptyBody, request)

        def end_and_list_breaks(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            end_break(_find_break(tournament, number), seen=write.seen, by=write.actor, now=write.now)
            return _break_rows(tournament)

        return self.act_on_tournament(end_and_list_breaks)


class CallsApiView(TournamentApiView):
    """Route to call the first round now."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="open_calls", request=EmptyBody, responses=CallsShownSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Call the first round now, before the planned start; repeating it changes nothing.

        409 `not_drawn`, `finished`.
        """
        parse_body(EmptyBody, request)

        def open_and_show_calls(tournament: Tournament, write: WriteRequest) -> JSONBody:
            done = open_calls(tournament, seen=write.seen, by=write.actor, now=write.now)
            return dict(CallsShownSerializer(done).data)

        return self.act_on_tournament(open_and_show_calls)


class StartCalledApiView(TournamentApiView):
    """Route to start several called matches together."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="start_called",
        request=StartInSerializer,
        responses=StartedShownSerializer,
        examples=example_body({"matches": ["m7xk2qpw", "m2pd8wqz"]}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Start several called matches, in one act with one clock; answers with how many started.

        Left out are those that are not called, have no opponents, were started already, or do not exist. 409
        `finished`.
        """
        codes = parse_body(StartInSerializer, request)["matches"]

        def start_matches_and_count(tournament: Tournament, write: WriteRequest) -> JSONBody:
            return {"started": start_called(tournament, matches=codes, by=write.actor, now=write.now)}

        return self.act_on_tournament(start_matches_and_count)


def _break_rows(tournament: Tournament) -> list[JSONObject]:
    """Return all breaks as JSON, in the order of their beginning."""
    return serialize_all(BreakShownSerializer, tournament.breaks.all())


def _find_break(tournament: Tournament, number: int) -> Break:
    """Return the break with this number. Raise `Forbidden` `not_found` if there is none."""
    found = tournament.breaks.filter(number=number).first()
    if found is None:
        raise Forbidden("not_found")
    return found
