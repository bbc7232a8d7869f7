"""The tables of the hall, their judges, and tournaments that share it (ADR 0046)."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import TournamentApiView, WriteRequest
from api.field_docs import SLUG, example_body
from api.serialization import JSONObject, parse_body, serialize, serialize_all
from api.v1.tables.serializers import (
    GiveTableSerializer,
    SharedHallShownSerializer,
    ShareHallSerializer,
    TableCountSerializer,
    TableJudgeSerializer,
    TableSerializer,
    TableStateSerializer,
)
from scheduling.dispatcher import close_table, open_table, set_tables
from scheduling.forecasting import forecasts_in_hall
from scheduling.shared_tables import tables_in_use
from tournaments.finding import find_table, find_tournament
from tournaments.models import Tournament
from tournaments.tables.look_after import give_table_back, give_tables, judge_by_table, take_table
from tournaments.tables.share import leave_hall, share_hall
from tournaments.tables.shared_hall import neighbours, tables_of, titles_for


class TablesApiView(TournamentApiView):
    """Routes to list the physical tables of the hall and to set their number."""

    rights = {"PUT": "coordinate"}

    @extend_schema(operation_id="list_tables", responses=TableSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List the physical tables in their order, and what is played at each."""
        return self.show(_table_rows, is_all_recorded=False)

    @extend_schema(
        operation_id="set_tables",
        request=TableCountSerializer,
        responses=TableSerializer(many=True),
        examples=example_body({"count": 3}),
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the number of tables: those up to it are opened, those beyond closed. Answers with all tables.

        Missing tables are created. Matches that are on go on. 422 `tables_out_of_range`.
        """
        count = parse_body(TableCountSerializer, request)["count"]

        def set_and_list_tables(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            set_tables(tournament, count=count, seen=write.seen, by=write.actor, now=write.now)
            return _table_rows(tournament)

        return self.act_on_tournament(set_and_list_tables)


class OneTableApiView(TournamentApiView):
    """Route to open or close one table."""

    rights = {"PATCH": "judge"}

    @extend_schema(
        operation_id="change_table",
        request=TableStateSerializer,
        responses=TableSerializer(many=True),
        examples=example_body({"is_open": False}),
    )
    def patch(self, request: Request, slug: str, label: str) -> Response:
        """Open a table for matches, or close it; a match that is on goes on. Answers with all tables."""
        change = open_table if parse_body(TableStateSerializer, request)["is_open"] else close_table

        def change_and_list_tables(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            table = find_table(tournament, label)
            change(table, seen=write.seen, by=write.actor, now=write.now)
            return _table_rows(tournament)

        return self.act_on_tournament(change_and_list_tables)


class JudgesApiView(TournamentApiView):
    """Route to list which judge looks after which table."""

    @extend_schema(operation_id="list_table_judges", responses=TableJudgeSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List tables and their judges. For the staff.

        Left out is a judge who plays at the table now, or has a conflict with a player there.
        """
        return self.show(_table_judge_rows, need="judge", is_all_recorded=False)


class TakeTableApiView(TournamentApiView):
    """Route by which a judge takes a table to look after."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="take_table", request=None, responses=TableJudgeSerializer(many=True))
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Take a table to look after. Answers with all judges of tables.

        409 `table_taken` if another judge has it who is on shift, does not play there and has no conflict
        there; `finished`. 422 `judge_plays_there`, `judge_conflict_there`.
        """

        def take_table_and_list_judges(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            take_table(tournament, label, by=write.actor, now=write.now)
            return _table_judge_rows(tournament)

        return self.act_on_tournament(take_table_and_list_judges)


class GiveTableApiView(TournamentApiView):
    """Route to give a table to a member of the staff."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="give_table",
        request=GiveTableSerializer,
        responses=TableJudgeSerializer(many=True),
        examples=example_body({"person": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Give a table to a member of the staff, even if another has it. Answers with all judges of tables.

        422 `judge_plays_at` if they play there, `judge_conflict_at`, `judge_unknown`; 409 `finished`.
        """
        person = parse_body(GiveTableSerializer, request)["person"]

        def give_table_and_list_judges(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            place = find_table(tournament, label).position
            facts = {"judge": person, "by": write.actor, "now": write.now}
            give_tables(tournament, first=place, last=place, **facts)
            return _table_judge_rows(tournament)

        return self.act_on_tournament(give_table_and_list_judges)


class GiveTableBackApiView(TournamentApiView):
    """Route to leave a table without a judge."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="give_table_back", request=None, responses=TableJudgeSerializer(many=True))
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Leave a table without a judge; only a coordinator takes it from others. Answers with all judges.

        Repeating it changes nothing. 409 `finished`.
        """

        def give_table_back_and_list_judges(tournament: Tournament, write: WriteRequest) -> list[JSONObject]:
            give_table_back(tournament, label, by=write.actor, now=write.now)
            return _table_judge_rows(tournament)

        return self.act_on_tournament(give_table_back_and_list_judges)


def _table_judge_rows(tournament: Tournament) -> list[JSONObject]:
    """Return the tables whose judge may judge there now as JSON, with their judges."""
    found = judge_by_table(tournament).items()
    rows = [{"table": label, "person": one.code, "name": one.player.name} for label, one in found]
    return serialize_all(TableJudgeSerializer, rows)


def _table_rows(tournament: Tournament) -> list[JSONObject]:
    """Return all physical tables as JSON, with what is played at each."""
    return serialize_all(TableSerializer, tables_of(tournament))


class SharedHallApiView(TournamentApiView):
    """Routes to read, join and leave a hall that tournaments share."""

    rights = {"PUT": "coordinate", "DELETE": "coordinate"}

    @extend_schema(operation_id="shared_hall", responses=SharedHallShownSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the tournaments that share the hall and the tables they use, as far as the caller may know."""
        return self.show(lambda found: _hall_fields(found, self.player), is_all_recorded=False)

    @extend_schema(
        operation_id="share_hall",
        request=ShareHallSerializer,
        responses=SharedHallShownSerializer,
        examples=example_body({"tournament": SLUG}),
    )
    def put(self, request: Request, slug: str) -> Response:
        """Share the hall with another tournament that the caller coordinates too, and with its neighbours.

        Repeating it changes nothing. 422 `hall_with_itself`, `hall_of_two`, `hall_of_others`,
        `table_used_by_both`; 409 `finished` if either is.
        """
        other = parse_body(ShareHallSerializer, request)["tournament"]

        def share_and_show_hall(tournament: Tournament, write: WriteRequest) -> JSONObject:
            beside = find_tournament(other, write.actor)
            share_hall(tournament, beside, seen=write.seen, by=write.actor, now=write.now)
            return _hall_fields(tournament, write.actor)

        return self.act_on_tournament(share_and_show_hall)

    @extend_schema(operation_id="leave_hall", request=None, responses={200: SharedHallShownSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Stop sharing the hall: the tables are the tournament's own again. Repeating it changes nothing."""

        def leave_and_show_hall(tournament: Tournament, write: WriteRequest) -> JSONObject:
            leave_hall(tournament, seen=write.seen, by=write.actor, now=write.now)
            return _hall_fields(tournament, write.actor)

        return self.act_on_tournament(leave_and_show_hall)


def _hall_fields(tournament: Tournament, reader: Player | None) -> JSONObject:
    """Return the hall as JSON, with those of its tournaments that the reader may see."""
    others = list(neighbours(tournament.ledger_id))
    titles = titles_for(reader, others)
    ends = {one.ledger_id: one.middle for one in forecasts_in_hall(tournament, reader)}
    known = [
        {"slug": one.slug, "title": titles[one.pk], "ends_about": ends.get(one.ledger_id)}
        for one in others
        if one.pk in titles
    ]
    used = tables_in_use(tournament, reader, timezone.now())
    shown = {"ends_about": ends.get(tournament.ledger_id), "shared_with": known, "used": used}
    return serialize(SharedHallShownSerializer, shown)
