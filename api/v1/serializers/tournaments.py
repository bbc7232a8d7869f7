"""Tournaments as they are told and shown."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.strict import Flag, SmallNumber, Strict, Text, WholeNumber
from tournaments.models import Role, State, Tournament


class Moment(serializers.DateTimeField):
    """RFC 3339 with an offset: a bare local time could mean any zone."""

    default_error_messages = {
        "offset_missing": _("A time needs its offset, as in 2026-11-22T09:00:00-03:00.")
    }

    def enforce_timezone(self, value: datetime) -> datetime:
        """The moment in UTC; refused where the offset is missing."""
        if value.tzinfo is None:
            self.fail("offset_missing")
        return super().enforce_timezone(value)


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]})
class HouseRuleValue(serializers.Field[Any, Any, Any, Any]):
    """Text, a whole number, or true or false."""

    default_error_messages = {"invalid": _("A house rule takes text, a whole number, or true or false.")}

    def to_internal_value(self, data: Any) -> str | int | bool:
        """The value as it came."""
        if not isinstance(data, str | int | bool) or len(str(data)) > 80:
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        """The value as it is."""
        return value


class TournamentFactsIn(Strict):
    """What an organizer chooses; sizes count entries, so pairs in Duplas, `time_limit` is in minutes."""

    game = Text(required=False, max_length=30)
    kind = Text(max_length=40)
    kind_version = SmallNumber(required=False, allow_null=True)
    name = Text(max_length=300)
    variants = serializers.ListField(child=Text(max_length=40), required=False, max_length=20)
    year = SmallNumber()
    ranked = Flag(required=False)
    multiplier = SmallNumber(required=False)
    table_low = SmallNumber(required=False)
    table_high = SmallNumber(required=False)
    time_limit = SmallNumber(required=False, allow_null=True)
    house_rules = serializers.DictField(child=HouseRuleValue(), required=False)
    venue = Text(required=False, max_length=500)
    zone = Text(required=False, max_length=60)
    starts_at = Moment(required=False, allow_null=True)
    capacity = WholeNumber(required=False, allow_null=True)
    special_rules = Text(required=False, max_length=10_000)

    def validate_variants(self, value: list[str]) -> tuple[str, ...]:
        """As the services take them."""
        return tuple(value)


class TournamentCreation(TournamentFactsIn):
    """A new tournament with its physical tables, numbered from 1."""

    tables = WholeNumber(required=False)


class TournamentChange(TournamentFactsIn):
    """What to change; once the draw is published some is closed and a reason is needed."""

    kind = Text(required=False, max_length=40)
    name = Text(required=False, max_length=300)
    year = SmallNumber(required=False)
    reason = Text(required=False, max_length=500)


class RulesEdition(serializers.Serializer[Any]):
    """The rules that the tournament is pinned to."""

    id = serializers.CharField(source="edition")
    sha256 = serializers.CharField(source="edition_hash")


class TournamentShown(serializers.ModelSerializer[Tournament]):
    """A tournament as lists show it."""

    variants = serializers.ListField(child=serializers.CharField())
    state = serializers.ChoiceField(choices=State.choices)
    seq = serializers.IntegerField(source="ledger.head_seq", help_text="The record's latest line.")

    class Meta:
        model = Tournament
        fields = [
            "slug", "title", "game", "kind", "name", "variants", "year", "ranked", "multiplier", "state",
            "simulated", "venue", "zone", "starts_at", "capacity", "announced_at", "finished_at", "seq",
        ]  # fmt: skip
        read_only_fields = fields


class TournamentDetail(TournamentShown):
    """A tournament with everything that was chosen; `role` is the caller's own."""

    house_rules = serializers.DictField(child=HouseRuleValue())
    rules = RulesEdition(source="*")
    role = serializers.SerializerMethodField()
    definition = serializers.JSONField(
        allow_null=True, help_text="The type as it is pinned, where somebody composed it."
    )

    class Meta(TournamentShown.Meta):
        fields = [
            *TournamentShown.Meta.fields,
            "table_low", "table_high", "time_limit", "house_rules", "rules", "special_rules",
            "created_at", "role", "definition",
        ]  # fmt: skip
        read_only_fields = fields

    def get_role(self, tournament: Tournament) -> str | None:
        """The caller's role here."""
        role: Role | None = self.context.get("role")
        return role.value if role else None


class TournamentQuery(Strict):
    """Which tournaments; `search` looks in titles, `mine` keeps those that the caller helps with."""

    game = serializers.CharField(required=False, max_length=30)
    year = serializers.IntegerField(required=False, min_value=0, max_value=9999)
    state = serializers.ChoiceField(choices=State.choices, required=False)
    search = serializers.CharField(required=False, max_length=100)
    mine = serializers.BooleanField(required=False)
    page = serializers.CharField(required=False, max_length=20)
    page_size = serializers.CharField(required=False, max_length=20)
