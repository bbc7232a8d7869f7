"""Places, the season, and series."""

from collections.abc import Mapping

from rest_framework import serializers

from api.mirror import Mirror
from api.v1.serializers.matches import MatchSerializer, SideSerializer
from tournaments.standings.profile import Opponent
from tournaments.standings.selectors import SeasonLine, StandingRow
from tournaments.standings.series import SeriesEvent
from tournaments.standings.uncounted import UncountedTable


class StandingPlaceSerializer(Mirror[StandingRow]):
    """One entry's place; points as an exact fraction and with two decimals; `why` it stands there.

    `is_uncounted`: cards at a last table were left uncounted, so that no score was compared here.
    """

    shows = ("place", "entry", "names", "points", "points_decimal", "why", "is_open", "is_uncounted")
    entry = serializers.CharField(source="entry_code")
    points = serializers.CharField(source="points_text")
    why = serializers.CharField(source="why_sentence", allow_blank=True)
    is_open = serializers.BooleanField(source="open")
    is_uncounted = serializers.BooleanField(source="uncounted")


class UncountedTableSerializer(Mirror[UncountedTable]):
    """A last table whose uncounted cards could change the places named, both included; `sides` are those."""

    shows = ("match", "sides", "first_place", "last_place")
    match = MatchSerializer()
    sides = SideSerializer(many=True)


class SeasonShownSerializer(serializers.Serializer[Mapping[str, str | int]]):
    """A season that somebody has points in."""

    game = serializers.CharField()
    year = serializers.IntegerField()


class SeasonPlaceSerializer(Mirror[SeasonLine]):
    """One player's place in the season; `places` counts how often each place was taken."""

    shows = ("rank", "player", "name", "points", "points_decimal", "places", "tournaments")
    player = serializers.CharField(source="player_code")
    points = serializers.CharField(source="points_text")
    places = serializers.DictField(child=serializers.IntegerField())


class ChampionSerializer(Mirror[Opponent]):
    """Somebody who won; `page` is empty for who shows none."""

    shows = ("name", "page")
    page = serializers.CharField(allow_blank=True)


class SeriesEventSerializer(Mirror[SeriesEvent]):
    """A tournament of the series, and who won it."""

    shows = ("tournament", "title", "year", "entries", "champions")
    tournament = serializers.CharField(source="tournament.slug")
    title = serializers.CharField(source="tournament.title")
    year = serializers.IntegerField(source="tournament.year")
    champions = ChampionSerializer(many=True)
