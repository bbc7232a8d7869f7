"""Serializers of the staff and the announcement."""

from collections.abc import Mapping

from rest_framework import serializers

from api.field_docs import MOMENT, doc
from api.strict import StrictFields, Text
from tournaments.models import Role
from tournaments.setup.staff import StaffRow


class AssignmentSerializer(StrictFields):
    """Which role the account with this user name gets."""

    username = Text(max_length=150, **doc("The name one signs in with.", "ana"))
    role = serializers.ChoiceField(
        choices=Role.choices, **doc("What the person may do here, from most to least.", "judge")
    )


class HelperSerializer(serializers.Serializer[StaffRow]):
    """A member of the staff in one role; `person` is their code in this tournament's record."""

    role = serializers.ChoiceField(
        choices=Role.choices, **doc("What the person may do here, from most to least.", "judge")
    )
    person = serializers.CharField(
        source="code", **doc("The person's code in this tournament's record.", "pwr5fkbzz")
    )
    name = serializers.CharField(
        **doc("How the person, or the thing, is called in public.", "Ana Mariapaulista")
    )


class AnnouncementInSerializer(StrictFields):
    """The text of the announcement as it went out, and where."""

    text = Text(max_length=20_000, **doc("The text as it went out.", "Chama: Campeonato Mariapaulista 2026…"))
    channel = Text(max_length=200, **doc("Where it went out.", "WhatsApp"))


class AnnouncementSerializer(serializers.Serializer[Mapping[str, object]]):
    """The text that is proposed now, and the one that was published."""

    proposed = serializers.CharField(
        **doc("The text that is proposed now.", "Chama: Campeonato Mariapaulista 2026…")
    )
    published = serializers.CharField(
        allow_blank=True, **doc("The text as it was published; empty before that.", "")
    )
    announced_at = serializers.DateTimeField(
        allow_null=True, **doc("When the announcement was published; null before that.", MOMENT)
    )
