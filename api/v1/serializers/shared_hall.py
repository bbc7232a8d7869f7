"""A hall that tournaments share: who they are, and which tables the others use."""

from collections.abc import Mapping

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Strict, Text
from scheduling.shared_tables import UsedElsewhere


class ShareHallSerializer(Strict):
    """Which tournament shares the tables, by its slug."""

    tournament = Text(max_length=140)


class NeighbourSerializer(serializers.Serializer[Mapping[str, str]]):
    """Another tournament of the hall."""

    slug = serializers.CharField()
    title = serializers.CharField()


class UsedTableSerializer(Mirror[UsedElsewhere]):
    """A table at which another tournament has a match now."""

    shows = ("table", "slug", "title", "until")
    table = serializers.CharField(source="label")


class SharedHallShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The hall as the caller may know it."""

    shared_with = NeighbourSerializer(many=True)
    used = UsedTableSerializer(many=True)
