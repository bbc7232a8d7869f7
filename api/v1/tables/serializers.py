"""Serializers of tables, shared halls, judges' conflicts and shifts."""

from collections.abc import Mapping

from rest_framework import serializers

from api.field_docs import MOMENT, SLUG, doc
from api.mirror import Mirror, MirrorField
from api.strict import Flag, Moment, StrictFields, Text, WholeNumber
from scheduling.dispatcher import MAX_TABLES
from scheduling.shared_tables import TableInUse
from tournaments.tables.shared_hall import TableView


class TableCountSerializer(StrictFields):
    """How many physical tables there are, numbered from 1."""

    count = WholeNumber(between=(0, MAX_TABLES), **doc("How many tables there are, numbered from 1.", 3))


class TableStateSerializer(StrictFields):
    """Whether a table is open: matches are called to it."""

    is_open = Flag(**doc("Whether matches are called to it.", True))


class TableMarkSerializer(StrictFields):
    """Whether everyone can reach a table, and there is room beside it."""

    is_accessible = Flag(**doc("Whether everyone can reach it, and there is room beside it.", False))


class AccessNeedInSerializer(StrictFields):
    """Whether an entry is called to accessible tables only."""

    is_needed = Flag(**doc("Whether the entry is called to accessible tables only.", True))


class AccessNeedSerializer(serializers.Serializer[Mapping[str, str]]):
    """An entry that is called to accessible tables only."""

    entry = serializers.CharField(**doc("The code of the entry.", "e4k2x9"))


class GiveTableSerializer(StrictFields):
    """Which member of the staff is to look after a table."""

    person = Text(
        max_length=12,
        **doc(
            "To whom of the staff the coordinator gives the table, by their code in this record.", "pwr5fkbzz"
        ),
    )


class TableSerializer(Mirror[TableView]):
    """A physical table; `match` is the one that is called or played there."""

    table = serializers.CharField(source="label", **doc("The label of a physical table.", "1"))
    is_open = MirrorField("Whether matches are called to it.", True)
    is_accessible = MirrorField("Whether everyone can reach it, and there is room beside it.", False)
    match = MirrorField("The code of the match that is called or played there; null without one.", "m7xk2qpw")


class TableJudgeSerializer(serializers.Serializer[Mapping[str, str]]):
    """A table and the judge who looks after it."""

    table = serializers.CharField(**doc("The label of the table.", "4"))
    person = serializers.CharField(**doc("Who looks after it, by their code in this record.", "pwr5fkbzz"))
    name = serializers.CharField(**doc("Who looks after it.", "Bruno Juiz"))


class JudgeConflictInSerializer(StrictFields):
    """Which judge must not judge which person."""

    judge = Text(max_length=12, **doc("The code of a member of the staff in this record.", "pgyfdbhad"))
    person = Text(max_length=12, **doc("The code of a person who is or was entered.", "pwr5fkbzz"))


class JudgeConflictSerializer(serializers.Serializer[Mapping[str, str]]):
    """A judge's conflict of interest: the person whom they must not judge."""

    judge = serializers.CharField(**doc("The code of a member of the staff in this record.", "pgyfdbhad"))
    person = serializers.CharField(**doc("The code of whom they are not to judge.", "pwr5fkbzz"))
    name = serializers.CharField(**doc("The name of whom they are not to judge.", "Caio Joga"))


class JudgeShiftInSerializer(StrictFields):
    """From when to when a member of the staff is there; both null for all day."""

    begins = Moment(
        allow_null=True, **doc("From when they are there; null, with `ends`, for all day.", MOMENT)
    )
    ends = Moment(
        allow_null=True,
        **doc("Until when they are there; null, with `begins`, for all day.", "2026-11-22T16:00:00Z"),
    )


class JudgeShiftSerializer(serializers.Serializer[Mapping[str, object]]):
    """A shift: from when until just before when a member of the staff is there."""

    person = serializers.CharField(**doc("The code of a member of the staff.", "pgyfdbhad"))
    begins = serializers.DateTimeField(**doc("From when they are there.", MOMENT))
    ends = serializers.DateTimeField(**doc("Until when they are there.", "2026-11-22T16:00:00Z"))


class ShareHallSerializer(StrictFields):
    """Which tournament shares the tables, by its slug."""

    tournament = Text(
        max_length=140, **doc("The slug of a tournament that the caller coordinates too.", SLUG)
    )


class NeighbourSerializer(serializers.Serializer[Mapping[str, object]]):
    """Another tournament that shares the hall."""

    slug = serializers.CharField(**doc("What names that tournament.", "chama-campeonato-copa-2026"))
    title = serializers.CharField(**doc("Its title.", "Chama: Campeonato Copa 2026"))
    ends_about = serializers.DateTimeField(
        allow_null=True, **doc("When that day is expected to end; null if there is no forecast.", MOMENT)
    )


class UsedTableSerializer(Mirror[TableInUse]):
    """A table at which another tournament has a match now."""

    table = serializers.CharField(source="label", **doc("The label of a physical table.", "1"))
    slug = MirrorField(
        "The slug of the tournament that uses it; empty if the caller may not know it.",
        "chama-campeonato-copa-2026",
    )
    title = MirrorField("The title of that tournament, or empty.", "Chama: Campeonato Copa 2026")
    until = MirrorField("When the match there is expected to be over, as it looks now.", MOMENT)


class SharedHallShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """The hall as the caller may know it: tournaments that share it, and tables in use."""

    ends_about = serializers.DateTimeField(
        allow_null=True, **doc("When that day is expected to end; null if there is no forecast.", MOMENT)
    )
    shared_with = NeighbourSerializer(
        many=True, **doc("The other tournaments of its hall that the caller may know of.")
    )
    used = UsedTableSerializer(
        many=True, **doc("Its open tables at which others of the hall have a match now.")
    )
