"""Tables that everybody can reach, and which entries need one (ADR 0063); the latter for the staff alone."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Scope
from api.base_view import Plain, TournamentApiView, WriteRequest, parsed, shaped_all
from api.v1.serializers import tables as shapes
from api.v1.views.entries.entries import EntryApiView
from tournaments.finding import find_entry, find_table
from tournaments.models import Tournament
from tournaments.tables.accessible import entries_in_need, mark_table, need_accessible
from tournaments.tables.hall import tables_of


class AccessibleTableApiView(TournamentApiView):
    """Whether everybody can reach a table."""

    rights = {"PUT": "coordinate"}

    @extend_schema(
        operation_id="mark_table",
        request=shapes.TableMarkSerializer,
        responses=shapes.TableSerializer(many=True),
    )
    def put(self, request: Request, slug: str, label: str) -> Response:
        """Everybody can reach this table, or not; the match that is on stays there."""
        accessible = parsed(shapes.TableMarkSerializer, request)["is_accessible"]

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            table = find_table(tournament, label)
            mark_table(table, accessible=accessible, seen=doing.seen, by=doing.actor, now=doing.now)
            return shaped_all(shapes.TableSerializer, tables_of(tournament))

        return self.act(work)


class AccessNeedsApiView(TournamentApiView):
    """Which entries need an accessible table."""

    reads = Scope.JUDGE

    @extend_schema(operation_id="list_access_needs", responses=shapes.AccessNeedSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """For the staff: the entries that are called to accessible tables only."""
        return self.show(_needs, need="judge", is_all_recorded=False)


class OneAccessNeedApiView(EntryApiView):
    """Whether one entry does."""

    rights = {"PUT": "judge"}

    @extend_schema(
        operation_id="set_access_need",
        request=shapes.AccessNeedInSerializer,
        responses={204: None},
    )
    def put(self, request: Request, slug: str, code: str) -> Response:
        """Call the entry to accessible tables only, or to any again; a match that is on stays where it is.

        The answer is empty, since answers are kept for a while for who asks again.
        """
        needed = parsed(shapes.AccessNeedInSerializer, request)["is_needed"]

        def work(tournament: Tournament, doing: WriteRequest) -> None:
            entry = find_entry(tournament, code)
            need_accessible(entry, needed=needed, seen=doing.seen, by=doing.actor, now=doing.now)

        return self.act(work, status=204)


def _needs(tournament: Tournament) -> list[Plain]:
    rows = [{"entry": code} for code in sorted(entries_in_need(tournament))]
    return shaped_all(shapes.AccessNeedSerializer, rows)
