"""The physical tables of the hall."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, TournamentApiView, WriteRequest, parsed, shaped_all
from api.v1.serializers import tables as shapes
from scheduling.services import close_table, open_table, set_tables
from tournaments.finding import find_table
from tournaments.models import Tournament
from tournaments.tables.hall import tables_of
from tournaments.tables.look_after import give_table_back, give_tables, looked_after, take_table


class TablesApiView(TournamentApiView):
    """The physical tables of the hall."""

    rights = {"PUT": "coordinate"}

    @extend_schema(operation_id="list_tables", responses=shapes.TableSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every table, and what is played there."""
        return self.show(_tables, is_all_recorded=False)

    @extend_schema(
        operation_id="set_tables",
        request=shapes.TableCountSerializer,
        responses=shapes.TableSerializer(many=True),
    )
    def put(self, request: Request, slug: str) -> Response:
        """Have this many tables; those beyond are closed."""
        count = parsed(shapes.TableCountSerializer, request)["count"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            set_tables(tournament, count=count, seen=doing.seen, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


class OneTableApiView(TournamentApiView):
    """One physical table."""

    rights = {"PATCH": "judge"}

    @extend_schema(
        operation_id="change_table",
        request=shapes.TableStateSerializer,
        responses=shapes.TableSerializer(many=True),
    )
    def patch(self, request: Request, slug: str, label: str) -> Response:
        """Open the table for matches, or close it; the match that is on goes on."""
        change = open_table if parsed(shapes.TableStateSerializer, request)["is_open"] else close_table

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            table = find_table(tournament, label)
            change(table, seen=doing.seen, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


class JudgesApiView(TournamentApiView):
    """Which judge looks after which table."""

    @extend_schema(operation_id="list_table_judges", responses=shapes.TableJudgeSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: the tables that somebody looks after."""
        return self.show(_judges, need="judge", is_all_recorded=False)


class TakeTableApiView(TournamentApiView):
    """The caller looks after a table."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="take_table", request=None, responses=shapes.TableJudgeSerializer(many=True))
    def post(self, request: Request, slug: str, label: str) -> Response:
        """I look after this one; 409 where another who is there does, 422 where the caller plays there."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            take_table(tournament, label, by=doing.actor, now=doing.now)
            return _judges(tournament)

        return self.act(work)


class GiveTableApiView(TournamentApiView):
    """Somebody of the staff is to look after a table."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="give_table",
        request=shapes.GiveTableSerializer,
        responses=shapes.TableJudgeSerializer(many=True),
    )
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Give it to somebody, whoever had it before; 422 where they play there."""
        person = parsed(shapes.GiveTableSerializer, request)["person"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            place = find_table(tournament, label).position
            facts = {"judge": person, "by": doing.actor, "now": doing.now}
            give_tables(tournament, first=place, last=place, **facts)
            return _judges(tournament)

        return self.act(work)


class GiveTableBackApiView(TournamentApiView):
    """Nobody looks after a table any more."""

    rights = {"POST": "judge"}

    @extend_schema(
        operation_id="give_table_back", request=None, responses=shapes.TableJudgeSerializer(many=True)
    )
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Give it back; who coordinates takes it from others, too."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            give_table_back(tournament, label, by=doing.actor, now=doing.now)
            return _judges(tournament)

        return self.act(work)


def _judges(tournament: Tournament) -> list[Plain]:
    found = looked_after(tournament).items()
    rows = [{"table": label, "person": one.code, "name": one.player.name} for label, one in found]
    return shaped_all(shapes.TableJudgeSerializer, rows)


def _tables(tournament: Tournament) -> list[Plain]:
    return shaped_all(shapes.TableSerializer, tables_of(tournament))
