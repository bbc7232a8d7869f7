"""Before the day: who helps, the announcement, physical tables."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.doors import Doing, Shown, TournamentDoor, parsed
from api.v1.serializers import staff as shapes
from core.http.reaching import reached_at
from scheduling.services import close_table, open_table, set_tables
from tournaments.finding import find_table
from tournaments.models import Role, Tournament
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.staff import assign, remove
from tournaments.setup.staff_selectors import find_staff, staff_of
from tournaments.tables.hall import tables_of

ROLE = OpenApiParameter("role", str, OpenApiParameter.PATH, enum=Role.values)


class Helpers(TournamentDoor):
    """Who has which role."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_staff", responses=shapes.Helper(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everybody with a role, for the staff itself."""
        return self.show(_staff, need="judge")

    @extend_schema(
        operation_id="assign_staff", request=shapes.Assignment, responses={201: shapes.Helper(many=True)}
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give an account a role; again changes nothing."""
        given = parsed(shapes.Assignment, request)

        def work(tournament: Tournament, doing: Doing) -> Any:
            assign(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _staff(tournament)

        return self.act(work, status=201)


class OneHelper(TournamentDoor):
    """One role of one person."""

    rights = {"DELETE": "manage"}

    @extend_schema(
        operation_id="remove_staff",
        parameters=[ROLE],
        request=None,
        responses={200: shapes.Helper(many=True)},
    )
    def delete(self, request: Request, slug: str, role: str, person: str) -> Response:
        """Take the role back; the last organizer stays."""

        def work(tournament: Tournament, doing: Doing) -> Any:
            held = find_staff(tournament, person, role)
            remove(tournament, staff=held, seen=doing.seen, by=doing.actor, now=doing.now)
            return _staff(tournament)

        return self.act(work)


class Announcement(TournamentDoor):
    """The notice that a ranked tournament needs."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="announcement", responses=shapes.Announcement)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The text that is proposed now, and the one that was published."""
        return self.show(self._announcement, is_all_recorded=False)

    @extend_schema(
        operation_id="publish_announcement", request=shapes.AnnouncementIn, responses=shapes.Announcement
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish the text: from here on strangers see the tournament and may enter."""
        given = parsed(shapes.AnnouncementIn, request)

        def work(tournament: Tournament, doing: Doing) -> Shown:
            return self._announcement(
                publish_announcement(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            )

        return self.act(work)

    def _announcement(self, tournament: Tournament) -> dict[str, Any]:
        page, rules = (
            reached_at(self.request, reverse(name, args=[tournament.slug]))
            for name in ("tournament", "regulation")
        )
        shown = {
            "proposed": announcement_text(tournament, page, rules),
            "published": tournament.announcement,
            "announced_at": tournament.announced_at,
        }
        return dict(shapes.Announcement(shown).data)


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


def _staff(tournament: Tournament) -> Any:
    return shapes.Helper(staff_of(tournament), many=True).data


def _tables(tournament: Tournament) -> Any:
    return shapes.Table(tables_of(tournament), many=True).data
