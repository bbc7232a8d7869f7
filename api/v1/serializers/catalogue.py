"""What can be chosen, and titles."""

from collections.abc import Mapping

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Strict
from api.v1.serializers.matches import ENDINGS, MARKS, RANKS, WAYS
from api.v1.serializers.problems import ViolationShownSerializer
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import Game, Kind, SheetField, SheetTerms, TableSize, Variant
from rulesets.registry import GAMES

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
