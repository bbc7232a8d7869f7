"""The tournament itself, its staff and its announcement, as serializers."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.pagination import PageQuery
from api.strict import Flag, Moment, QueryFlag, SmallNumber, Strict, Text, WholeNumber
from api.v1.entries.serializers import NewEntrySerializer
from rulesets.kernel.choices import TIME_LIMIT_MINUTES
from rulesets.kernel.titles import LONGEST_NAME, YEARS
from rulesets.registry import GAMES
from scheduling.play_now import MOST_ENTRIES as MOST_AT_ONCE
from tournaments.models import Role, State, Tournament
from tournaments.setup.create import (
    LONGEST_CONTACT,
    LONGEST_PRIZES,
    LONGEST_VENUE,
    MOST_ENTRIES,
    MOST_FEE,
    MOST_TABLES,
    MULTIPLIERS,
)
from tournaments.setup.staff_selectors import StaffRow

MOST_AT_A_TABLE = max(kind.tables.high for game in GAMES.values() for kind in game.kinds)
TABLE = (2, MOST_AT_A_TABLE)
IN_TITLES = (YEARS[0], YEARS[-1])


def game_keys() -> list[str]:
    """The games that can be named, in catalogue order."""
    return list(GAMES)


def variant_keys() -> list[str]:
    """The variants of all games."""
    return sorted({variant.key for game in GAMES.values() for variant in game.variants})


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]})
class HouseRuleField(serializers.Field[Any, Any, Any, Any]):
    """Text, a whole number, or true or false."""

    default_error_messages = {"invalid": _("A house rule takes text, a whole number, or true or false.")}

    def to_internal_value(self, data: object) -> str | int | bool:
        """The value as it came."""
        if not isinstance(data, str | int | bool) or len(str(data)) > 80:
            self.fail("invalid")
        return data

    def to_representation(self, value: object) -> object:
        """The value as it is."""
        return value


class TournamentFactsInSerializer(Strict):
    """What an organizer chooses; sizes count entries, so pairs in Duplas, `time_limit` is in minutes."""

    game = Text(required=False, max_length=30, known=game_keys)
    kind = Text(max_length=40)
    kind_version = SmallNumber(required=False, allow_null=True, between=(1, None))
    name = Text(max_length=300, longest=LONGEST_NAME)
    variants = serializers.ListField(
        child=Text(max_length=40, known=variant_keys), required=False, max_length=20
    )
    year = SmallNumber(between=IN_TITLES)
    ranked = Flag(required=False)
    multiplier = SmallNumber(required=False, between=MULTIPLIERS)
    table_low = SmallNumber(required=False, between=TABLE)
    table_high = SmallNumber(required=False, between=TABLE)
    time_limit = SmallNumber(required=False, allow_null=True, between=TIME_LIMIT_MINUTES)
    house_rules = serializers.DictField(child=HouseRuleField(), required=False)
    venue = Text(required=False, max_length=500, longest=LONGEST_VENUE)
    zone = Text(required=False, max_length=60)
    starts_at = Moment(required=False, allow_null=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    capacity = WholeNumber(required=False, allow_null=True, between=(2, MOST_ENTRIES))
    special_rules = Text(required=False, max_length=10_000)
    self_entry = Flag(required=False)
    entry_fee = WholeNumber(required=False, allow_null=True, between=(0, MOST_FEE))
    prizes = Text(required=False, max_length=5000, longest=LONGEST_PRIZES)
    contact = Text(required=False, max_length=1000, longest=LONGEST_CONTACT)

    def validate_variants(self, value: list[str]) -> tuple[str, ...]:
        """As the services take them."""
        return tuple(value)


class TournamentCreationSerializer(TournamentFactsInSerializer):
    """A new tournament with its physical tables, numbered from 1."""

    tables = WholeNumber(required=False, between=(0, MOST_TABLES))


class EveningSerializer(Strict):
    """An unranked evening: who plays what. Title, tables and their sizes follow from it."""

    game = Text(required=False, max_length=30, known=game_keys)
    kind = Text(max_length=40)
    kind_version = SmallNumber(required=False, allow_null=True, between=(1, None))
    variants = serializers.ListField(
        child=Text(max_length=40, known=variant_keys), required=False, max_length=20
    )
    entries = serializers.ListField(child=NewEntrySerializer(), max_length=MOST_AT_ONCE)


class TournamentChangeSerializer(TournamentFactsInSerializer):
    """What to change; once the draw is published some is closed and a reason is needed."""

    kind = Text(required=False, max_length=40)
    name = Text(required=False, max_length=300, longest=LONGEST_NAME)
    year = SmallNumber(required=False, between=IN_TITLES)
    reason = Text(required=False, max_length=500)


class RulesEditionSerializer(serializers.Serializer[Tournament]):
    """The rules that the tournament is pinned to."""

    id = serializers.CharField(source="edition")
    sha256 = serializers.CharField(source="edition_hash")


class TournamentShownSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament as lists show it."""

    variants = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(choices=State.choices)
    seq = serializers.IntegerField(source="ledger.head_seq")
    starts_at = serializers.DateTimeField(source="planned_start", allow_null=True)
    starts_on = serializers.DateField(allow_null=True)

    class Meta:
        model = Tournament
        fields = [
            "slug", "title", "game", "kind", "name", "variants", "year", "ranked", "multiplier", "state",
            "venue", "zone", "starts_at", "starts_on", "capacity", "self_entry", "announced_at",
            "finished_at", "cancelled_at", "cancelled_because", "archived_at", "simulated", "seq",
        ]  # fmt: skip
        read_only_fields = fields


