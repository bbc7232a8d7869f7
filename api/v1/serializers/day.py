"""The day, the places, the season."""

from typing import Any

from rest_framework import serializers

from api.v1.serializers.breaks import PauseShown
from api.v1.serializers.matches import Match, Seat, Side
from api.v1.serializers.problems import ViolationShown
from tournaments.matches.my_day import STATUSES
from tournaments.now.selectors import ACTS


class Now(serializers.Serializer[Any]):
    """What runs, what waits, what is missing. `next_act` is the one sensible act, as a code."""

    playing = Match(many=True)
    called = Match(many=True)
    ready = Match(many=True)
    waiting_count = serializers.IntegerField()
    ended_count = serializers.IntegerField()
    total = serializers.IntegerField()
    free_tables = serializers.ListField(child=serializers.CharField())
    open_tables = serializers.IntegerField()
    missing_sheets = Match(many=True)
    late = Match(many=True)
    missing = ViolationShown(many=True)
    entries = serializers.IntegerField()
    checked_in = serializers.IntegerField()
    delayed = serializers.BooleanField()
    next_act = serializers.ChoiceField(choices=ACTS)
    opens_at = serializers.DateTimeField(allow_null=True)
    pause = PauseShown(allow_null=True)
    next_pause = PauseShown(allow_null=True)


class Mine(serializers.Serializer[Any]):
    """The caller's own day: where to go next."""

    entry = serializers.CharField(source="entry.code")
    player = serializers.CharField(source="persona_code")
    status = serializers.ChoiceField(choices=STATUSES)
    match = Match(allow_null=True)
    seat = Seat(allow_null=True)


class StandingPlace(serializers.Serializer[Any]):
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


class UncountedTable(serializers.Serializer[Any]):
    """A last table whose uncounted cards could change the places named, both included; `sides` are those."""

    match = Match()
    sides = Side(many=True)
    first_place = serializers.IntegerField()
    last_place = serializers.IntegerField()


class SeasonShown(serializers.Serializer[Any]):
    """A season that somebody has points in."""

    game = serializers.CharField()
    year = serializers.IntegerField()


class SeasonPlace(serializers.Serializer[Any]):
    """One player's place in the season; `places` counts how often each place was taken."""

    rank = serializers.IntegerField()
    player = serializers.CharField(source="player_code")
    name = serializers.CharField()
    points = serializers.CharField(source="points_text")
    points_decimal = serializers.CharField()
    places = serializers.DictField(child=serializers.IntegerField())
    tournaments = serializers.IntegerField()


class RecordHead(serializers.Serializer[Any]):
    """The record's latest line."""

    seq = serializers.IntegerField()
    sha256 = serializers.CharField()


class RecordPeople(serializers.Serializer[Any]):
    """Names behind the codes of the record."""

    tournament = serializers.CharField()
    head = RecordHead()
    people = serializers.DictField(child=serializers.CharField())
