"""The present state of the day, and the caller's next match."""

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from api.base_view import JSONBody, TournamentApiView
from api.field_docs import MOMENT, doc
from api.mirror import Mirror, MirrorField
from api.problems import ViolationShownSerializer
from api.v1.matches import MatchSerializer, SeatSerializer
from api.v1.play.breaks import PauseShownSerializer
from core.errors import Forbidden
from tournaments.match_views.whereabouts import STATUSES, MyDay, my_day
from tournaments.models import Tournament
from tournaments.now.selectors import ACTS, NowView, now_view
from tournaments.play.blocked_matches import Blocker


class KeptBySerializer(serializers.Serializer[Blocker]):
    """A player of a ready match who is at another table, so that the match waits."""

    match = serializers.CharField(**doc("The code of the match.", "m7xk2qpw"))
    name = serializers.CharField(
        **doc("How the person, or the thing, is called in public.", "Ana Mariapaulista")
    )
    elsewhere = serializers.BooleanField(**doc("Whether that table is one of another tournament.", False))
    title = serializers.CharField(
        **doc(
            "The other tournament; empty if it is this one, or one that the caller may not see.",
            "Chama: Campeonato Copa 2026",
        )
    )
    table = serializers.CharField(
        **doc("The label of the table where they are; empty if the caller may not know it.", "3")
    )
    since = serializers.DateTimeField(**doc("When they were called there.", MOMENT))
    person = serializers.CharField(**doc("The code of that person in this tournament.", "p7xk2qpw"))
    slug = serializers.CharField(
        **doc("The slug of the other tournament; empty if the title is.", "chama-campeonato-copa-2026")
    )
    there = serializers.CharField(
        **doc("The code of the match where they are; empty if the title is.", "m2pd8wqz")
    )
    is_overdue = serializers.BooleanField(
        **doc(
            "Whether another tournament has held them past the grace time: the match may be called anyway.",
            False,
        )
    )
    is_separable = serializers.BooleanField(
        **doc("Whether a coordinator may say that they are two people of one name.", True)
    )


class NowSerializer(Mirror[NowView]):
    """What runs, what waits, what is missing. `next_act` is the code of what the staff should do next."""

    playing = MatchSerializer(many=True, **doc("Matches that are being played."))
    called = MatchSerializer(many=True, **doc("Matches that are called to a table and not begun."))
    ready = MatchSerializer(many=True, **doc("Matches that wait for a table only."))
    waiting_count = MirrorField("How many matches wait for their players.", 3)
    ended_count = MirrorField("How many matches have ended.", 5)
    total = MirrorField("How many matches there are, byes not counted.", 12)
    free_tables = MirrorField("Labels of the open tables that no tournament of the hall uses.", ["4"])
    open_tables = MirrorField("How many tables are open.", 4)
    missing_sheets = MatchSerializer(
        many=True, **doc("Matches whose time was called 10 minutes ago or more, without a sheet.")
    )
    late = MatchSerializer(
        many=True, **doc("Matches that were called and have not begun within the grace time.")
    )
    missing = ViolationShownSerializer(many=True, **doc("What is missing before the draw."))
    entries = MirrorField("How many entries there are that did not leave.", 9)
    checked_in = MirrorField("How many of them are here.", 9)
    delayed = MirrorField("Whether calls and clocks run late, since no worker answers.", False)
    next_act = serializers.ChoiceField(choices=ACTS, **doc("The one sensible thing to do now.", "draw"))
    opens_at = MirrorField(
        "When the first round will be called; null once it is called, and if no start is planned.", MOMENT
    )
    awaits_opening = MirrorField(
        "Whether no table is called until a coordinator opens calls: the planned day has no time.", False
    )
    pause = PauseShownSerializer(
        allow_null=True, **doc("The break that goes on, in which nothing is late; null for none.")
    )
    next_pause = PauseShownSerializer(allow_null=True, **doc("The break that comes next; null for none."))
    kept_waiting = KeptBySerializer(
        many=True,
        **doc("Players of ready matches who are at another table; no player is called to two."),
    )


class MineSerializer(serializers.Serializer[MyDay]):
    """The caller's own day: where to go next."""

    entry = serializers.CharField(source="entry.code", **doc("The code of the entry.", "e4k2x9"))
    player = serializers.CharField(
        source="persona_code",
        **doc(
            "The code of a person in this tournament's record; a seat of a match bears it too.", "pwr5fkbzz"
        ),
    )
    status = serializers.ChoiceField(choices=STATUSES, **doc("The caller's status.", "called"))
    match = MatchSerializer(
        allow_null=True, **doc("The match to go to, or the last one; null before the draw.")
    )
    seat = SeatSerializer(allow_null=True, **doc("The caller's chair there; null without a match."))


class NowApiView(TournamentApiView):
    """Route to read the present state of the day."""

    @extend_schema(operation_id="now", responses=NowSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the running day: what runs, what waits and for whom, and which table is free.

        Also which sheets are missing, which matches are late, what is missing before the draw, and
        the next act.
        """
        return self.show(
            lambda tournament: NowSerializer(now_view(tournament, timezone.now(), reader=self.player)).data,
            is_all_recorded=False,
        )


class MineApiView(TournamentApiView):
    """Route to read where the caller goes next."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="my_day", responses=MineSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read where the caller goes next; 404 for a caller who is not entered."""

        def show_own_day(tournament: Tournament) -> JSONBody:
            day = my_day(tournament, self.player)
            if day is None:
                raise Forbidden("not_found")
            return MineSerializer(day).data

        return self.show(show_own_day)
