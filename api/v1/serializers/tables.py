"""The physical tables of the hall."""

from typing import Any

from rest_framework import serializers

from api.strict import Flag, Strict, WholeNumber
from scheduling.services import MOST_TABLES


class TableCountSerializer(Strict):
    """How many physical tables there are, numbered from 1."""

    count = WholeNumber(between=(0, MOST_TABLES))


class TableStateSerializer(Strict):
    """Open a table for matches, or close it."""

    is_open = Flag()


class TableSerializer(serializers.Serializer[Any]):
    """A physical table; `match` is the one that is called or played there."""

    table = serializers.CharField(source="label")
    is_open = serializers.BooleanField()
    match = serializers.CharField(allow_null=True)
