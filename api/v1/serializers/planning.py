"""The timetable of the day, and what the day would be with other numbers."""

from collections.abc import Mapping

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Strict
from api.v1.serializers.draw import RoundSizesField
from matches.models import MatchState
from scheduling.models import Making
from scheduling.timetable_views import Bar
from scheduling.what_if import MOST_ENTRIES, MOST_TABLES, DayAnswer

NO_TIMETABLE = "none"
STATES = (NO_TIMETABLE, *Making.values)
STRENGTHS = ("earliest", "least_waiting", "fullest_final", "no_short_tables")


class TimetableMatchSerializer(Mirror[Bar]):
    """A match in the timetable, with the times it had or is expected to have."""

    shows = ("match", "state", "table", "begins_at", "ends_at", "published_at", "is_late", "is_pinned")
    match = serializers.CharField(source="code")
    state = serializers.ChoiceField(MatchState.values)
    begins_at = serializers.DateTimeField(source="begins")
    ends_at = serializers.DateTimeField(source="ends")
    published_at = serializers.DateTimeField(source="published")


class TimetableSerializer(serializers.Serializer[Mapping[str, object]]):
    """The timetable; `none` without one, `making` while a worker computes one."""

    state = serializers.ChoiceField(STATES)
    percent = serializers.IntegerField()
    made_at = serializers.DateTimeField(allow_null=True)
    follows_pins = serializers.BooleanField()
    begins_at = serializers.DateTimeField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    earliest_end = serializers.DateTimeField(allow_null=True)
    matches = TimetableMatchSerializer(many=True)


class WhatIfQuerySerializer(Strict):
    """How many entries on how many tables; without them as many as there are."""

    entries = serializers.IntegerField(required=False, min_value=2, max_value=MOST_ENTRIES)
    tables = serializers.IntegerField(required=False, min_value=1, max_value=MOST_TABLES)


class DayAnswerSerializer(Mirror[DayAnswer]):
    """A shape on so many tables, and how such a day goes."""

    shows = (
        "shape",
        "tables",
        "table_high",
        "time_limit",
        "begins_at",
        "ends_low",
        "ends_about",
        "ends_high",
        "waves",
        "waiting_minutes",
        "is_asked",
    )
    shape = RoundSizesField()
    table_high = serializers.IntegerField(source="size")
    time_limit = serializers.IntegerField(source="limit", allow_null=True)
    begins_at = serializers.DateTimeField(source="begins")
    ends_low = serializers.DateTimeField(source="ends.low")
    ends_about = serializers.DateTimeField(source="ends.middle")
    ends_high = serializers.DateTimeField(source="ends.high")
    waiting_minutes = serializers.IntegerField(source="waiting")


class ShapeAnswerSerializer(DayAnswerSerializer):
    """The same for a shape among others, with what it is best at."""

    strengths = serializers.ListField(child=serializers.ChoiceField(STRENGTHS))


class WhatIfSerializer(serializers.Serializer[Mapping[str, object]]):
    """Days side by side; in each list one thing differs from what was asked."""

    entries = serializers.IntegerField()
    tables = serializers.IntegerField()
    shapes = ShapeAnswerSerializer(many=True)
    by_tables = DayAnswerSerializer(many=True)
    by_table_size = DayAnswerSerializer(many=True)
    by_time_limit = DayAnswerSerializer(many=True)
