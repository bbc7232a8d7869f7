"""One's own data."""

from typing import Any

from rest_framework import serializers

from api.strict import Flag, Strict, Text


class ForgetSerializer(Strict):
    """The password again."""

    password = Text(max_length=500, trim_whitespace=False, write_only=True)


class MinorSerializer(Strict):
    """Who of the entry, and whether they are under 18.

    `namesakes` marks every other record of that name in that club too, if it has no account.
    """

    person = Text(max_length=12)
    is_minor = serializers.BooleanField()
    namesakes = Flag(required=False)


class OwnDataSerializer(serializers.Serializer[dict[str, Any]]):
    """All that is kept of the caller."""

    format = serializers.CharField()
    at = serializers.DateTimeField()
    person = serializers.DictField()
    account = serializers.DictField(allow_null=True)
    keys = serializers.ListField(child=serializers.DictField())
    passkeys = serializers.ListField(child=serializers.DictField())
    sessions = serializers.ListField(child=serializers.DictField())
    calendars = serializers.ListField(child=serializers.DictField())
    tournaments = serializers.ListField(child=serializers.DictField())
    types = serializers.ListField(child=serializers.DictField())
