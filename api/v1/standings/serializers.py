"""Serializers of places, seasons, leagues, series and clubs."""

from collections.abc import Mapping

from rest_framework import serializers

from accounts.models import Club
from api.field_docs import SLUG, doc
from api.mirror import Mirror, MirrorField
from api.pagination import PageQuery
from api.strict import StrictFields, Text
from api.v1.matches import MatchSerializer, SideSerializer
from api.v1.setup.serializers import game_keys
from rulesets.registry import GAMES
from tournaments.entry_names import PublicPlayer
from tournaments.standings.clubs import ClubEvent, ClubMember
from tournaments.standings.league import MAX_BEST, MAX_EVENTS
from tournaments.standings.selectors import SeasonLine, StandingRow
from tournaments.standings.series import SeriesEvent
from tournaments.standings.uncounted import UncountedTable


class StandingPlaceSerializer(Mirror[StandingRow]):
    """One entry's place; points as an exact fraction and with two decimals; `why` it is there.

    `is_uncounted`: cards at a last table were left uncounted, so that no score was compared here.
    """

    place = MirrorField("The place, from 1; equal ones share it.", 1)
    entry = serializers.CharField(source="entry_code", **doc("The code of the entry.", "e4k2x9"))
    names = MirrorField("Who they are: one name, or two in Duplas.", ["Lia Prado"])
    points = serializers.CharField(
        source="points_text", **doc("Points for the season, exact, in lowest terms: `25` or `27/2`.", "27/2")
    )
    points_decimal = MirrorField("The same with two decimals.", "13.50")
    why = serializers.CharField(
        source="why_sentence",
        allow_blank=True,
        **doc(
            "What parts this place from the next, in the language of the request; empty for nothing.",
            "The round reached.",
        ),
    )
    is_open = serializers.BooleanField(
        source="open", **doc("Whether the entry still plays, so that the place may change.", False)
    )
    is_uncounted = serializers.BooleanField(
        source="uncounted",
        **doc(
            "Whether cards at a last table were left uncounted, so that no score was compared here.", False
        ),
    )


class UncountedTableSerializer(Mirror[UncountedTable]):
    """A last table with uncounted cards that could change the places named, both included.

    `sides` are those whose cards were not counted.
    """

    match = MatchSerializer(**doc("The match at that table."))
    sides = SideSerializer(many=True, **doc("Sides whose cards were not counted."))
    first_place = MirrorField("The first place that hangs on these cards, from 1.", 3)
    last_place = MirrorField("The last place that hangs on these cards, itself included.", 5)


class SeasonShownSerializer(serializers.Serializer[Mapping[str, str | int]]):
    """A season in which points were given: a game and a year."""

    game = serializers.CharField(**doc("The key of the game; `chama` by default.", "chama"))
    year = serializers.IntegerField(**doc("The year in the title, and of the season.", 2026))


class SeasonPlaceSerializer(Mirror[SeasonLine]):
    """One player's place in the season; `places` counts how often each place was taken."""

    rank = MirrorField("The place in the season, from 1; equal ones share it.", 1)
    player = serializers.CharField(
        source="player_code", **doc("The public code of the person in the whole house.", "k7m2x9qd")
    )
    name = MirrorField("The person.", "Caio")
    points = serializers.CharField(
        source="points_text", **doc("Points for the season, exact, in lowest terms: `25` or `27/2`.", "27/2")
    )
    points_decimal = MirrorField("The same with two decimals.", "13.50")
    places = serializers.DictField(
        child=serializers.IntegerField(), **doc("How often each place was taken.", {"1": 2, "3": 1})
    )
    tournaments = MirrorField("In how many tournaments.", 3)


class ChampionSerializer(Mirror[PublicPlayer]):
    """A winner; `page` is the code of their public page, empty without one."""

    name = MirrorField("The person.", "Caio")
    page = serializers.CharField(
        allow_blank=True, **doc("The code of their public page; empty without one.", "pwr5fkbzz")
    )


class SeriesEventSerializer(Mirror[SeriesEvent]):
    """A tournament of a series, and its winners."""

    tournament = serializers.CharField(source="tournament.slug", **doc("The tournament's `slug`.", SLUG))
    title = serializers.CharField(
        source="tournament.title",
        **doc(
            "The whole title; it follows from game, type, name, variants and year.",
            "Chama: Campeonato Mariapaulista 2026",
        ),
    )
    year = serializers.IntegerField(
        source="tournament.year", **doc("The year in the title, and of the season.", 2026)
    )
    entries = MirrorField("How many entries it has, those aside that were withdrawn.", 16)
    champions = ChampionSerializer(many=True, **doc("Who won it, both of a pair; none until it is finished."))


