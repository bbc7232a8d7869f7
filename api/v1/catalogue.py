"""The catalogue of games, types and variants; titles composed and parsed."""

from collections.abc import Mapping

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView
from api.field_docs import doc
from api.mirror import Mirror, MirrorField
from api.problems import ProblemShownSerializer, ViolationShownSerializer
from api.serialization import parse_query
from api.strict import StrictFields
from api.v1.sheets.serializers import ENDINGS, MARKS, RANKS, WAYS
from rulesets.house_rules import options
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Game, Kind, SheetField, SheetTerms, TableSize, Variant
from rulesets.kernel.titles import parse_title
from rulesets.registry import GAMES
from tournaments.inputs import TournamentFacts
from tournaments.setup.create import check_facts, tidy_facts
from tournaments.setup.title_preview import preview_title
from tournaments.setup.type_choice import choose, words_of_all
from tournaments.setup.warnings import warnings_of

LEVELS = sorted({kind.level for game in GAMES.values() for kind in game.kinds})


class TableSizesSerializer(Mirror[TableSize]):
    """Fewest and most entries at a table."""

    low = MirrorField("Fewest entries at a table, so pairs in Duplas.", 2)
    high = MirrorField("Most entries at a table, so pairs in Duplas.", 4)


class SheetFieldSerializer(Mirror[SheetField]):
    """One number on a player's line of the sheet, and its bounds; `is_side`: that of a side, 0 for none."""

    key = MirrorField("The name of the number on a line of the sheet.", "intact")
    low = MirrorField("The least that a sheet takes.", 0)
    high = MirrorField("The most that a sheet takes.", 6)
    is_side = MirrorField("Whether the number is that of a side at the table, 0 for none.", False)


class SheetTermsSerializer(Mirror[SheetTerms]):
    """What sheets of a game can say; `has_draws`: a game without a winner is noted and played again."""

    endings = serializers.ListField(
        child=serializers.ChoiceField(choices=ENDINGS),
        **doc("How a match can end.", ["win_condition", "time"]),
    )
    ways = serializers.ListField(
        child=serializers.ChoiceField(choices=WAYS), **doc("How a player can leave the game.", ["conceded"])
    )
    cards = serializers.ListField(
        child=serializers.ChoiceField(choices=RANKS),
        **doc("The ranks of a cut for a tie, highest first; empty if nothing is cut.", ["A", "K"]),
    )
    has_draws = MirrorField("Whether a game without a winner is noted and played again.", False)
    has_redraws = MirrorField("Whether redraws are noted.", True)


class KindSerializer(Mirror[Kind]):
    """A tournament type."""

    key = MirrorField("A word for programs that never changes.", "campeonato")
    title_word = MirrorField("How titles call it.", "Campeonato")
    level = serializers.ChoiceField(choices=LEVELS, **doc("How hard the type is.", "intermediate"))
    team_size = MirrorField("How many people an entry has.", 1)
    tables = TableSizesSerializer(**doc("Fewest and most entries at a table."))
    fields_of_line = SheetFieldSerializer(
        many=True, source="fields", **doc("What a line of its sheets counts.")
    )
    version = MirrorField(
        "Which version of a type that a person composed, from 1; 0 for a type of the book.", 0
    )


class VariantSerializer(Mirror[Variant]):
    """Rules added on top of a type."""

    key = MirrorField("The key of the variant.", "xisum")
    title_word = MirrorField("How titles call it.", "Campeonato")


class GameSerializer(serializers.Serializer[Game]):
    """A game with its types and variants."""

    key = serializers.CharField(**doc("The key of the game.", "chama"))
    title_word = serializers.CharField(**doc("How titles call it.", "Campeonato"))
    kinds = KindSerializer(many=True, **doc("The types of the game."))
    variants = VariantSerializer(many=True, **doc("The variants of the game."))
    marks = serializers.ListField(
        child=serializers.ChoiceField(choices=MARKS),
        **doc("What distinguishes the seats of a table: suits in Chama; empty if nothing does.", ["hearts"]),
    )
    sheet = SheetTermsSerializer(source="sheet_terms", **doc("What sheets of the game can say."))


class HouseRuleSerializer(Mirror[HouseRule]):
    """An option of the coordinator; `applies` is a game's key or `any`."""

    code = MirrorField("Which option it is.", "grace_minutes")
    default = serializers.JSONField(**doc("The default.", 10))
    choices = serializers.ListField(child=serializers.JSONField(), **doc("What can be chosen.", [0, 10, 20]))
    applies = MirrorField("The key of a game, or `any`.", "any")


