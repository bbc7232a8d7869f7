"""Places, the season and its leagues, series, and clubs."""

from collections.abc import Mapping

from rest_framework import serializers

from accounts.models import Club
from api.mirror import Mirror
from api.pagination import PageQuery
from api.strict import Strict, Text
from api.v1.matches import MatchSerializer, SideSerializer
from api.v1.setup.serializers import game_keys
from rulesets.registry import GAMES
from tournaments.standings.clubs import ClubEvent, ClubMember
from tournaments.standings.league import MOST_BEST, MOST_EVENTS
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


class LeagueChoiceSerializer(Strict):
    """What makes the league: events of the season (none: all), how many results count, for which club.

    `also`: other games whose season of the year is added up with it.
    """

    also = serializers.ListField(
        child=Text(max_length=30, known=game_keys), required=False, max_length=len(GAMES)
    )
    event = serializers.ListField(child=Text(max_length=140), required=False, max_length=MOST_EVENTS)
    best = serializers.IntegerField(required=False, min_value=1, max_value=MOST_BEST)
    club = serializers.IntegerField(required=False, min_value=1, max_value=2**31 - 1)


class LeagueQuerySerializer(LeagueChoiceSerializer, PageQuery):
    """A league, page by page."""


class LeagueResultSerializer(serializers.Serializer[Mapping[str, object]]):
    """What somebody has at an event, and whether it counts in the league."""

    event = serializers.CharField()
    place = serializers.IntegerField()
    points_decimal = serializers.CharField()
    counts = serializers.BooleanField()


class LeaguePlaceSerializer(SeasonPlaceSerializer):
    """One player's place in the league, of what counts."""

    results = LeagueResultSerializer(many=True)


class ClubFoundSerializer(serializers.Serializer[Club]):
    """A club that has a page."""

    number = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class ClubShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A club, with how much there is of it, and the seasons in which its people have a place."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    people = serializers.IntegerField()
    tournaments = serializers.IntegerField()
    titles = serializers.IntegerField()
    seasons = SeasonShownSerializer(many=True)


class ClubSearchQuerySerializer(Strict):
    """Words of the name."""

    search = serializers.CharField(max_length=100)


class ClubMemberQuerySerializer(PageQuery):
    """Of which season the places are: the newest that fits."""

    game = serializers.CharField(required=False, max_length=30)
    year = serializers.IntegerField(required=False, min_value=0, max_value=9999)


class ClubMemberSerializer(Mirror[ClubMember]):
    """Somebody who plays for the club; place and points of the season, null for who has none there."""

    shows = ("name", "page", "tournaments", "titles", "rank", "points", "points_decimal")
    name = serializers.CharField(source="who.name")
    page = serializers.CharField(source="who.page")
    rank = serializers.IntegerField(source="line.rank", allow_null=True)
    points = serializers.CharField(source="line.points_text", allow_null=True)
    points_decimal = serializers.CharField(source="line.points_decimal", allow_null=True)


class ClubEventSerializer(Mirror[ClubEvent]):
    """A tournament that the club's people went to, and who of them came furthest."""

    shows = ("tournament", "title", "year", "people", "best", "first")
    tournament = serializers.CharField(source="tournament.slug")
    title = serializers.CharField(source="tournament.title")
    year = serializers.IntegerField(source="tournament.year")
    first = ChampionSerializer(many=True)
