"""The draw: shapes to choose from, what is missing, and what was drawn."""

from typing import Any

from rest_framework import serializers

from api.strict import Flag, Strict, Text, WholeNumber
from api.v1.serializers.problems import ViolationShown
from tournaments.bracket.shapes import Shape
from tournaments.services.drawing import LARGEST_SEED, METHODS

MOST_ROUNDS = 20
MOST_TABLES = 10_000
LARGE = 2**62


class ShapeQuery(Strict):
    """How many entries; without it those that are checked in."""

    entries = serializers.IntegerField(required=False, min_value=0, max_value=10_000)


class ShapeField(serializers.ListField):
    """Table sizes of every round, `[[4, 4], [2]]`; a bye is a table of 1."""

    child = serializers.ListField(child=WholeNumber(min_value=0, max_value=100), max_length=MOST_TABLES)

    def to_representation(self, data: Shape | list[list[int]]) -> list[list[int]]:
        """The sizes, round by round."""
        rounds = data.rounds if isinstance(data, Shape) else data
        return [list(sizes) for sizes in rounds]


class Offer(serializers.Serializer[Any]):
    """One shape and what it means for the day; `minutes` from the first to the last match."""

    shape = ShapeField()
    matches = serializers.IntegerField()
    rounds = serializers.IntegerField()
    tables_needed = serializers.IntegerField()
    minutes = serializers.IntegerField()
    is_default = serializers.BooleanField()


class Readiness(serializers.Serializer[Any]):
    """Everything that is still missing before the draw."""

    ready = serializers.BooleanField()
    missing = ViolationShown(many=True)


class DrawIn(Strict):
    """How to draw: the proposed shape unless one is given, a chosen seed unless one is given.

    `apart` keeps club-mates apart in round 1 where possible. `regulation` is the version that the caller
    read: it is confirmed in the same step.
    """

    shape = ShapeField(required=False, allow_null=True, max_length=MOST_ROUNDS)
    method = Text(required=False, max_length=20, known=METHODS)
    seed = WholeNumber(
        required=False, allow_null=True, min_value=-LARGE, max_value=LARGE, between=(0, LARGEST_SEED)
    )
    apart = Flag(required=False)
    regulation = Text(required=False, allow_null=True, max_length=64)


class Drawn(serializers.Serializer[Any]):
    """The standing draw: with its seed anybody can repeat it; `order` lists entries, strongest first."""

    method = serializers.ChoiceField(choices=METHODS)
    seed = serializers.IntegerField(allow_null=True)
    shape = ShapeField()
    shape_is_default = serializers.BooleanField()
    order = serializers.ListField(child=serializers.CharField())
    published_at = serializers.DateTimeField()
    seq = serializers.IntegerField()


class Reason(Strict):
    """Why."""

    reason = Text(max_length=500)
