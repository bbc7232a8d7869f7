"""Before the day: who helps, and the announcement."""

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Plain, Shown, TournamentApiView, WriteRequest, parsed, shaped_all
from api.v1.serializers.setup import staff as shapes
from core.errors import Forbidden
from core.http.lan_address import reached_at
from tournaments.models import Role, Tournament
from tournaments.setup.announce import publish_announcement
from tournaments.setup.announcement_text import announcement_text
from tournaments.setup.staff import assign, remove
from tournaments.setup.staff_selectors import find_staff, staff_of

ROLE = OpenApiParameter("role", str, OpenApiParameter.PATH, enum=Role.values)


class HelpersApiView(TournamentApiView):
    """Who has which role."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="list_staff", responses=shapes.HelperSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Everybody with a role, for the staff itself."""
        return self.show(_staff, need="judge")

    @extend_schema(
        operation_id="assign_staff",
        request=shapes.AssignmentSerializer,
        responses={201: shapes.HelperSerializer(many=True)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give an account the role of coordinator or judge; again changes nothing.

        403 `organizer_on_page`: another organizer is named on the page for the staff, by whoever gives the
        password again.
        """
        given = parsed(shapes.AssignmentSerializer, request)
        if given["role"] == Role.ORGANIZER:
            self.require_right("manage")
            raise Forbidden("organizer_on_page", {"page": reverse("staff", args=[slug])})

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            assign(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            return _staff(tournament)

        return self.act(work, status=201)


class OneHelperApiView(TournamentApiView):
    """One role of one person."""

    rights = {"DELETE": "manage"}

    @extend_schema(
        operation_id="remove_staff",
        parameters=[ROLE],
        request=None,
        responses={200: shapes.HelperSerializer(many=True)},
    )
    def delete(self, request: Request, slug: str, role: str, person: str) -> Response:
        """Take the role back; the last organizer stays."""

        def work(tournament: Tournament, doing: WriteRequest) -> list[Plain]:
            held = find_staff(tournament, person, role)
            remove(tournament, staff=held, seen=doing.seen, by=doing.actor, now=doing.now)
            return _staff(tournament)

        return self.act(work)


class AnnouncementApiView(TournamentApiView):
    """The notice that a ranked tournament needs."""

    rights = {"POST": "manage"}

    @extend_schema(operation_id="announcement", responses=shapes.AnnouncementSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The text that is proposed now, and the one that was published."""
        return self.show(self._announcement, is_all_recorded=False)

    @extend_schema(
        operation_id="publish_announcement",
        request=shapes.AnnouncementInSerializer,
        responses=shapes.AnnouncementSerializer,
    )
    def post(self, request: Request, slug: str) -> Response:
        """Publish the text: from here on strangers see the tournament and may enter."""
        given = parsed(shapes.AnnouncementInSerializer, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            return self._announcement(
                publish_announcement(tournament, **given, seen=doing.seen, by=doing.actor, now=doing.now)
            )

        return self.act(work)

    def _announcement(self, tournament: Tournament) -> dict[str, object]:
        page, rules = (
            reached_at(self.request, reverse(name, args=[tournament.slug]))
            for name in ("tournament", "regulation")
        )
        shown = {
            "proposed": announcement_text(tournament, page, rules),
            "published": tournament.announcement,
            "announced_at": tournament.announced_at,
        }
        return dict(shapes.AnnouncementSerializer(shown).data)


def _staff(tournament: Tournament) -> list[Plain]:
    return shaped_all(shapes.HelperSerializer, staff_of(tournament))
