"""Serializers of a tournament and its settings."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.field_docs import MOMENT, SHA, SLUG, TITLE, doc
from api.pagination import PageQuery
from api.strict import Flag, Moment, QueryFlag, SmallNumber, StrictFields, Text, WholeNumber
from api.v1.entries.serializers import NewEntrySerializer
from api.v1.setup.announced import ANNOUNCED_DOCS, AnnouncedInSerializer
from api.v1.setup.stage_plans import STAGES_DOC, StagePlansField
from rulesets.kernel.choices import TIME_LIMIT_MINUTES
from rulesets.kernel.titles import LONGEST_NAME, YEARS
from rulesets.registry import GAMES
from scheduling.play_now import MAX_ENTRIES as MAX_AT_ONCE
from tournaments.entries.write_entries import MAX_ENTRIES
from tournaments.models import Role, State, Tournament
from tournaments.setup.create import LONGEST_VENUE, MAX_TABLES, MULTIPLIERS

MAX_AT_A_TABLE = max(kind.tables.high for game in GAMES.values() for kind in game.kinds)
TABLE = (2, MAX_AT_A_TABLE)
IN_TITLES = (YEARS[0], YEARS[-1])


def game_keys() -> list[str]:
    """Return the keys of all games, in the order of the catalogue."""
    return list(GAMES)


def variant_keys() -> list[str]:
    """Return the keys of all variants of all games, sorted, each once."""
    return sorted({variant.key for game in GAMES.values() for variant in game.variants})


LONGEST_CHOICE = 80
"""Characters of a house rule's value as text."""


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]})
class HouseRuleField(serializers.Field[Any, Any, Any, Any]):
    """The value of a house rule: text, a whole number, or true or false."""

    default_error_messages = {"invalid": _("A house rule takes text, a whole number, or true or false.")}

    def to_internal_value(self, data: object) -> str | int | bool:
        """Return the value unchanged.

        Raise `ValidationError` `invalid` if it has another type or more than 80 characters as text.
        """
        if not isinstance(data, str | int | bool) or len(str(data)) > LONGEST_CHOICE:
            self.fail("invalid")
        return data

    def to_representation(self, value: object) -> object:
        """Return the value unchanged."""
        return value


class TournamentFactsInSerializer(AnnouncedInSerializer):
    """What an organizer chooses; sizes count entries, so pairs in Duplas, `time_limit` is in minutes."""

    game = Text(
        required=False,
        max_length=30,
        known=game_keys,
        **doc("The key of the game; `chama` by default.", "chama"),
    )
    kind = Text(
        max_length=40,
        **doc("The key of the type: one of the catalogue, or one that a person composed.", "campeonato"),
    )
    kind_version = SmallNumber(
        required=False,
        allow_null=True,
        between=(1, None),
        **doc("Which version of a composed type; null for the one in force, and for types of the book."),
    )
    name = Text(
        max_length=300,
        longest=LONGEST_NAME,
        **doc("The free part of the title, 1 to 80 characters.", "Mariapaulista"),
    )
    variants = serializers.ListField(
        child=Text(max_length=40, known=variant_keys),
        required=False,
        max_length=20,
        **doc("Keys of the variants, in the order of the catalogue.", ["calouro-do-chacrinha"]),
    )
    year = SmallNumber(between=IN_TITLES, **doc("The year in the title, and of the season.", 2026))
    ranked = Flag(required=False, **doc("Whether it gives points for the season; false by default.", True))
    multiplier = SmallNumber(
        required=False,
        between=MULTIPLIERS,
        **doc("How many times the points it gives, 1 to 5; 1 by default.", 1),
    )
    table_low = SmallNumber(
        required=False,
        between=TABLE,
        **doc("Fewest entries at a table (pairs in Duplas); the type's by default.", 2),
    )
    table_high = SmallNumber(
        required=False,
        between=TABLE,
        **doc("Most entries at a table (pairs in Duplas); the type's by default.", 4),
    )
    time_limit = SmallNumber(
        required=False,
        allow_null=True,
        between=TIME_LIMIT_MINUTES,
        **doc("Minutes that a match may take; null for no limit.", 40),
    )
    house_rules = serializers.DictField(
        child=HouseRuleField(),
        required=False,
        **doc("Options by their code; what is left out holds as it does by default.", {"grace_minutes": 15}),
    )
    stages = StagePlansField(required=False, max_length=5, **STAGES_DOC)
    venue = Text(
        required=False,
        max_length=500,
        longest=LONGEST_VENUE,
        **doc("Where it is; empty if not known.", "Casa das Rosas"),
    )
    zone = Text(required=False, max_length=60, **doc("The IANA time zone of the venue.", "America/Sao_Paulo"))
    starts_at = Moment(
        required=False, allow_null=True, **doc("When it begins; null if no time is planned.", MOMENT)
    )
    starts_on = serializers.DateField(
        required=False,
        allow_null=True,
        **doc("The day it begins if no time is planned, else null. Tables are called once calls are opened."),
    )
    capacity = WholeNumber(
        required=False,
        allow_null=True,
        between=(2, MAX_ENTRIES),
        **doc("How many entries it takes at most; null for as many as come.", 16),
    )
    special_rules = Text(
        required=False,
        max_length=10_000,
        **doc("Further rules of this tournament, in words; empty for none.", ""),
    )
    self_entry = Flag(
        required=False, **doc("Whether players enter themselves; else the staff alone adds entries.", True)
    )

    def validate_variants(self, value: list[str]) -> tuple[str, ...]:
        """Return the variants as a tuple for the services."""
        return tuple(value)

    def validate_stages(self, value: list[dict[str, object]]) -> tuple[dict[str, object], ...]:
        """Return the plans as plain values for the services."""
        return tuple(dict(plan) for plan in value)


