"""The moment: what runs and waits, and where the caller goes next."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from api.base_view import TournamentApiView
from api.v1.serializers import now as shapes
from core.errors import Forbidden
from tournaments.match_views.whereabouts import my_day
from tournaments.models import Tournament
from tournaments.now.selectors import now


class NowApiView(TournamentApiView):
    """The tournament's now."""

    @extend_schema(operation_id="now", responses=shapes.NowSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What runs, what waits and for whom, which sheet is missing, which table is free."""
        return self.show(
            lambda tournament: shapes.NowSerializer(now(tournament, timezone.now(), reader=self.player)).data,
            is_all_recorded=False,
        )


class MineApiView(TournamentApiView):
    """The caller's own day."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="my_day", responses=shapes.MineSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Where the caller goes next; 404 for somebody who is not entered."""

        def build(tournament: Tournament) -> object:
            day = my_day(tournament, self.player)
            if day is None:
                raise Forbidden("not_found")
            return shapes.MineSerializer(day).data

        return self.show(build)