class PictureSerializer(serializers.Serializer[Any]):
    """The tournament's picture: for pages, and with room around it for messengers; its size in pixels."""

    address = serializers.URLField()
    shared = serializers.URLField()
    width = serializers.IntegerField()
    height = serializers.IntegerField()


class TournamentDetailSerializer(TournamentShownSerializer):
    """A tournament with everything that was chosen; `role` is the caller's own."""

    house_rules = serializers.DictField(child=HouseRuleField())
    rules = RulesEditionSerializer(source="*")
    role = serializers.SerializerMethodField()
    picture = serializers.SerializerMethodField()
    without_points = serializers.CharField(allow_blank=True)
    definition = serializers.JSONField(allow_null=True)

    class Meta(TournamentShownSerializer.Meta):
        fields = [
            *TournamentShownSerializer.Meta.fields,
            "table_low", "table_high", "time_limit", "house_rules", "rules", "special_rules",
            "created_at", "taken_down_at", "taken_down_because", "unaccepted_since", "role", "definition",
            "without_points", "picture", "entry_fee", "prizes", "contact",
        ]  # fmt: skip
        read_only_fields = fields

    @extend_schema_field(PictureSerializer(allow_null=True))
    def get_picture(self, tournament: Tournament) -> dict[str, object] | None:
        """Its picture, where it has one."""
        shown: dict[str, object] | None = self.context["picture"]
        return shown

    @extend_schema_field(serializers.ChoiceField(choices=Role.choices, allow_null=True))
    def get_role(self, tournament: Tournament) -> str | None:
        """The caller's role here."""
        role: Role | None = self.context.get("role")
        return role.value if role else None


class TournamentQuerySerializer(PageQuery):
    """Which tournaments; `search` looks in titles, `mine` keeps those that the caller helps with.

    What is in the archive is listed only with `archived` true, or where a `search` finds it.
    """

    game = serializers.CharField(required=False, max_length=30)
    year = serializers.IntegerField(required=False, min_value=0, max_value=9999)
    state = serializers.ChoiceField(choices=State.choices, required=False)
    search = serializers.CharField(required=False, max_length=100)
    mine = QueryFlag(required=False)
    archived = QueryFlag(required=False)


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
