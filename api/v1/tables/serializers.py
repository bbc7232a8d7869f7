"""The tables of the hall, and who shares them; whom judges are not to judge, and when they are there."""

from collections.abc import Mapping

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Flag, Moment, Strict, Text, WholeNumber
from scheduling.services import MOST_TABLES
from scheduling.shared_tables import UsedElsewhere
from tournaments.tables.hall import TableView


class TableCountSerializer(Strict):
    """How many physical tables there are, numbered from 1."""

    count = WholeNumber(between=(0, MOST_TABLES))


class TableStateSerializer(Strict):
    """Open a table for matches, or close it."""

    is_open = Flag()


class TableMarkSerializer(Strict):
    """Whether everybody can reach a table."""

    is_accessible = Flag()


class AccessNeedInSerializer(Strict):
    """Whether an entry is called to accessible tables only."""

    is_needed = Flag()


class AccessNeedSerializer(serializers.Serializer[Mapping[str, str]]):
    """An entry that is called to accessible tables only."""

    entry = serializers.CharField()


class GiveTableSerializer(Strict):
    """Who of the staff is to look after a table."""

    person = Text(max_length=12)


class TableSerializer(Mirror[TableView]):
    """A physical table; `match` is the one that is called or played there."""

    shows = ("table", "is_open", "is_accessible", "match")
    table = serializers.CharField(source="label")


class TableJudgeSerializer(serializers.Serializer[Mapping[str, str]]):
    """A table and who looks after it."""

    table = serializers.CharField()
    person = serializers.CharField()
    name = serializers.CharField()


class JudgeConflictInSerializer(Strict):
    """Who is not to judge whom."""

    judge = Text(max_length=12)
    person = Text(max_length=12)


class JudgeConflictSerializer(serializers.Serializer[Mapping[str, str]]):
    """Who is not to judge whom."""

    judge = serializers.CharField()
    person = serializers.CharField()
    name = serializers.CharField()


class JudgeShiftInSerializer(Strict):
    """From when to when somebody is there; both null for all day."""

    begins = Moment(allow_null=True)
    ends = Moment(allow_null=True)


class JudgeShiftSerializer(serializers.Serializer[Mapping[str, object]]):
    """From when until just before when somebody of the staff is there."""

    person = serializers.CharField()
    begins = serializers.DateTimeField()
    ends = serializers.DateTimeField()


class ShareHallSerializer(Strict):
    """Which tournament shares the tables, by its slug."""

    tournament = Text(max_length=140)


class NeighbourSerializer(serializers.Serializer[Mapping[str, object]]):
    """Another tournament of the hall."""

    slug = serializers.CharField()
    title = serializers.CharField()
    ends_about = serializers.DateTimeField(allow_null=True)


class UsedTableSerializer(Mirror[UsedElsewhere]):
    """A table at which another tournament has a match now."""

    shows = ("table", "slug", "title", "until")
    table = serializers.CharField(source="label")


class SharedHallShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The hall as the caller may know it."""

    ends_about = serializers.DateTimeField(allow_null=True)
    shared_with = NeighbourSerializer(many=True)
    used = UsedTableSerializer(many=True)
