"""Whom a judge is not to judge, and when a judge is there (ADR 0063); for the staff alone."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import Plain, TournamentApiView, WriteRequest, parsed, shaped_all
from api.v1.serializers import tables as shapes
from tournaments.models import Tournament
from tournaments.tables.conflicts import conflicts_of, lift_conflict, note_conflict
from tournaments.tables.shifts import set_shift, shifts_of


class ConflictsApiView(TournamentApiView):
    """Whom judges are not to judge."""

    reads = Scope.JUDGE
    rights = {"POST": "judge"}

    @extend_schema(operation_id="list_judge_conflicts", responses=shapes.JudgeConflictSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: who is not to judge whom."""
        return self.show(_conflicts, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="note_judge_conflict",
        request=shapes.JudgeConflictInSerializer,
        responses={201: shapes.JudgeConflictSerializer(many=True)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note it for oneself; who coordinates does for everybody. Again changes nothing."""
        given = parsed(shapes.JudgeConflictInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            note_conflict(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _conflicts(tournament)

        return self.act(work, status=201)


class OneConflictApiView(TournamentApiView):
    """One judge and one person."""

    rights = {"DELETE": "judge"}

    @extend_schema(
        operation_id="lift_judge_conflict",
        request=None,
        responses={200: shapes.JudgeConflictSerializer(many=True)},
    )
    def delete(self, request: Request, slug: str, judge: str, person: str) -> Response:
        """They may judge that person after all; again changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            whom = {"judge": judge, "person": person}
            lift_conflict(tournament, **whom, seen=doing.seen, by=doing.actor, now=doing.now)
            return _conflicts(tournament)

        return self.act(work)


class ShiftsApiView(TournamentApiView):
    """When judges are there."""

    @extend_schema(operation_id="list_judge_shifts", responses=shapes.JudgeShiftSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: who is there from when to when; who is not listed is there all day."""
        return self.show(_shifts, need="judge", is_all_recorded=False)


class OneShiftApiView(TournamentApiView):
    """When one of the staff is there."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="set_judge_shift",
        request=shapes.JudgeShiftInSerializer,
        responses=shapes.JudgeShiftSerializer(many=True),
    )
    def put(self, request: Request, slug: str, person: str) -> Response:
        """Say it of oneself; who coordinates does of everybody."""
        given = parsed(shapes.JudgeShiftInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            times = {**given, "judge": person}
            set_shift(tournament, **times, seen=doing.seen, by=doing.actor, now=doing.now)
            return _shifts(tournament)

        return self.act(work)


def _conflicts(tournament: Tournament) -> list[Plain]:
    rows = [
        {"judge": judge, "person": one.person, "name": one.name}
        for judge, found in conflicts_of(tournament).items()
        for one in found
    ]
    return shaped_all(shapes.JudgeConflictSerializer, rows)


def _shifts(tournament: Tournament) -> list[Plain]:
    found = shifts_of(tournament).items()
    rows = [{"person": code, "begins": shift.begins, "ends": shift.ends} for code, shift in found]
    return shaped_all(shapes.JudgeShiftSerializer, rows)
