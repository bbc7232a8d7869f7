"""The regulation of a tournament."""

from typing import Any

from rest_framework import serializers

from api.strict import Strict, Text
from tournaments.models.staff import Confirmation
from tournaments.regulation.text import Clause, Section


class ConfirmationInSerializer(Strict):
    """The version that was read."""

    version = Text(max_length=64)


class RulingInSerializer(Strict):
    """How it is played today; `match` where it is about one match."""

    words = Text(max_length=2000)
    match = Text(required=False, max_length=12)


class RulingShownSerializer(serializers.Serializer[Any]):
    """A ruling; `match` is the code of the one that it is about; `ended_it`: it is that match's sheet."""

    words = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    match = serializers.CharField(source="match_code", allow_null=True)
    ended_it = serializers.BooleanField()


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


class ClauseSerializer(serializers.Serializer[Clause]):
    """One sentence; `house` is the code of the house interpretation that it is, or empty."""

    text = serializers.CharField()
    house = serializers.CharField()
    is_chosen = serializers.BooleanField()


class RegulationSectionSerializer(serializers.Serializer[Section]):
    """Clauses about one thing; `code` is stable."""

    code = serializers.CharField()
    title = serializers.CharField()
    clauses = ClauseSerializer(many=True)


class RegulationSerializer(serializers.Serializer[dict[str, object]]):
    """Everything that holds beside the rule texts of the edition."""

    version = serializers.CharField()
    edition = EditionShownSerializer()
    is_current_edition = serializers.BooleanField()
    is_confirmed = serializers.BooleanField()
    confirmed = ConfirmedSerializer(allow_null=True)
    sections = RegulationSectionSerializer(many=True)
