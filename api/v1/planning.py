"""The plan of the day: the timetable, and what-if before the draw."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc
from api.mirror import Mirror, MirrorField
from api.problems import ProblemShownSerializer
from api.serialization import JSONObject, parse_query, serialize, serialize_all
from api.strict import StrictFields
from api.v1.draw import RoundSizesField
from api.v1.setup.stage_plans import StagePlanSerializer
from matches.models import MatchState
from scheduling.formats import FormatAnswer, TimedDay
from scheduling.models import TimetableState
from scheduling.timetable_views import Bar, TimetableView, timetable_view
from scheduling.timetables import cancel_making, drop_timetable, request_plan
from scheduling.what_if import MAX_ENTRIES, MAX_TABLES, DayAnswer, present_size, strengths, what_if
from tournaments.models import Tournament

NO_TIMETABLE = "none"
STATES = (NO_TIMETABLE, *TimetableState.values)
STRENGTHS = ("earliest", "least_waiting", "fullest_final", "no_short_tables")


class TimetableMatchSerializer(Mirror[Bar]):
    """A match in the timetable, with the times it had or is expected to have."""

    match = serializers.CharField(source="code", **doc("The code of the match.", "m7xk2qpw"))
    state = serializers.ChoiceField(MatchState.values, **doc("How far the match got.", "ready"))
    table = MirrorField("The label of the table where it is, was, or is to be.", "1")
    begins_at = serializers.DateTimeField(
        source="begins", **doc("When it began, or is expected to begin.", MOMENT)
    )
    ends_at = serializers.DateTimeField(source="ends", **doc("When it ended, or is expected to end.", MOMENT))
    published_at = serializers.DateTimeField(
        source="published", **doc("The beginning that was published first.", MOMENT)
    )
    is_late = MirrorField(
        "Whether it begins over five minutes after its published time, or lasts longer than expected.", False
    )
    is_pinned = MirrorField("Whether it is pinned to its table, its time, or both.", False)


class TimetableSerializer(serializers.Serializer[Mapping[str, object]]):
    """The timetable; `none` without one, `making` while a worker computes one."""

    state = serializers.ChoiceField(
        STATES, **doc("Whether there is one: `none`, `making` (a worker computes one) or `ready`.", "ready")
    )
    percent = serializers.IntegerField(**doc("How far the computation is, in percent.", 100))
    made_at = serializers.DateTimeField(
        allow_null=True, **doc("When it was computed; null before the first one is.", MOMENT)
    )
    follows_pins = serializers.BooleanField(
        **doc("Whether it follows all pins; false until a worker has moved it.", True)
    )
    begins_at = serializers.DateTimeField(
        allow_null=True, **doc("When the first match began or is to begin; null if none is planned.", MOMENT)
    )
    ends_at = serializers.DateTimeField(
        allow_null=True,
        **doc("When the last match ended or is expected to end; null if none is planned.", MOMENT),
    )
    earliest_end = serializers.DateTimeField(
        allow_null=True,
        **doc(
            "The end of the shortest plan that could exist; null before the first one is computed.", MOMENT
        ),
    )
    matches = TimetableMatchSerializer(many=True, **doc("The matches, in the order of their beginning."))


class WhatIfQuerySerializer(StrictFields):
    """How many entries on how many tables; by default as many as there are now."""

    entries = serializers.IntegerField(
        required=False,
        min_value=2,
        max_value=MAX_ENTRIES,
        **doc("How many entries, 2 to 4,096; by default the present number.", 12),
    )
    tables = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_TABLES,
        **doc("How many physical tables, 1 to 500; by default the open ones.", 4),
    )


class DayTimesSerializer(serializers.Serializer[TimedDay]):
    """When a planned day begins and ends, and how long matches wait."""

    begins_at = serializers.DateTimeField(
        source="begins", **doc("The planned start, or now if that has passed.", MOMENT)
    )
    ends_low = serializers.DateTimeField(
        source="ends.low", **doc("One such day in ten ends before it.", MOMENT)
    )
    ends_about = serializers.DateTimeField(
        source="ends.middle", **doc("When the day ends; half of such days end earlier.", MOMENT)
    )
    ends_high = serializers.DateTimeField(
        source="ends.high", **doc("One such day in ten ends after it.", MOMENT)
    )
    waiting_minutes = serializers.IntegerField(
        source="waiting", **doc("Minutes that a match waits for a table, on average.", 12)
    )


class DayAnswerSerializer(DayTimesSerializer, Mirror[DayAnswer]):
    """A shape on a number of tables, and how such a day goes."""

    shape = RoundSizesField(
        allow_null=True,
        **doc(
            "Table sizes of every round; a table of 1 is a bye. Null with a stage before the bracket.",
            [[3, 3, 3], [3]],
        ),
    )
    tables = MirrorField("How many physical tables are open.", 4)
    table_high = serializers.IntegerField(source="size", **doc("Most entries at a table.", 4))
    time_limit = serializers.IntegerField(
        source="limit", allow_null=True, **doc("Minutes that a match may take; null for no limit.", 50)
    )
    waves = MirrorField("How many times the open tables are filled in the widest round.", 2)
    is_asked = MirrorField("Whether it is the tournament as it is set, on the tables asked for.", True)


class ShapeAnswerSerializer(DayAnswerSerializer):
    """The same for a shape among others, with what it is best at."""

    strengths = serializers.ListField(
        child=serializers.ChoiceField(STRENGTHS),
        **doc("What it is better at than the other shapes.", ["earliest"]),
    )


class FormatAnswerSerializer(DayTimesSerializer, Mirror[FormatAnswer]):
    """A format on a number of tables, and how such a day goes."""

    stage = StagePlanSerializer(
        allow_null=True, **doc("What is played before the bracket; null for the bracket alone.")
    )
    rounds_for_all = MirrorField("How many rounds everyone plays, win or lose.", 3)
    matches = MirrorField("How many matches are played, without byes.", 19)
    tables = MirrorField("How many physical tables are open.", 4)
    waves = MirrorField("How many times the open tables are filled in the widest round.", 2)
    is_asked = MirrorField("Whether the tournament has this format.", True)


class WhatIfSerializer(serializers.Serializer[Mapping[str, object]]):
    """Days side by side; in each list one thing differs from what was asked.

    With a stage before the bracket, no `shapes` are compared.
    """

    entries = serializers.IntegerField(**doc("How many entries it is about.", 12))
    tables = serializers.IntegerField(**doc("How many physical tables it is about.", 4))
    formats = FormatAnswerSerializer(
        many=True,
        **doc("The bracket alone, and stages before it; in a ranked tournament those that its type names."),
    )
    shapes = ShapeAnswerSerializer(many=True, **doc("Shapes of the bracket; the proposed one first."))
    by_tables = DayAnswerSerializer(many=True, **doc("The proposed shape on fewer and more tables."))
    by_table_size = DayAnswerSerializer(many=True, **doc("With other largest tables."))
    by_time_limit = DayAnswerSerializer(many=True, **doc("With other time limits."))


class TimetableApiView(TournamentApiView):
    """Routes to read the timetable of the day, to request one, and to drop it."""

    rights = {"POST": "coordinate", "DELETE": "coordinate"}

    @extend_schema(operation_id="retrieve_timetable", responses=TimetableSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the timetable that was requested last: its matches by their beginning, with table and times.

        `state` is `none`, without matches, until one is requested.
        """
        return self.show(_timetable_fields, is_all_recorded=False)

    @extend_schema(operation_id="make_timetable", request=None, responses={202: TimetableSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Request a timetable from a worker; it supersedes a request in progress.

        Poll until `state` is `ready`. 409 `not_drawn`, `finished`; 422 `start_time_unknown` until
        calls are open.
        """

        def request_and_show_timetable(tournament: Tournament, write: WriteRequest) -> JSONObject:
            request_plan(tournament, seen=write.seen, by=write.actor, now=write.now)
            return _timetable_fields(tournament)

        return self.act_on_tournament(request_and_show_timetable, status=202)

    @extend_schema(operation_id="drop_timetable", request=None, responses={200: TimetableSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Drop the timetable: matches are called in bracket order. Repeating it changes nothing."""

        def drop_and_show_timetable(tournament: Tournament, write: WriteRequest) -> JSONObject:
            drop_timetable(tournament, seen=write.seen, by=write.actor, now=write.now)
            return _timetable_fields(tournament)

        return self.act_on_tournament(drop_and_show_timetable)


class TimetableCancelledApiView(TournamentApiView):
    """Route to stop the computation of a timetable."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="cancel_timetable", request=None, responses={200: TimetableSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Stop computing a timetable; the one before it holds, if there was one.

        Repeating it changes nothing.
        """

        def cancel_and_show_timetable(tournament: Tournament, write: WriteRequest) -> JSONObject:
            cancel_making(tournament, seen=write.seen, by=write.actor, now=write.now)
            return _timetable_fields(tournament)

        return self.act_on_tournament(cancel_and_show_timetable)


class WhatIfApiView(TournamentApiView):
    """Route to forecast days with other numbers."""

    @extend_schema(
        operation_id="what_if",
        parameters=[WhatIfQuerySerializer],
        responses={200: WhatIfSerializer, 422: ProblemShownSerializer},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Forecast other days: when they end with other formats, shapes, tables, table sizes and time limits.

        For coordinators. Nothing is stored. 422 `no_shape`, `too_few_entries`, or `no_forecast` with a stage
        that cannot be foreseen.
        """

        def forecast_days(tournament: Tournament) -> JSONObject:
            return _forecast_fields(tournament, **parse_query(WhatIfQuerySerializer, request))

        return self.show(forecast_days, need="coordinate", is_all_recorded=False)


def _timetable_fields(tournament: Tournament) -> JSONObject:
    """Return the timetable as JSON, as it is expected now; its state is `none` if there is none."""
    day = timetable_view(tournament, timezone.now())
    return serialize(TimetableSerializer, _fields_of_plan(day) if day else _fields_without_timetable())


def _fields_of_plan(day: TimetableView) -> JSONObject:
    """Return the values of `TimetableSerializer` for a timetable that exists, or is being made.

    Its matches are in the order of their beginning.
    """
    row = day.timetable
    bars = [bar for _label, line in day.lines for bar in line]
    return {
        "state": row.state,
        "percent": row.done,
        "made_at": row.made_at,
        "follows_pins": row.pinned_at is None,
        "begins_at": day.begins,
        "ends_at": day.ends,
        "earliest_end": row.least_at,
        "matches": sorted(bars, key=lambda bar: (bar.begins, bar.round, bar.number)),
    }


def _fields_without_timetable() -> JSONObject:
    """Return the values of `TimetableSerializer` for a tournament without a timetable."""
    nothing = dict.fromkeys(("made_at", "begins_at", "ends_at", "earliest_end"))
    return {"state": NO_TIMETABLE, "percent": 0, "follows_pins": True, "matches": [], **nothing}


def _forecast_fields(
    tournament: Tournament, entries: int | None = None, tables: int | None = None
) -> JSONObject:
    """Return the forecasts as JSON, for these numbers of entries and tables, or those there are now.

    Raise `Refused` as `what_if`.
    """
    present = present_size(tournament)
    asked_for = {"entries": entries or present[0], "tables": tables or present[1]}
    found = what_if(tournament, **asked_for, moment=timezone.now())
    return {
        **asked_for,
        "formats": serialize_all(FormatAnswerSerializer, found.formats),
        "shapes": _shape_rows(found.shapes),
        "by_tables": serialize_all(DayAnswerSerializer, found.tables),
        "by_table_size": serialize_all(DayAnswerSerializer, found.sizes),
        "by_time_limit": serialize_all(DayAnswerSerializer, found.limits),
    }


def _shape_rows(answers: tuple[DayAnswer, ...]) -> list[JSONObject]:
    """Return each shape's forecast as JSON, in the given order, with what it is better at than the others."""
    pairs = zip(serialize_all(DayAnswerSerializer, answers), strengths(answers), strict=True)
    return [{**answer, "strengths": list(codes)} for answer, codes in pairs]
