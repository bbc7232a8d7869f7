"""Secret addresses of calendars."""

from collections.abc import Mapping

from rest_framework import serializers

from accounts.models import Diary


class CalendarShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """A calendar that has an address."""

    kind = serializers.ChoiceField(Diary.values)
    made_at = serializers.DateTimeField()


class CalendarMadeSerializer(CalendarShownSerializer):
    """With its address, which is not shown again."""

    address = serializers.CharField()
