"""Penalties, for the staff."""

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Strict, Text
from tournaments.models.penalty import PenaltyKind
from tournaments.penalties.give import LONGEST
from tournaments.penalties.selectors import PenaltyView


class PenaltyQuerySerializer(Strict):
    """Whose penalties are asked for; of everybody where nobody is named."""

    person = Text(required=False, max_length=12)


class PenaltyInSerializer(Strict):
    """Whom it is given to, what it is, and why."""

    person = Text(max_length=12)
    kind = serializers.ChoiceField(choices=PenaltyKind.values)
    reason = Text(max_length=LONGEST)
    match = Text(max_length=12, required=False)


class PenaltyShownSerializer(Mirror[PenaltyView]):
    """A penalty as the staff reads it."""

    shows = ("code", "person", "name", "kind", "reason", "at", "by", "withdrawn_at", "match")
    kind = serializers.ChoiceField(choices=PenaltyKind.values)
    match = serializers.CharField(source="match.code", default=None, allow_null=True)
