"""Tournaments that end otherwise."""

from collections.abc import Mapping

from rest_framework import serializers

from api.strict import SmallNumber, Strict, Text
from api.v1.serializers.setup.tournament import TournamentFactsInSerializer


class CancelReasonSerializer(Strict):
    """Why; everybody reads it."""

    reason = Text(max_length=1_000)


class DeletionSerializer(Strict):
    """The tournament's name, typed anew by whoever means it."""

    name = Text(max_length=300)


class CopySerializer(TournamentFactsInSerializer):
    """What is to be otherwise than in the tournament that is copied; the rest is as it is there."""

    kind = Text(required=False, max_length=40)
    name = Text(required=False, max_length=300)
    year = SmallNumber(required=False)


class WhichSerializer(Strict):
    """A tournament in the caller's bin."""

    slug = Text(max_length=140)


class BinnedSerializer(serializers.Serializer[Mapping[str, object]]):
    """A tournament in the caller's bin, and when it is erased."""

    slug = serializers.CharField()
    title = serializers.CharField()
    binned_at = serializers.DateTimeField()
    erased_at = serializers.DateTimeField()
