"""Judges' conflicts and shifts; accessible tables, and entries that need one (ADR 0063)."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import Plain, TournamentApiView, WriteRequest, parsed_body, serialize_all
from api.field_docs import example_body
from api.v1.entries.views import EntryApiView
from api.v1.tables.serializers import (
    AccessNeedInSerializer,
    AccessNeedSerializer,
    JudgeConflictInSerializer,
    JudgeConflictSerializer,
    JudgeShiftInSerializer,
    JudgeShiftSerializer,
    TableMarkSerializer,
    TableSerializer,
)
from tournaments.finding import find_entry, find_table
from tournaments.models import Tournament
from tournaments.tables.accessible import entries_in_need, mark_table, need_accessible
from tournaments.tables.conflicts import conflicts_of, lift_conflict, note_conflict
from tournaments.tables.shared_hall import tables_of
from tournaments.tables.shifts import set_shift, shifts_of


class ConflictsApiView(TournamentApiView):
    """Whom judges are not to judge."""

    reads = Scope.JUDGE
    rights = {"POST": "judge"}

    @extend_schema(operation_id="list_judge_conflicts", responses=JudgeConflictSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List judges' conflicts of interest. For the staff."""
        return self.show(_conflicts, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="note_judge_conflict",
        request=JudgeConflictInSerializer,
        responses={201: JudgeConflictSerializer(many=True)},
        examples=example_body({"judge": "pgyfdbhad", "person": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note whom a judge is not to judge.

        For oneself; a coordinator for all judges. Noting it again changes nothing. Returns all conflicts.
        """
        given = parsed_body(JudgeConflictInSerializer, request)

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
        responses={200: JudgeConflictSerializer(many=True)},
    )
    def delete(self, request: Request, slug: str, judge: str, person: str) -> Response:
        """Let a judge judge that person after all; again changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            whom = {"judge": judge, "person": person}
            lift_conflict(tournament, **whom, seen=doing.seen, by=doing.actor, now=doing.now)
            return _conflicts(tournament)

        return self.act(work)


class ShiftsApiView(TournamentApiView):
    """When judges are there."""

    @extend_schema(operation_id="list_judge_shifts", responses=JudgeShiftSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the shifts of the staff. For the staff; members without a shift are there all day."""
        return self.show(_shifts, need="judge", is_all_recorded=False)


class OneShiftApiView(TournamentApiView):
    """When one of the staff is there."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="set_judge_shift",
        request=JudgeShiftInSerializer,
        responses=JudgeShiftSerializer(many=True),
        examples=example_body({"begins": "2026-11-22T09:00:00-03:00", "ends": "2026-11-22T13:00:00-03:00"}),
    )
    def put(self, request: Request, slug: str, person: str) -> Response:
        """Set when a judge is there. For oneself; a coordinator for all judges."""
        given = parsed_body(JudgeShiftInSerializer, request)

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
    return serialize_all(JudgeConflictSerializer, rows)


def _shifts(tournament: Tournament) -> list[Plain]:
    found = shifts_of(tournament).items()
    rows = [{"person": code, "begins": shift.begins, "ends": shift.ends} for code, shift in found]
    return serialize_all(JudgeShiftSerializer, rows)


class AccessibleTableApiView(TournamentApiView):
    """Whether everyone can reach a table."""

    rights = {"PUT": "coordinate"}

    @extend_schema(
        operation_id="mark_table",
        request=TableMarkSerializer,
        responses=TableSerializer(many=True),
        examples=example_body({"is_accessible": True}),
    )
    def put(self, request: Request, slug: str, label: str) -> Response:
        """Mark a table as accessible, or not; the match that is on stays there."""
        accessible = parsed_body(TableMarkSerializer, request)["is_accessible"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            table = find_table(tournament, label)
            mark_table(table, accessible=accessible, seen=doing.seen, by=doing.actor, now=doing.now)
            return serialize_all(TableSerializer, tables_of(tournament))

        return self.act(work)


class AccessNeedsApiView(TournamentApiView):
    """Which entries need an accessible table."""

    reads = Scope.JUDGE

    @extend_schema(operation_id="list_access_needs", responses=AccessNeedSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List entries that are called to accessible tables only. For the staff."""
        return self.show(_needs, need="judge", is_all_recorded=False)


class OneAccessNeedApiView(EntryApiView):
    """Whether one entry does."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="set_access_need",
        request=AccessNeedInSerializer,
        responses={204: None},
        examples=example_body({"is_needed": True}),
    )
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Call an entry to accessible tables only, or to any again; a match in progress stays at its table.

        The answer is empty, since answers are stored for a while for retries.
        """
        needed = parsed_body(AccessNeedInSerializer, request)["is_needed"]

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            entry = find_entry(tournament, code)
            need_accessible(entry, needed=needed, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act(work, status=204)


def _needs(tournament: Tournament) -> list[Plain]:
    rows = [{"entry": code} for code in sorted(entries_in_need(tournament))]
    return serialize_all(AccessNeedSerializer, rows)