class TournamentCreationSerializer(TournamentFactsInSerializer):
    """A new tournament with its physical tables, numbered from 1."""

    tables = WholeNumber(
        required=False,
        between=(0, MAX_TABLES),
        **doc("How many physical tables there are, numbered from 1; 4 if nothing is said.", 2),
    )


class EveningSerializer(StrictFields):
    """An unranked evening that begins now: players and type; title, tables and their sizes follow."""

    game = Text(
        required=False,
        max_length=30,
        known=game_keys,
        **doc("The key of the game; `chama` by default.", "chama"),
    )
    kind = Text(
        max_length=40,
        **doc("The key of the type: one of the catalogue, or one that a person composed.", "campeonato"),
    )
    kind_version = SmallNumber(
        required=False,
        allow_null=True,
        between=(1, None),
        **doc("Which version of a composed type; null for the one in force, and for types of the book."),
    )
    variants = serializers.ListField(
        child=Text(max_length=40, known=variant_keys),
        required=False,
        max_length=20,
        **doc("Keys of the variants, in the order of the catalogue.", ["calouro-do-chacrinha"]),
    )
    entries = serializers.ListField(child=NewEntrySerializer(), max_length=MAX_AT_ONCE, **doc("The entries."))


class TournamentChangeSerializer(TournamentFactsInSerializer):
    """What to change; once the draw is published some fields are closed, and a reason is needed."""

    kind = Text(
        required=False,
        max_length=40,
        **doc("The key of the type: one of the catalogue, or one that a person composed.", "campeonato"),
    )
    name = Text(
        required=False,
        max_length=300,
        longest=LONGEST_NAME,
        **doc("The free part of the title, 1 to 80 characters.", "Mariapaulista"),
    )
    year = SmallNumber(
        required=False, between=IN_TITLES, **doc("The year in the title, and of the season.", 2026)
    )
    reason = Text(
        required=False,
        max_length=500,
        **doc("Why; needed once the draw is published, and public.", "A new hall."),
    )


class RulesEditionSerializer(serializers.Serializer[Tournament]):
    """The edition of the rules that the tournament is pinned to."""

    id = serializers.CharField(source="edition", **doc("Which edition of the rules.", "2026-10"))
    sha256 = serializers.CharField(source="edition_hash", **doc("SHA-256, in 64 hexadecimal digits.", SHA))


class TournamentShownSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament as lists show it."""

    variants = serializers.ListField(
        child=serializers.CharField(),
        **doc("Keys of the variants, in the order of the catalogue.", ["calouro-do-chacrinha"]),
    )
    state = serializers.ChoiceField(choices=State.choices, **doc("How far it got.", "running"))
    seq = serializers.IntegerField(
        source="ledger.head_seq", **doc("The number of the record's latest line, from 0.", 74)
    )
    starts_at = serializers.DateTimeField(
        source="planned_start", allow_null=True, **doc("When it begins; null if no time is planned.", MOMENT)
    )
    starts_on = serializers.DateField(
        allow_null=True,
        **doc("The day it begins if no time is planned, else null. Tables are called once calls are opened."),
    )

    class Meta:
        model = Tournament
        fields = [
            "slug", "title", "game", "kind", "name", "variants", "year", "ranked", "multiplier", "state",
            "venue", "zone", "starts_at", "starts_on", "capacity", "self_entry", "announced_at",
            "finished_at", "cancelled_at", "cancelled_because", "archived_at", "simulated", "seq",
        ]  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {
            "slug": doc("What names the tournament in addresses.", SLUG),
            "title": doc("The whole title; it follows from game, type, name, variants and year.", TITLE),
            "game": doc("The key of the game.", "chama"),
            "kind": doc(
                "The key of the type: of the catalogue, or one that a person composed.", "campeonato"
            ),
            "name": doc("The free part of the title, 1 to 80 characters.", "Mariapaulista"),
            "year": doc("The year in the title, and of the season.", 2026),
            "ranked": doc("Whether it gives points for the season.", True),
            "multiplier": doc("How many times the points it gives, 1 to 5.", 1),
            "venue": doc("Where it is; empty if not known.", "Casa das Rosas"),
            "zone": doc("The IANA time zone of the venue.", "America/Sao_Paulo"),
            "capacity": doc("How many entries it takes at most; null for as many as come.", 16),
            "self_entry": doc("Whether players enter themselves; else the staff alone adds entries.", True),
            "announced_at": doc("When the announcement was published; null before that.", MOMENT),
            "finished_at": doc("When the classification was fixed; null before that.", MOMENT),
            "cancelled_at": doc("When it was called off; null if it was not."),
            "cancelled_because": doc("Why it was called off; empty if it was not. It is public.", ""),
            "archived_at": doc("When it was archived, and left the lists; null if it is not."),
            "simulated": doc("Whether it is a simulation, which never gives points.", False),
        }


class PictureSerializer(serializers.Serializer[Any]):
    """The tournament's picture: for pages, and with a border for links in messengers; size in pixels."""

    address = serializers.URLField(
        **doc(
            "Where it is, as pages show it (WebP, at most 640 pixels). Another picture has another address.",
            "https://example.org/torneios/aberto-2026/imagem/1f3a9c.webp",
        )
    )
    shared = serializers.URLField(
        **doc(
            "Where it is for links in messengers (JPEG, 1200 × 630).",
            "https://example.org/torneios/aberto-2026/imagem/1f3a9c.jpg",
        )
    )
    width = serializers.IntegerField(**doc("How wide it is as pages show it, in pixels.", 640))
    height = serializers.IntegerField(**doc("How high it is as pages show it, in pixels.", 480))


