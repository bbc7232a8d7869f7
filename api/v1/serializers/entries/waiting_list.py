"""Who waits for a place."""

from typing import Any

from rest_framework import serializers

from api.strict import SmallNumber, Strict


class WaitsSerializer(serializers.Serializer[Any]):
    """Somebody on the waiting list: `place` 1 is the next; `people` are codes as in the record."""

    code = serializers.CharField()
    place = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    people = serializers.ListField(child=serializers.CharField())
    club = serializers.CharField(allow_blank=True)
    since = serializers.DateTimeField()


class PlaceSerializer(Strict):
    """Another place on the list, 1 for the next; too far is the end."""

    place = SmallNumber()
