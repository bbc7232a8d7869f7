"""The tables of the hall, their judges, and tournaments that share it (ADR 0046)."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import Plain, TournamentApiView, WriteRequest, parsed_body, serialize, serialize_all
from api.field_docs import SLUG, example_body
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
from scheduling.shared_tables import used_elsewhere
from tournaments.finding import find_table, find_tournament
from tournaments.models import Tournament
from tournaments.tables.look_after import give_table_back, give_tables, judge_by_table, take_table
from tournaments.tables.share import leave_hall, share_hall
from tournaments.tables.shared_hall import neighbours, tables_of, titles_for


class TablesApiView(TournamentApiView):
    """The physical tables of the hall."""

    rights = {"PUT": "coordinate"}

    @extend_schema(operation_id="list_tables", responses=TableSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List tables, and what is played at each."""
        return self.show(_tables, is_all_recorded=False)

    @extend_schema(
        operation_id="set_tables",
        request=TableCountSerializer,
        responses=TableSerializer(many=True),
        examples=example_body({"count": 3}),
    )
    def put(self, request: Request, slug: str) -> Response:
        """Set the number of tables; those beyond are closed."""
        count = parsed_body(TableCountSerializer, request)["count"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            set_tables(tournament, count=count, seen=doing.seen, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


class OneTableApiView(TournamentApiView):
    """One physical table."""

    rights = {"PATCH": "judge"}

    @extend_schema(
        operation_id="change_table",
        request=TableStateSerializer,
        responses=TableSerializer(many=True),
        examples=example_body({"is_open": False}),
    )
    def patch(self, request: Request, slug: str, label: str) -> Response:
        """Open a table for matches, or close it; the match that is on goes on."""
        change = open_table if parsed_body(TableStateSerializer, request)["is_open"] else close_table

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            table = find_table(tournament, label)
            change(table, seen=doing.seen, by=doing.actor, now=doing.now)
            return _tables(tournament)

        return self.act(work)


class JudgesApiView(TournamentApiView):
    """Which judge looks after which table."""

    @extend_schema(operation_id="list_table_judges", responses=TableJudgeSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List tables and their judges. For the staff."""
        return self.show(_judges, need="judge", is_all_recorded=False)


class TakeTableApiView(TournamentApiView):
    """The caller looks after a table."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="take_table", request=None, responses=TableJudgeSerializer(many=True))
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Take a table to look after; 409 if another present judge does, 422 if the caller plays there."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            take_table(tournament, label, by=doing.actor, now=doing.now)
            return _judges(tournament)

        return self.act(work)


class GiveTableApiView(TournamentApiView):
    """A member of the staff is to look after a table."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="give_table",
        request=GiveTableSerializer,
        responses=TableJudgeSerializer(many=True),
        examples=example_body({"person": "pwr5fkbzz"}),
    )
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Give a table to a member of the staff, even if another has it; 422 if they play there."""
        person = parsed_body(GiveTableSerializer, request)["person"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            place = find_table(tournament, label).position
            facts = {"judge": person, "by": doing.actor, "now": doing.now}
            give_tables(tournament, first=place, last=place, **facts)
            return _judges(tournament)

        return self.act(work)


class GiveTableBackApiView(TournamentApiView):
    """A table is given back."""

    rights = {"POST": "judge"}

    @extend_schema(operation_id="give_table_back", request=None, responses=TableJudgeSerializer(many=True))
    def post(self, request: Request, slug: str, label: str) -> Response:
        """Give a table back; a coordinator takes it from others, too."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            give_table_back(tournament, label, by=doing.actor, now=doing.now)
            return _judges(tournament)

        return self.act(work)


def _judges(tournament: Tournament) -> list[Plain]:
    found = judge_by_table(tournament).items()
    rows = [{"table": label, "person": one.code, "name": one.player.name} for label, one in found]
    return serialize_all(TableJudgeSerializer, rows)


def _tables(tournament: Tournament) -> list[Plain]:
    return serialize_all(TableSerializer, tables_of(tournament))


class SharedHallApiView(TournamentApiView):
    """With whom the tournament shares its tables."""

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
        """Share the hall with another tournament that the caller coordinates too, and with its neighbours."""
        other = parsed_body(ShareHallSerializer, request)["tournament"]

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            beside = find_tournament(other, doing.actor)
            share_hall(tournament, beside, seen=doing.seen, by=doing.actor, now=doing.now)
            return _hall_fields(tournament, doing.actor)

        return self.act(work)

    @extend_schema(operation_id="leave_hall", request=None, responses={200: SharedHallShownSerializer})
    def delete(self, request: Request, slug: str) -> Response:
        """Stop sharing the hall. The tables are the tournament's own again; again changes nothing."""

        def work(tournament: Tournament, doing: WriteRequest) -> Plain:
            leave_hall(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return _hall_fields(tournament, doing.actor)

        return self.act(work)


def _hall_fields(tournament: Tournament, reader: Player | None) -> Plain:
    others = list(neighbours(tournament.ledger_id))
    titles = titles_for(reader, others)
    ends = {one.ledger_id: one.middle for one in forecasts_in_hall(tournament, reader)}
    known = [
        {"slug": one.slug, "title": titles[one.pk], "ends_about": ends.get(one.ledger_id)}
        for one in others
        if one.pk in titles
    ]
    used = used_elsewhere(tournament, reader, timezone.now())
    shown = {"ends_about": ends.get(tournament.ledger_id), "shared_with": known, "used": used}
    return serialize(SharedHallShownSerializer, shown)
