"""Breaks, the first call, and tables that start together."""

from collections.abc import Mapping

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Moment, Strict, Text
from tournaments.models import Break
from tournaments.models.tournament import Tournament
from tournaments.pauses import Pause


class PauseShownSerializer(Mirror[Pause]):
    """From `begins` until just before `ends`."""

    shows = ("begins", "ends")


class BreakShownSerializer(serializers.Serializer[Break]):
    """A break of the whole tournament, known by its number."""

    number = serializers.IntegerField()
    begins = serializers.DateTimeField(source="begins_at")
    ends = serializers.DateTimeField(source="ends_at")


class BreakInSerializer(Strict):
    """When a break is: `begins` null or left out for now, or for the beginning that it has."""

    begins = Moment(required=False, allow_null=True)
    ends = Moment()


class CallsShownSerializer(serializers.Serializer[Tournament]):
    """Since when matches are called; null while the planned start is still to come."""

    opened_at = serializers.DateTimeField(allow_null=True)


class StartInSerializer(Strict):
    """Codes of matches that are called."""

    matches = serializers.ListField(child=Text(max_length=12), max_length=2_000, allow_empty=False)


class StartedShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """How many began just now."""

    started = serializers.IntegerField()
