"""The regulation of a tournament."""

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Strict, Text
from tournaments.models.staff import Confirmation
from tournaments.regulation.rulings import RulingView
from tournaments.regulation.text import Clause, Section


class ConfirmationInSerializer(Strict):
    """The version that was read."""

    version = Text(max_length=64)


class RulingInSerializer(Strict):
    """How it is played today; `match` where it is about one match."""

    words = Text(max_length=2000)
    match = Text(required=False, max_length=12)


class RulingShownSerializer(Mirror[RulingView]):
    """A ruling; `match` is the code of the one that it is about; `ended_it`: it is that match's sheet."""

    shows = ("words", "at", "match", "ended_it")


class EditionShownSerializer(serializers.Serializer[dict[str, object]]):
    """The rule texts that the tournament is pinned to."""

    id = serializers.CharField()
    sha256 = serializers.CharField()


class ConfirmedSerializer(serializers.Serializer[Confirmation]):
    """The latest confirmation; `by` is a code of this tournament's record, `seq` its line."""

    version = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField(source="by.code")
    seq = serializers.IntegerField()


class ClauseSerializer(Mirror[Clause]):
    """One sentence; `house` is the code of the house interpretation that it is, or empty."""

    shows = ("text", "house", "is_chosen")


class RegulationSectionSerializer(Mirror[Section]):
    """Clauses about one thing; `code` is stable."""

    shows = ("code", "title", "clauses")
    clauses = ClauseSerializer(many=True)


class RegulationSerializer(serializers.Serializer[dict[str, object]]):
    """Everything that holds beside the rule texts of the edition."""

    version = serializers.CharField()
    edition = EditionShownSerializer()
    is_current_edition = serializers.BooleanField()
    is_confirmed = serializers.BooleanField()
    confirmed = ConfirmedSerializer(allow_null=True)
    sections = RegulationSectionSerializer(many=True)
