"""Tables that ask for a judge or for the coordinator."""

from typing import Any

from rest_framework import serializers

from api.strict import Strict, Text
from matches.models import Whom
from tournaments.help.selectors import HelpView


class HelpInSerializer(Strict):
    """Whom the table asks for."""

    whom = Text(known=Whom.values, max_length=20)


class HelpShownSerializer(serializers.Serializer[HelpView]):
    """A table that waits for somebody."""

    code = serializers.CharField()
    whom = serializers.ChoiceField(choices=Whom.values)
    table = serializers.CharField()
    match = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True)
    taken_by = serializers.CharField()


class HelpAtTableSerializer(serializers.Serializer[Any]):
    """What a table waits for; who is on the way is the staff's matter."""

    whom = serializers.ChoiceField(choices=Whom.values)
    at = serializers.DateTimeField()
    taken_at = serializers.DateTimeField(allow_null=True)
