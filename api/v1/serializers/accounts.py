"""Accounts."""

from rest_framework import serializers

from accounts.models import Player
from api.strict import Strict, Text


class SignUpSerializer(Strict):
    """A new account; the password is checked by the site's own rules."""

    username = Text(max_length=150)
    password = Text(max_length=500, trim_whitespace=False, write_only=True)
    name = Text(max_length=300)


class RenameSerializer(Strict):
    """Another name for the person, or whether they are under 18."""

    name = Text(max_length=300, required=False)
    is_minor = serializers.BooleanField(required=False)


class MeSerializer(serializers.Serializer[Player]):
    """The calling account: `player` is the public code of the person."""

    username = serializers.CharField(source="user.username")
    name = serializers.CharField()
    player = serializers.CharField(source="code")
    club = serializers.CharField(source="club.name", default="", allow_blank=True)
    is_minor = serializers.BooleanField()
