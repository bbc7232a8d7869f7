"""The moment."""

from typing import Any

from rest_framework import serializers

from api.v1.serializers.matches import Match, Seat
from api.v1.serializers.play.breaks import PauseShown
from api.v1.serializers.problems import ViolationShown
from tournaments.matches.my_day import STATUSES
from tournaments.now.selectors import ACTS


class Now(serializers.Serializer[Any]):
    """What runs, what waits, what is missing. `next_act` is the one sensible act, as a code."""

    playing = Match(many=True)
    called = Match(many=True)
    ready = Match(many=True)
    waiting_count = serializers.IntegerField()
    ended_count = serializers.IntegerField()
    total = serializers.IntegerField()
    free_tables = serializers.ListField(child=serializers.CharField())
    open_tables = serializers.IntegerField()
    missing_sheets = Match(many=True)
    late = Match(many=True)
    missing = ViolationShown(many=True)
    entries = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    delayed = serializers.BooleanField()
    next_act = serializers.ChoiceField(choices=ACTS)
    opens_at = serializers.DateTimeField(allow_null=True)
    pause = PauseShown(allow_null=True)
    next_pause = PauseShown(allow_null=True)


class Mine(serializers.Serializer[Any]):
    """The caller's own day: where to go next."""

    entry = serializers.CharField(source="entry.code")
    player = serializers.CharField(source="persona_code")
    status = serializers.ChoiceField(choices=STATUSES)
    match = Match(allow_null=True)
    seat = Seat(allow_null=True)
