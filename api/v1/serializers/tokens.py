"""Keys for programs."""

from collections.abc import Mapping

from rest_framework import serializers

from accounts.models import Scope
from accounts.tokens import LONGEST_NAME, MOST_DAYS
from api.strict import Strict, Text


class TokenWantedSerializer(Strict):
    """User name and password of an account, and what the token is for."""

    username = Text(max_length=150)
    password = Text(max_length=500, trim_whitespace=False, write_only=True)
    code = Text(max_length=40, required=False, write_only=True)
    name = Text(max_length=LONGEST_NAME, required=False, allow_blank=True)
    scope = serializers.ChoiceField(Scope.values, required=False)
    expires_in_days = serializers.IntegerField(min_value=1, max_value=MOST_DAYS, required=False)


class TokenShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A token as it may be looked at."""

    id = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    scope = serializers.ChoiceField(Scope.values)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    last_used_at = serializers.DateTimeField(allow_null=True)


class TokenMadeSerializer(TokenShownSerializer):
    """A new one: `token` goes into `Authorization: Token …`, and is not shown again."""

    token = serializers.CharField()