class TournamentDetailSerializer(TournamentShownSerializer):
    """A tournament with everything that was chosen; `role` is the caller's own."""

    house_rules = serializers.DictField(
        child=HouseRuleField(),
        **doc("Options by their code; what is left out holds as it does by default.", {"grace_minutes": 15}),
    )
    stages = StagePlansField(**STAGES_DOC)
    rules = RulesEditionSerializer(
        source="*", **doc("The edition of the rules that the tournament is pinned to.")
    )
    role = serializers.SerializerMethodField(**doc("The caller's role here; null without one.", "organizer"))
    picture = serializers.SerializerMethodField(**doc("Its picture; null if it has none."))
    without_points = serializers.CharField(
        allow_blank=True,
        **doc("Why a ranked one gives no points: `fewer_than_8_played`; empty if it does, or still may.", ""),
    )
    definition = serializers.DictField(
        allow_null=True,
        **doc("The type as it is pinned, if a person composed it; null for a type of the book."),
    )

    class Meta(TournamentShownSerializer.Meta):
        fields = [
            *TournamentShownSerializer.Meta.fields,
            "table_low", "table_high", "time_limit", "house_rules", "stages", "rules", "special_rules",
            "created_at", "taken_down_at", "taken_down_because", "unaccepted_since", "role", "definition",
            "without_points", "picture", "entry_fee", "prizes", "contact", "pix_kind",
            "pix_key", "pix_name", "pix_city",
        ]  # fmt: skip
        read_only_fields = fields
        extra_kwargs = {
            **TournamentShownSerializer.Meta.extra_kwargs,
            "table_low": doc("Fewest entries at a table (pairs in Duplas).", 2),
            "table_high": doc("Most entries at a table (pairs in Duplas).", 4),
            "time_limit": doc("Minutes that a match may take; null for no limit.", 40),
            "special_rules": doc("Further rules of this tournament, in words; empty for none.", ""),
            "created_at": doc("When it was made.", MOMENT),
            "taken_down_at": doc("When the site took its pages down; null if it did not."),
            "taken_down_because": doc("Why the site took its pages down; empty if it did not.", ""),
            "unaccepted_since": doc(
                "Since when it is published and waiting to be accepted by the site; null if it is not."
            ),
            **ANNOUNCED_DOCS,
        }

    @extend_schema_field(PictureSerializer(allow_null=True))
    def get_picture(self, tournament: Tournament) -> dict[str, object] | None:
        """Return the picture that the serializer's context has; None without one."""
        shown: dict[str, object] | None = self.context["picture"]
        return shown

    @extend_schema_field(serializers.ChoiceField(choices=Role.choices, allow_null=True))
    def get_role(self, tournament: Tournament) -> str | None:
        """Return the caller's role, which the serializer's context has; None without one."""
        role: Role | None = self.context.get("role")
        return role.value if role else None


class TournamentQuerySerializer(PageQuery):
    """Which tournaments; `search` looks in titles, `mine` limits them to those that the caller helps with.

    What is in the archive is listed only with `archived` true, or if a `search` finds it.
    """

    game = serializers.CharField(required=False, max_length=30, **doc("The key of a game.", "chama"))
    year = serializers.IntegerField(
        required=False, min_value=0, max_value=9999, **doc("The year in the title.", 2026)
    )
    state = serializers.ChoiceField(
        choices=State.choices, required=False, **doc("Only tournaments that got so far.", "running")
    )
    search = serializers.CharField(
        required=False, max_length=100, **doc("Words to look for, in any case and order.", "mariapaulista")
    )
    mine = QueryFlag(required=False, **doc("Whether to keep only those that the caller helps with.", True))
    archived = QueryFlag(
        required=False, **doc("Whether to list the archive instead of what is not in it.", False)
    )
