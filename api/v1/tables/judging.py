"""Judges' conflicts and shifts; accessible tables, and entries that need one (ADR 0063)."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import example_body
from api.serialization import JSONObject, parse_body, serialize_all
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
from tournaments.tables.accessible import entries_in_need, mark_table, set_accessible_need
from tournaments.tables.conflicts import conflicts_of, lift_conflict, note_conflict
from tournaments.tables.shared_hall import tables_of
from tournaments.tables.shifts import set_shift, shifts_of


class ConflictsApiView(TournamentApiView):
    """Routes to list whom judges must not judge, and to note it."""

    reads = Scope.JUDGE
    rights = {"POST": "judge"}

    @extend_schema(operation_id="list_judge_conflicts", responses=JudgeConflictSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List judges' conflicts of interest. For the staff."""
        return self.show(_conflict_rows, need="judge", is_all_recorded=False)

    @extend_schema(
        operation_id="note_judge_conflict",
        request=JudgeConflictInSerializer,
        responses={201: JudgeConflictSerializer(many=True)},
        examples=example_body({"judge": "pgyfdbhad", "person": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Note whom a judge must not judge: for oneself; a coordinator for all judges.

        Repeating it changes nothing. Answers with all conflicts. 422 `judge_unknown`,
        `not_entered_here`, `conflict_with_oneself`; 409 `finished`.
        """
        given = parse_body(JudgeConflictInSerializer, request)

        def note_conflict_and_list_conflicts(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            note_conflict(tournament, **given, seen=write.seen, by=write.actor, now=write.now)
            return _conflict_rows(tournament)

        return self.act_on_tournament(note_conflict_and_list_conflicts, status=201)


class OneConflictApiView(TournamentApiView):
    """Route to lift the conflict of one judge with one person."""

    rights = {"DELETE": "judge"}

    @extend_schema(
        operation_id="lift_judge_conflict",
        request=None,
        responses={200: JudgeConflictSerializer(many=True)},
    )
    def delete(self, request: Request, slug: str, judge: str, person: str) -> Response:
        """Lift a judge's conflict with a person: one's own; a coordinator those of all judges.

        Repeating it changes nothing. Answers with all conflicts. 409 `finished`.
        """

        def lift_conflict_and_list_conflicts(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            whom = {"judge": judge, "person": person}
            lift_conflict(tournament, **whom, seen=write.seen, by=write.actor, now=write.now)
            return _conflict_rows(tournament)

        return self.act_on_tournament(lift_conflict_and_list_conflicts)


class ShiftsApiView(TournamentApiView):
    """Route to list when members of the staff are there."""

    @extend_schema(operation_id="list_judge_shifts", responses=JudgeShiftSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the shifts of the staff. For the staff; members without a shift are there all day."""
        return self.show(_shift_rows, need="judge", is_all_recorded=False)


class OneShiftApiView(TournamentApiView):
    """Route to set when one member of the staff is there."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="set_judge_shift",
        request=JudgeShiftInSerializer,
        responses=JudgeShiftSerializer(many=True),
        examples=example_body({"begins": "2026-11-22T09:00:00-03:00", "ends": "2026-11-22T13:00:00-03:00"}),
    )
    def put(self, request: Request, slug: str, person: str) -> Response:
        """Set when a member of the staff is there: for oneself; a coordinator for all.

        Answers with all shifts. 422 `judge_unknown`, `shift_half` for only one time, `shift_order`; 409
        `finished`.
        """
        given = parse_body(JudgeShiftInSerializer, request)

        def set_shift_and_list_shifts(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            times = {**given, "judge": person}
            set_shift(tournament, **times, seen=write.seen, by=write.actor, now=write.now)
            return _shift_rows(tournament)

        return self.act_on_tournament(set_shift_and_list_shifts)


def _conflict_rows(tournament: Tournament) -> list[JSONObject]:
    """Return all conflicts as JSON, one for each judge and person."""
    rows = [
        {"judge": judge, "person": one.person, "name": one.name}
        for judge, found in conflicts_of(tournament).items()
        for one in found
    ]
    return serialize_all(JudgeConflictSerializer, rows)


def _shift_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the shifts of those staff who have one as JSON."""
    found = shifts_of(tournament).items()
    rows = [{"person": code, "begins": shift.begins, "ends": shift.ends} for code, shift in found]
    return serialize_all(JudgeShiftSerializer, rows)


class AccessibleTableApiView(TournamentApiView):
    """Route to mark a table as accessible, or not."""

    rights = {"PUT": "coordinate"}

    @extend_schema(
        operation_id="mark_table",
        request=TableMarkSerializer,
        responses=TableSerializer(many=True),
        examples=example_body({"is_accessible": True}),
    )
    def put(self, request: Request, slug: str, label: str) -> Response:
        """Mark a table as accessible, or not; a match that is on stays there. Answers with all tables."""
        accessible = parse_body(TableMarkSerializer, request)["is_accessible"]

        def mark_table_and_list_tables(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            table = find_table(tournament, label)
            mark_table(table, accessible=accessible, seen=write.seen, by=write.actor, now=write.now)
            return serialize_all(TableSerializer, tables_of(tournament))

        return self.act_on_tournament(mark_table_and_list_tables)


class AccessNeedsApiView(TournamentApiView):
    """Route to list the entries that need an accessible table."""

    reads = Scope.JUDGE

    @extend_schema(operation_id="list_access_needs", responses=AccessNeedSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List entries that are called to accessible tables only. For the staff."""
        return self.show(_access_need_rows, need="judge", is_all_recorded=False)


class OneAccessNeedApiView(EntryApiView):
    """Route to set whether one entry needs an accessible table."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="set_access_need",
        request=AccessNeedInSerializer,
        responses={204: None},
        examples=example_body({"is_needed": True}),
    )
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Call an entry to accessible tables only, or to any again; a match in progress stays at its table.

        The answer is empty, since answers are stored for a while for retries. 409 `finished`.
        """
        needed = parse_body(AccessNeedInSerializer, request)["is_needed"]

        def store_access_need(tournament: Tournament, write: WriteRequest) -> None:
            entry = find_entry(tournament, code)
            set_accessible_need(entry, needed=needed, seen=write.seen, by=write.actor, now=write.now)

        return self.act_on_tournament(store_access_need, status=204)


def _access_need_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the codes of entries that need an accessible table as JSON, sorted."""
    rows = [{"entry": code} for code in sorted(entries_in_need(tournament))]
    return serialize_all(AccessNeedSerializer, rows)
