"""The record and the names beside it."""

from rest_framework import serializers


class RecordHeadSerializer(serializers.Serializer[dict[str, object]]):
    """The record's latest line."""

    seq = serializers.IntegerField()
    sha256 = serializers.CharField()


class RecordPeopleSerializer(serializers.Serializer[dict[str, object]]):
    """Names behind the codes of the record."""

    tournament = serializers.CharField()
    head = RecordHeadSerializer()
    people = serializers.DictField(child=serializers.CharField())
