"""Pins on the timetable: a match held to a table, to a time, or both."""

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Moment, Strict, Text
from scheduling.models import PinLost
from scheduling.timetable_views import ShownPin


class PinInSerializer(Strict):
    """What holds the match from now on: a table, a time, or both; what is left out stays open."""

    table = Text(max_length=20, required=False, default="")
    begins_at = Moment(required=False, allow_null=True, default=None)


class PinShownSerializer(Mirror[ShownPin]):
    """A pin of a match that was not called yet, or what became of it."""

    shows = ("match", "table", "begins_at", "dropped")
    match = serializers.CharField(source="code")
    table = serializers.CharField(allow_blank=True)
    begins_at = serializers.DateTimeField(source="begins", allow_null=True)
    dropped = serializers.ChoiceField(choices=PinLost.choices, allow_blank=True)
