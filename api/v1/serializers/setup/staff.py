"""Who helps, and the announcement."""

from collections.abc import Mapping

from rest_framework import serializers

from api.strict import Strict, Text
from tournaments.models import Role
from tournaments.setup.staff_selectors import StaffRow


class AssignmentSerializer(Strict):
    """Give the account of this user name a role."""

    username = Text(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)


class HelperSerializer(serializers.Serializer[StaffRow]):
    """Somebody with a role; `person` is their code in this tournament's record."""

    role = serializers.ChoiceField(choices=Role.choices)
    person = serializers.CharField(source="code")
    name = serializers.CharField()


class AnnouncementInSerializer(Strict):
    """The text as it went out, and where."""

    text = Text(max_length=20_000)
    channel = Text(max_length=200)


class AnnouncementSerializer(serializers.Serializer[Mapping[str, object]]):
    """What is proposed now, and what was published."""

    proposed = serializers.CharField()
    published = serializers.CharField(allow_blank=True)
    announced_at = serializers.DateTimeField(allow_null=True)