class LeagueChoiceSerializer(StrictFields):
    """What makes the league: events of the season (none: all), how many results count, for which club.

    `also`: other games whose season of the year is added up with it.
    """

    also = serializers.ListField(
        child=Text(max_length=30, known=game_keys),
        required=False,
        max_length=len(GAMES),
        **doc("Another game whose season is added up with it; once for each of them.", ["castelo"]),
    )
    event = serializers.ListField(
        child=Text(max_length=140),
        required=False,
        max_length=MAX_EVENTS,
        **doc("An event of the season, by what names the tournament; once for each of them.", ["…-2026"]),
    )
    best = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_BEST,
        **doc("How many results of each player count; all if omitted.", 4),
    )
    club = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=2**31 - 1,
        **doc("Only what was played for the club of this number.", 7),
    )


class LeagueQuerySerializer(LeagueChoiceSerializer, PageQuery):
    """A league, page by page."""


class LeagueResultSerializer(serializers.Serializer[Mapping[str, object]]):
    """A person's result at an event of a league, and whether it counts."""

    event = serializers.CharField(**doc("What names the tournament.", SLUG))
    place = serializers.IntegerField(**doc("The place, from 1; equal ones share it.", 1))
    points_decimal = serializers.CharField(**doc("The same with two decimals.", "13.50"))
    counts = serializers.BooleanField(**doc("Whether it is among the best that count.", True))


class LeaguePlaceSerializer(SeasonPlaceSerializer):
    """One player's place in the league, with all results; the points are of those that count."""

    results = LeagueResultSerializer(many=True, **doc("Each result at an event that was asked for."))


class ClubFoundSerializer(serializers.Serializer[Club]):
    """A club that has a page."""

    number = serializers.IntegerField(source="pk", **doc("What names the club in addresses.", 7))
    name = serializers.CharField(**doc("Its name.", "Niterói"))


class ClubShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A club: how many people, tournaments and titles it has, and the seasons with a place."""

    number = serializers.IntegerField(**doc("What names the club in addresses.", 7))
    name = serializers.CharField(**doc("Its name.", "Niterói"))
    people = serializers.IntegerField(**doc("How many play for it and have a public page.", 12))
    tournaments = serializers.IntegerField(**doc("To how many public tournaments they went.", 9))
    titles = serializers.IntegerField(**doc("How many tournaments were won.", 2))
    seasons = SeasonShownSerializer(
        many=True, **doc("Games and years in which they have a place that counts, the newest first.")
    )


class ClubSearchQuerySerializer(StrictFields):
    """Words of the club's name."""

    search = serializers.CharField(
        max_length=100, **doc("Words to look for, in any case and order.", "mariapaulista")
    )


class ClubMemberQuerySerializer(PageQuery):
    """Of which season the members' places are: the newest that fits."""

    game = serializers.CharField(required=False, max_length=30, **doc("The key of a game.", "chama"))
    year = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=9999,
        **doc("Places in the season of this year; by default of the newest.", 2026),
    )


class ClubMemberSerializer(Mirror[ClubMember]):
    """A person who plays for the club; place and points of the season, null without any."""

    name = serializers.CharField(source="who.name", **doc("The person.", "Caio"))
    page = serializers.CharField(source="who.page", **doc("The code of their public page.", "pwr5fkbzz"))
    tournaments = MirrorField("In how many tournaments.", 3)
    titles = MirrorField("How many tournaments were won.", 2)
    rank = serializers.IntegerField(
        source="line.rank",
        allow_null=True,
        **doc("The place in that season, from 1; null without one.", 1),
    )
    points = serializers.CharField(
        source="line.points_text",
        allow_null=True,
        **doc("Points of that season, exact; null without any.", "27/2"),
    )
    points_decimal = serializers.CharField(
        source="line.points_decimal", allow_null=True, **doc("The same with two decimals, or null.", "13.50")
    )


class ClubEventSerializer(Mirror[ClubEvent]):
    """A tournament with players of the club, and those of them with the best place."""

    tournament = serializers.CharField(source="tournament.slug", **doc("The tournament's `slug`.", SLUG))
    title = serializers.CharField(
        source="tournament.title",
        **doc(
            "The whole title; it follows from game, type, name, variants and year.",
            "Chama: Campeonato Mariapaulista 2026",
        ),
    )
    year = serializers.IntegerField(
        source="tournament.year", **doc("The year in the title, and of the season.", 2026)
    )
    people = MirrorField("How many of the club were there.", 5)
    best = MirrorField("The best place of the club's people; null until it is known.", 1)
    first = ChampionSerializer(many=True, **doc("Who of the club took it."))