class CatalogueSerializer(serializers.Serializer[Mapping[str, object]]):
    """Everything that can be chosen for a tournament."""

    games = GameSerializer(many=True, **doc("All games."))
    house_rules = HouseRuleSerializer(many=True, **doc("The options that a coordinator has."))


class TitlePartsSerializer(StrictFields):
    """The parts of a title; `variants` are keys with commas between them."""

    game = serializers.CharField(required=False, max_length=30, **doc("The key of a game.", "chama"))
    kind = serializers.CharField(
        required=False, allow_blank=True, max_length=40, **doc("The key of a type.", "campeonato")
    )
    name = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=300,
        **doc("The free part of the title.", "Mariapaulista"),
    )
    variants = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        **doc("Keys of variants, with commas between them.", "xisum"),
    )
    year = serializers.IntegerField(
        required=False, min_value=-(10**9), max_value=10**9, **doc("The year in the title.", 2026)
    )


class TitlePreviewSerializer(serializers.Serializer[Mapping[str, object]]):
    """The title as far as the parts make one, and all that is wrong with them."""

    title = serializers.CharField(
        allow_blank=True,
        **doc(
            "The whole title; it follows from game, type, name, variants and year.",
            "Chama: Campeonato Mariapaulista 2026",
        ),
    )
    violations = ViolationShownSerializer(many=True, **doc("All problems, at once."))
    warnings = ViolationShownSerializer(
        many=True, **doc("What speaks against it; it may be done all the same.")
    )


class TitleTextSerializer(StrictFields):
    """A title to read back."""

    title = serializers.CharField(
        max_length=500,
        **doc("A title, in any case and with any blanks.", "chama: duplas fluminenses (xisum) 2025"),
    )


class TitleReadSerializer(serializers.Serializer[dict[str, object]]):
    """The parts of a title."""

    game = serializers.CharField(**doc("The key of the game; `chama` by default.", "chama"))
    kind = serializers.CharField(**doc("The key of the type.", "campeonato"))
    name = serializers.CharField(**doc("The free part of the title.", "Mariapaulista"))
    variants = serializers.ListField(
        child=serializers.CharField(),
        **doc("Keys of the variants, in the order of the catalogue.", ["calouro-do-chacrinha"]),
    )
    year = serializers.IntegerField(**doc("The year in the title, and of the season.", 2026))
    warnings = ViolationShownSerializer(
        many=True, **doc("What speaks against it; it may be done all the same.")
    )


PARTS = frozenset({"game", "kind", "name", "variants", "year"})


class CatalogueApiView(ApiView):
    """Route to read games, types, variants and options."""

    @extend_schema(operation_id="catalogue", responses=CatalogueSerializer)
    def get(self, request: Request) -> Response:
        """List everything that can be chosen for a tournament, accepted types among it."""
        shown = {"games": list(words_of_all().values()), "house_rules": options()}
        return Response(CatalogueSerializer(shown).data)


class TitlePreviewApiView(ApiView):
    """Route to preview a title while a person types its parts."""

    @extend_schema(
        operation_id="preview_title",
        parameters=[TitlePartsSerializer],
        responses=TitlePreviewSerializer,
    )
    def get(self, request: Request) -> Response:
        """Preview a title: what these parts make so far, and what is wrong with them."""
        given = parse_query(TitlePartsSerializer, request)
        given["variants"] = tuple(filter(None, given.get("variants", "").split(",")))
        facts = tidy_facts(TournamentFacts(**{"kind": "", "name": "", "year": 0, **given}))
        wrong = [found for found in check_facts(facts, self.player) if found.field.split(".")[0] in PARTS]
        games = {facts.game: choose(facts, self.player).game} if facts.game in GAMES else GAMES
        made = preview_title(facts.game, facts.kind, facts.name, facts.variants, facts.year, games)
        title = made.title if made.is_complete else ""
        doubted = warnings_of(facts, title, by=self.player, now=timezone.now())
        shown = {"title": made.title, "violations": wrong, "warnings": (*made.warnings, *doubted)}
        return Response(TitlePreviewSerializer(shown).data)


class TitleParseApiView(ApiView):
    """Route to parse a title into its parts."""

    @extend_schema(
        operation_id="parse_title",
        parameters=[TitleTextSerializer],
        responses={200: TitleReadSerializer, 422: ProblemShownSerializer},
    )
    def get(self, request: Request) -> Response:
        """Parse a title into its parts, leniently; 422 with all that is wrong with it."""
        read = parse_title(parse_query(TitleTextSerializer, request)["title"], words_of_all())
        parts: dict[str, object] = {name: getattr(read.parts, name) for name in PARTS}
        return Response(TitleReadSerializer({**parts, "warnings": read.warnings}).data)
