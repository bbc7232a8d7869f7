"""The moment."""

from rest_framework import serializers

from api.v1.serializers.matches import MatchSerializer, SeatSerializer
from api.v1.serializers.play.breaks import PauseShownSerializer
from api.v1.serializers.problems import ViolationShownSerializer
from tournaments.matches.my_day import STATUSES, MyDay
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


class NowSerializer(serializers.Serializer[NowView]):
    """What runs, what waits, what is missing. `next_act` is the one sensible act, as a code."""

    playing = MatchSerializer(many=True)
    called = MatchSerializer(many=True)
    ready = MatchSerializer(many=True)
    waiting_count = serializers.IntegerField()
    ended_count = serializers.IntegerField()
    total = serializers.IntegerField()
    free_tables = serializers.ListField(child=serializers.CharField())
    open_tables = serializers.IntegerField()
    missing_sheets = MatchSerializer(many=True)
    late = MatchSerializer(many=True)
    missing = ViolationShownSerializer(many=True)
    entries = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    delayed = serializers.BooleanField()
    next_act = serializers.ChoiceField(choices=ACTS)
    opens_at = serializers.DateTimeField(allow_null=True)
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
