"""The code that hangs at the door."""

from typing import Any

from rest_framework import serializers

from api.strict import Strict, Text


class ArrivalSerializer(Strict):
    """What somebody reads at the door."""

    code = Text(max_length=12)


class DoorSerializer(serializers.Serializer[Any]):
    """The code with which people check themselves in; null where only the staff does."""

    code = serializers.CharField(allow_null=True)
