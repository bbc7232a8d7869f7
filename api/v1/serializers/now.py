"""The moment."""

from rest_framework import serializers

from api.mirror import Mirror
from api.v1.serializers.matches import MatchSerializer, SeatSerializer
from api.v1.serializers.play.breaks import PauseShownSerializer
from api.v1.serializers.problems import ViolationShownSerializer
from tournaments.match_views.whereabouts import STATUSES, MyDay
from tournaments.now.selectors import ACTS, NowView
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
