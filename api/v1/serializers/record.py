"""The record and the names beside it."""

from rest_framework import serializers

from tournaments.models import State


class RecordHeadSerializer(serializers.Serializer[dict[str, object]]):
    """The record's latest line."""

    seq = serializers.IntegerField()
    sha256 = serializers.CharField()


class SignedHeadSerializer(serializers.Serializer[dict[str, object]]):
    """What this site says of a record up to its last line, signed where the site has a key."""

    at = serializers.CharField()
    format = serializers.CharField()
    seq = serializers.IntegerField()
    sha256 = serializers.CharField()
    state = serializers.ChoiceField(choices=State.values)
    tournament = serializers.CharField()
    key = serializers.CharField(allow_null=True, default=None)
    signature = serializers.CharField(allow_null=True, default=None)


class RecordPeopleSerializer(serializers.Serializer[dict[str, object]]):
    """Names behind the codes of the record."""

    tournament = serializers.CharField()
    head = RecordHeadSerializer()
    people = serializers.DictField(child=serializers.CharField())
