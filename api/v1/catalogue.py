"""What can be chosen, and titles written and read."""

from collections.abc import Mapping

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, asked
from api.mirror import Mirror
from api.problems import ProblemShownSerializer, ViolationShownSerializer
from api.strict import Strict
from api.v1.sheets.serializers import ENDINGS, MARKS, RANKS, WAYS
from rulesets.house_rules import options
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Game, Kind, SheetField, SheetTerms, TableSize, Variant
from rulesets.kernel.titles import parse_title
from rulesets.registry import GAMES
from tournaments.inputs import TournamentFacts
from tournaments.setup.create import check_facts, tidied
from tournaments.setup.doubts import doubts
from tournaments.setup.title_preview import preview_title
from tournaments.setup.type_choice import choose, words_of_all

LEVELS = sorted({kind.level for game in GAMES.values() for kind in game.kinds})


class TableSizesSerializer(Mirror[TableSize]):
    """Fewest and most entries at a table."""

    shows = ("low", "high")


class SheetFieldSerializer(Mirror[SheetField]):
    """One number on a player's line of the sheet, and its bounds; `is_side`: that of a side, 0 for none."""

    shows = ("key", "low", "high", "is_side")


class SheetTermsSerializer(Mirror[SheetTerms]):
    """What sheets of a game can say; `has_draws`: a game that nobody won is noted and played again."""

    shows = ("endings", "ways", "cards", "has_draws", "has_redraws")
    endings = serializers.ListField(child=serializers.ChoiceField(choices=ENDINGS))
    ways = serializers.ListField(child=serializers.ChoiceField(choices=WAYS))
    cards = serializers.ListField(child=serializers.ChoiceField(choices=RANKS))


class KindSerializer(Mirror[Kind]):
    """A tournament type."""

    shows = ("key", "title_word", "level", "team_size", "tables", "fields_of_line", "version")
    level = serializers.ChoiceField(choices=LEVELS)
    tables = TableSizesSerializer()
    fields_of_line = SheetFieldSerializer(many=True, source="fields")


class VariantSerializer(Mirror[Variant]):
    """Rules added on top of a type."""

    shows = ("key", "title_word")


class GameSerializer(serializers.Serializer[Game]):
    """A game with its types and variants."""

    key = serializers.CharField()
    title_word = serializers.CharField()
    kinds = KindSerializer(many=True)
    variants = VariantSerializer(many=True)
    marks = serializers.ListField(child=serializers.ChoiceField(choices=MARKS))
    sheet = SheetTermsSerializer(source="sheet_terms")


class HouseRuleSerializer(Mirror[HouseRule]):
    """An option of the coordinator; `applies` is a game's key or `any`."""

    shows = ("code", "default", "choices", "applies")
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.JSONField())


class CatalogueSerializer(serializers.Serializer[Mapping[str, object]]):
    """Everything that can be chosen for a tournament."""

    games = GameSerializer(many=True)
    house_rules = HouseRuleSerializer(many=True)


class TitlePartsSerializer(Strict):
    """The parts of a title; `variants` are keys with commas between them."""

    game = serializers.CharField(required=False, max_length=30)
    kind = serializers.CharField(required=False, allow_blank=True, max_length=40)
    name = serializers.CharField(required=False, allow_blank=True, max_length=300)
    variants = serializers.CharField(required=False, allow_blank=True, max_length=200)
    year = serializers.IntegerField(required=False, min_value=-(10**9), max_value=10**9)


class TitlePreviewSerializer(serializers.Serializer[Mapping[str, object]]):
    """The title as far as the parts make one, and all that is wrong with them."""

    title = serializers.CharField(allow_blank=True)
    violations = ViolationShownSerializer(many=True)
    warnings = ViolationShownSerializer(many=True)


class TitleTextSerializer(Strict):
    """A title to read back."""

    title = serializers.CharField(max_length=500)


class TitleReadSerializer(serializers.Serializer[dict[str, object]]):
    """The parts of a title."""

    game = serializers.CharField()
    kind = serializers.CharField()
    name = serializers.CharField()
    variants = serializers.ListField(child=serializers.CharField())
    year = serializers.IntegerField()
    warnings = ViolationShownSerializer(many=True)


PARTS = frozenset({"game", "kind", "name", "variants", "year"})


class CatalogueApiView(ApiView):
    """Games, types, variants, options."""

    @extend_schema(operation_id="catalogue", responses=CatalogueSerializer)
    def get(self, request: Request) -> Response:
        """Everything that everybody can choose for a tournament, accepted types among it."""
        shown = {"games": list(words_of_all().values()), "house_rules": options()}
        return Response(CatalogueSerializer(shown).data)


class TitlePreviewApiView(ApiView):
    """The title while it is being typed."""

    @extend_schema(
        operation_id="preview_title",
        parameters=[TitlePartsSerializer],
        responses=TitlePreviewSerializer,
    )
    def get(self, request: Request) -> Response:
        """The title that these parts make so far, and what is wrong with them."""
        given = asked(TitlePartsSerializer, request)
        given["variants"] = tuple(filter(None, given.get("variants", "").split(",")))
        facts = tidied(TournamentFacts(**{"kind": "", "name": "", "year": 0, **given}))
        wrong = [found for found in check_facts(facts, self.player) if found.field.split(".")[0] in PARTS]
        games = {facts.game: choose(facts, self.player).game} if facts.game in GAMES else GAMES
        made = preview_title(facts.game, facts.kind, facts.name, facts.variants, facts.year, games)
        title = made.title if made.is_complete else ""
        doubted = doubts(facts, title, by=self.player, now=timezone.now())
        shown = {"title": made.title, "violations": wrong, "warnings": (*made.warnings, *doubted)}
        return Response(TitlePreviewSerializer(shown).data)


class TitleParseApiView(ApiView):
    """A title read back into its parts."""

    @extend_schema(
        operation_id="parse_title",
        parameters=[TitleTextSerializer],
        responses={200: TitleReadSerializer, 422: ProblemShownSerializer},
    )
    def get(self, request: Request) -> Response:
        """The parts of a title, read leniently; 422 with all that is wrong with it."""
        read = parse_title(asked(TitleTextSerializer, request)["title"], words_of_all())
        parts: dict[str, object] = {name: getattr(read.parts, name) for name in PARTS}
        return Response(TitleReadSerializer({**parts, "warnings": read.warnings}).data)
