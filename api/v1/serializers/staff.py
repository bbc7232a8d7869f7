"""Who helps, and the announcement."""

from typing import Any

from rest_framework import serializers

from api.strict import Flag, Strict, Text, WholeNumber
from scheduling.services import MOST_TABLES
from tournaments.models import Role


class Assignment(Strict):
    """Give the account of this user name a role."""

    username = Text(max_length=150)
    role = serializers.ChoiceField(choices=Role.choices)


class Helper(serializers.Serializer[Any]):
    """Somebody with a role; `person` is their code in this tournament's record."""

    role = serializers.ChoiceField(choices=Role.choices)
    person = serializers.CharField(source="code")
    name = serializers.CharField()


class AnnouncementIn(Strict):
    """The text as it went out, and where."""

    text = Text(max_length=20_000)
    channel = Text(max_length=200)


class Announcement(serializers.Serializer[Any]):
    """What is proposed now, and what was published."""

    proposed = serializers.CharField()
    published = serializers.CharField(allow_blank=True)
    announced_at = serializers.DateTimeField(allow_null=True)


class TableCount(Strict):
    """How many physical tables there are, numbered from 1."""

    count = WholeNumber(between=(0, MOST_TABLES))


class TableState(Strict):
    """Open a table for matches, or close it."""

    is_open = Flag()


class Table(serializers.Serializer[Any]):
    """A physical table; `match` is the one that is called or played there."""

    table = serializers.CharField(source="label")
    is_open = serializers.BooleanField()
    match = serializers.CharField(allow_null=True)
