"""The day as it is planned: the timetable, and what-if before the draw."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, TournamentApiView, WriteRequest, asked, shaped, shaped_all
from api.v1.serializers import planning as shapes
from api.v1.serializers.problems import ProblemShownSerializer
from scheduling.timetable_views import ShownDay, day_plan
from scheduling.timetables import ask_for_timetable, cancel_making, drop_timetable
from scheduling.what_if import DayAnswer, present_size, strengths, what_if
from tournaments.models import Tournament


class TimetableApiView(TournamentApiView):
    """The timetable of the day."""

    rights = {"POST": "coordinate", "DELETE": "coordinate"}

    @extend_schema(operation_id="retrieve_timetable", responses=shapes.TimetableSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every match with its table and times, in the order of their beginning."""
        return self.show(_timetable, is_all_recorded=False)

    @extend_schema(operation_id="make_timetable", request=None, responses={202: shapes.TimetableSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Have a worker compute one; it replaces a request in progress. Poll until `state` is `ready`."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            ask_for_timetable(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _timetable(tournament)

        return self.act(work, status=202)

    @extend_schema(operation_id="drop_timetable", request=None, responses={200: shapes.TimetableSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Have none: matches are called in bracket order. Repeating it changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            drop_timetable(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _timetable(tournament)

        return self.act(work)


class TimetableCancelledApiView(TournamentApiView):
    """The end of a computation that is not wanted."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="cancel_timetable", request=None, responses={200: shapes.TimetableSerializer})
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
        parameters=[shapes.WhatIfQuerySerializer],
        responses={200: shapes.WhatIfSerializer, 422: ProblemShownSerializer},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For who coordinates: when the day ends with other shapes, tables, table sizes and time limits."""

        def answer(tournament: Tournament) -> Plain:
            return _what_if(tournament, **asked(shapes.WhatIfQuerySerializer, request))

        return self.show(answer, need="coordinate", is_all_recorded=False)


def _timetable(tournament: Tournament) -> Plain:
    day = day_plan(tournament, timezone.now())
    return shaped(shapes.TimetableSerializer, _day(day) if day else _no_timetable())


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
    return {"state": shapes.NO_TIMETABLE, "percent": 0, "follows_pins": True, "matches": [], **nothing}


def _what_if(tournament: Tournament, entries: int | None = None, tables: int | None = None) -> Plain:
    present = present_size(tournament)
    asked_for = {"entries": entries or present[0], "tables": tables or present[1]}
    found = what_if(tournament, **asked_for, moment=timezone.now())
    return {
        **asked_for,
        "shapes": _shapes(found.shapes),
        "by_tables": shaped_all(shapes.DayAnswerSerializer, found.tables),
        "by_table_size": shaped_all(shapes.DayAnswerSerializer, found.sizes),
        "by_time_limit": shaped_all(shapes.DayAnswerSerializer, found.limits),
    }


def _shapes(answers: tuple[DayAnswer, ...]) -> list[Plain]:
    pairs = zip(shaped_all(shapes.DayAnswerSerializer, answers), strengths(answers), strict=True)
    return [{**answer, "strengths": list(codes)} for answer, codes in pairs]
