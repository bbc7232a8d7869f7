"""The moment: what runs and waits, and where the caller goes next."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from api.base_view import TournamentApiView
from api.mirror import Mirror
from api.problems import ViolationShownSerializer
from api.v1.matches import MatchSerializer, SeatSerializer
from api.v1.play.breaks import PauseShownSerializer
from core.errors import Forbidden
from tournaments.match_views.whereabouts import STATUSES, MyDay, my_day
from tournaments.models import Tournament
from tournaments.now.selectors import ACTS, NowView, now
from tournaments.play.kept_waiting import KeptBy


class KeptBySerializer(serializers.Serializer[KeptBy]):
    """Somebody of a ready match who is at another table."""

    match = serializers.CharField()
    name = serializers.CharField()
    elsewhere = serializers.BooleanField()
    title = serializers.CharField()
    table = serializers.CharField()
    since = serializers.DateTimeField()
    person = serializers.CharField()
    slug = serializers.CharField()
    there = serializers.CharField()
    is_overdue = serializers.BooleanField()
    is_separable = serializers.BooleanField()


class NowSerializer(Mirror[NowView]):
    """What runs, what waits, what is missing. `next_act` is the one sensible act, as a code."""

    shows = (
        "playing", "called", "ready", "waiting_count", "ended_count", "total", "free_tables", "open_tables",
        "missing_sheets", "late", "missing", "entries", "checked_in", "delayed", "next_act", "opens_at",
        "awaits_opening", "pause", "next_pause",
    )  # fmt: skip
    playing = MatchSerializer(many=True)
    called = MatchSerializer(many=True)
    ready = MatchSerializer(many=True)
    missing_sheets = MatchSerializer(many=True)
    late = MatchSerializer(many=True)
    missing = ViolationShownSerializer(many=True)
    next_act = serializers.ChoiceField(choices=ACTS)
    pause = PauseShownSerializer(allow_null=True)
    next_pause = PauseShownSerializer(allow_null=True)
    kept_waiting = KeptBySerializer(many=True)


class MineSerializer(serializers.Serializer[MyDay]):
    """The caller's own day: where to go next."""

    entry = serializers.CharField(source="entry.code")
    player = serializers.CharField(source="persona_code")
    status = serializers.ChoiceField(choices=STATUSES)
    match = MatchSerializer(allow_null=True)
    seat = SeatSerializer(allow_null=True)


class NowApiView(TournamentApiView):
    """The tournament's now."""

    @extend_schema(operation_id="now", responses=NowSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """What runs, what waits and for whom, which sheet is missing, which table is free."""
        return self.show(
            lambda tournament: NowSerializer(now(tournament, timezone.now(), reader=self.player)).data,
            is_all_recorded=False,
        )


class MineApiView(TournamentApiView):
    """The caller's own day."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="my_day", responses=MineSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Where the caller goes next; 404 for somebody who is not entered."""

        def build(tournament: Tournament) -> object:
            day = my_day(tournament, self.player)
            if day is None:
                raise Forbidden("not_found")
            return MineSerializer(day).data

        return self.show(build)
