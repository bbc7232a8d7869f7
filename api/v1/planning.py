"""The day as it is planned: the timetable, and what-if before the draw."""

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, TournamentApiView, WriteRequest, asked, shaped, shaped_all
from api.mirror import Mirror
from api.problems import ProblemShownSerializer
from api.strict import Strict
from api.v1.draw import RoundSizesField
from matches.models import MatchState
from scheduling.models import Making
from scheduling.timetable_views import Bar, ShownDay, day_plan
from scheduling.timetables import ask_for_timetable, cancel_making, drop_timetable
from scheduling.what_if import MOST_ENTRIES, MOST_TABLES, DayAnswer, present_size, strengths, what_if
from tournaments.models import Tournament

NO_TIMETABLE = "none"
STATES = (NO_TIMETABLE, *Making.values)
STRENGTHS = ("earliest", "least_waiting", "fullest_final", "no_short_tables")


class TimetableMatchSerializer(Mirror[Bar]):
    """A match in the timetable, with the times it had or is expected to have."""

    shows = ("match", "state", "table", "begins_at", "ends_at", "published_at", "is_late", "is_pinned")
    match = serializers.CharField(source="code")
    state = serializers.ChoiceField(MatchState.values)
    begins_at = serializers.DateTimeField(source="begins")
    ends_at = serializers.DateTimeField(source="ends")
    published_at = serializers.DateTimeField(source="published")


class TimetableSerializer(serializers.Serializer[Mapping[str, object]]):
    """The timetable; `none` without one, `making` while a worker computes one."""

    state = serializers.ChoiceField(STATES)
    percent = serializers.IntegerField()
    made_at = serializers.DateTimeField(allow_null=True)
    follows_pins = serializers.BooleanField()
    begins_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    earliest_end = serializers.DateTimeField(allow_null=True)
    matches = TimetableMatchSerializer(many=True)


class WhatIfQuerySerializer(Strict):
    """How many entries on how many tables; without them as many as there are."""

    entries = serializers.IntegerField(required=False, min_value=2, max_value=MOST_ENTRIES)
    tables = serializers.IntegerField(required=False, min_value=1, max_value=MOST_TABLES)


class DayAnswerSerializer(Mirror[DayAnswer]):
    """A shape on so many tables, and how such a day goes."""

    shows = (
        "shape",
        "tables",
        "table_high",
        "time_limit",
        "begins_at",
        "ends_low",
        "ends_about",
        "ends_high",
        "waves",
        "waiting_minutes",
        "is_asked",
    )
    shape = RoundSizesField()
    table_high = serializers.IntegerField(source="size")
    time_limit = serializers.IntegerField(source="limit", allow_null=True)
    begins_at = serializers.DateTimeField(source="begins")
    ends_low = serializers.DateTimeField(source="ends.low")
    ends_about = serializers.DateTimeField(source="ends.middle")
    ends_high = serializers.DateTimeField(source="ends.high")
    waiting_minutes = serializers.IntegerField(source="waiting")


class ShapeAnswerSerializer(DayAnswerSerializer):
    """The same for a shape among others, with what it is best at."""

    strengths = serializers.ListField(child=serializers.ChoiceField(STRENGTHS))


class WhatIfSerializer(serializers.Serializer[Mapping[str, object]]):
    """Days side by side; in each list one thing differs from what was asked."""

    entries = serializers.IntegerField()
    tables = serializers.IntegerField()
    shapes = ShapeAnswerSerializer(many=True)
    by_tables = DayAnswerSerializer(many=True)
    by_table_size = DayAnswerSerializer(many=True)
    by_time_limit = DayAnswerSerializer(many=True)


class TimetableApiView(TournamentApiView):
    """The timetable of the day."""

    rights = {"POST": "coordinate", "DELETE": "coordinate"}

    @extend_schema(operation_id="retrieve_timetable", responses=TimetableSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every match with its table and times, in the order of their beginning."""
        return self.show(_timetable, is_all_recorded=False)

    @extend_schema(operation_id="make_timetable", request=None, responses={202: TimetableSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Have a worker compute one; it replaces a request in progress. Poll until `state` is `ready`."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            ask_for_timetable(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _timetable(tournament)

        return self.act(work, status=202)

    @extend_schema(operation_id="drop_timetable", request=None, responses={200: TimetableSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Have none: matches are called in bracket order. Repeating it changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            drop_timetable(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _timetable(tournament)

        return self.act(work)


class TimetableCancelledApiView(TournamentApiView):
    """The end of a computation that is not wanted."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="cancel_timetable", request=None, responses={200: TimetableSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Stop computing; the timetable before it holds, if there was one. Repeating it changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            cancel_making(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _timetable(tournament)

        return self.act(work)


class WhatIfApiView(TournamentApiView):
    """The day with other numbers."""

    @extend_schema(
        operation_id="what_if",
        parameters=[WhatIfQuerySerializer],
        responses={200: WhatIfSerializer, 422: ProblemShownSerializer},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For who coordinates: when the day ends with other shapes, tables, table sizes and time limits."""

        def answer(tournament: Tournament) -> Plain:
            return _what_if(tournament, **asked(WhatIfQuerySerializer, request))

        return self.show(answer, need="coordinate", is_all_recorded=False)


def _timetable(tournament: Tournament) -> Plain:
    day = day_plan(tournament, timezone.now())
    return shaped(TimetableSerializer, _day(day) if day else _no_timetable())


def _day(day: ShownDay) -> Plain:
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


def _no_timetable() -> Plain:
    nothing = dict.fromkeys(("made_at", "begins_at", "ends_at", "earliest_end"))
    return {"state": NO_TIMETABLE, "percent": 0, "follows_pins": True, "matches": [], **nothing}


def _what_if(tournament: Tournament, entries: int | None = None, tables: int | None = None) -> Plain:
    present = present_size(tournament)
    asked_for = {"entries": entries or present[0], "tables": tables or present[1]}
    found = what_if(tournament, **asked_for, moment=timezone.now())
    return {
        **asked_for,
        "shapes": _shapes(found.shapes),
        "by_tables": shaped_all(DayAnswerSerializer, found.tables),
        "by_table_size": shaped_all(DayAnswerSerializer, found.sizes),
        "by_time_limit": shaped_all(DayAnswerSerializer, found.limits),
    }


def _shapes(answers: tuple[DayAnswer, ...]) -> list[Plain]:
    pairs = zip(shaped_all(DayAnswerSerializer, answers), strengths(answers), strict=True)
    return [{**answer, "strengths": list(codes)} for answer, codes in pairs]
