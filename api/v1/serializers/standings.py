"""Places and the season."""

from typing import Any

from rest_framework import serializers

from api.v1.serializers.matches import MatchSerializer, SideSerializer
from tournaments.standings.selectors import SeasonLine, StandingRow


class StandingPlaceSerializer(serializers.Serializer[StandingRow]):
    """One entry's place; points as an exact fraction and with two decimals; `why` it stands there.

    `is_uncounted`: cards at a last table were left uncounted, so that no table points were compared here.
    """

    place = serializers.IntegerField()
    entry = serializers.CharField(source="entry_code")
    names = serializers.ListField(child=serializers.CharField())
    points = serializers.CharField(source="points_text")
    points_decimal = serializers.CharField()
    why = serializers.CharField(source="why_sentence", allow_blank=True)
    is_open = serializers.BooleanField(source="open")
    is_uncounted = serializers.BooleanField(source="uncounted")


class UncountedTableSerializer(serializers.Serializer[Any]):
    """A last table whose uncounted cards could change the places named, both included; `sides` are those."""

    match = MatchSerializer()
    sides = SideSerializer(many=True)
    first_place = serializers.IntegerField()
    last_place = serializers.IntegerField()


class SeasonShownSerializer(serializers.Serializer[Any]):
    """A season that somebody has points in."""

    game = serializers.CharField()
    year = serializers.IntegerField()


class SeasonPlaceSerializer(serializers.Serializer[SeasonLine]):
    """One player's place in the season; `places` counts how often each place was taken."""

    rank = serializers.IntegerField()
    player = serializers.CharField(source="player_code")
    name = serializers.CharField()
    points = serializers.CharField(source="points_text")
    points_decimal = serializers.CharField()
    places = serializers.DictField(child=serializers.IntegerField())
    tournaments = serializers.IntegerField()
