"""The record and the names beside it."""

from typing import Any

from rest_framework import serializers


class RecordHead(serializers.Serializer[Any]):
    """The record's latest line."""

    seq = serializers.IntegerField()
    sha256 = serializers.CharField()


class RecordPeople(serializers.Serializer[Any]):
    """Names behind the codes of the record."""

    tournament = serializers.CharField()
    head = RecordHead()
    people = serializers.DictField(child=serializers.CharField())
