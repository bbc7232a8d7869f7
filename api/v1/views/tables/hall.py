"""The physical tables of the hall."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.doors import Doing, TournamentDoor, parsed
from api.v1.serializers import tables as shapes
from scheduling.services import close_table, open_table, set_tables
from tournaments.finding import find_table
from tournaments.models import Tournament
from tournaments.tables.hall import tables_of


class Tables(TournamentDoor):
    """The physical tables of the hall."""

    rights = {"PUT": "coordinate"}

    @extend_schema(operation_id="list_tables", responses=shapes.Table(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every table, and what is played there."""
        return self.show(_tables, is_all_recorded=False)

    @extend_schema(operation_id="set_tables", request=shapes.TableCount, responses=shapes.Table(many=True))
    def put(self, request: Request, slug: str) -> Response:
        """Have this many tables; those beyond are closed."""
        count = parsed(shapes.TableCount, request)["count"]

        def work(tournament: Tournament, doing: Doing) -> Any:
            set_tables(tournament, count=count, seen=doing.seen, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


class OneTable(TournamentDoor):
    """One physical table."""

    rights = {"PATCH": "judge"}

    @extend_schema(operation_id="change_table", request=shapes.TableState, responses=shapes.Table(many=True))
    def patch(self, request: Request, slug: str, label: str) -> Response:
        """Open the table for matches, or close it; the match that is on goes on."""
        change = open_table if parsed(shapes.TableState, request)["is_open"] else close_table

        def work(tournament: Tournament, doing: Doing) -> Any:
            table = find_table(tournament, label)
            change(table, seen=doing.seen, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


def _tables(tournament: Tournament) -> Any:
    return shapes.Table(tables_of(tournament), many=True).data
