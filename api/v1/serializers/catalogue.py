"""What can be chosen, and titles."""

from typing import Any

from rest_framework import serializers

from api.strict import Strict
from api.v1.serializers.matches import ENDINGS, MARKS, RANKS, WAYS
from api.v1.serializers.problems import ViolationShownSerializer
from rulesets.kernel.house_rules import HouseRule
from rulesets.kernel.rules import SheetField, SheetTerms, TableSize, Variant
from rulesets.registry import GAMES

LEVELS = sorted({kind.level for game in GAMES.values() for kind in game.kinds})


class TableSizesSerializer(serializers.Serializer[TableSize]):
    """Fewest and most entries at a table."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()


class SheetFieldSerializer(serializers.Serializer[SheetField]):
    """One number on a player's line of the sheet, and its bounds; `is_side`: that of a side, 0 for none."""

    key = serializers.CharField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    is_side = serializers.BooleanField()


class SheetTermsSerializer(serializers.Serializer[SheetTerms]):
    """What sheets of a game can say; `has_draws`: a game that nobody won is noted and played again."""

    endings = serializers.ListField(child=serializers.ChoiceField(choices=ENDINGS))
    ways = serializers.ListField(child=serializers.ChoiceField(choices=WAYS))
    cards = serializers.ListField(child=serializers.ChoiceField(choices=RANKS))
    has_draws = serializers.BooleanField()
    has_redraws = serializers.BooleanField()


class KindSerializer(serializers.Serializer[Any]):
    """A tournament type."""

    key = serializers.CharField()
    title_word = serializers.CharField()
    level = serializers.ChoiceField(choices=LEVELS)
    team_size = serializers.IntegerField()
    tables = TableSizesSerializer()
    fields_of_line = SheetFieldSerializer(many=True, source="fields")
    version = serializers.IntegerField()


class VariantSerializer(serializers.Serializer[Variant]):
    """Rules added on top of a type."""

    key = serializers.CharField()
    title_word = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    """A game with its types and variants."""

    key = serializers.CharField()
    title_word = serializers.CharField()
    kinds = KindSerializer(many=True)
    variants = VariantSerializer(many=True)
    marks = serializers.ListField(child=serializers.ChoiceField(choices=MARKS))
    sheet = SheetTermsSerializer(source="sheet_terms")


class HouseRuleSerializer(serializers.Serializer[HouseRule]):
    """An option of the coordinator; `applies` is a game's key or `any`."""

    code = serializers.CharField()
    default = serializers.JSONField()
    choices = serializers.ListField(child=serializers.JSONField())
    applies = serializers.CharField()


class CatalogueSerializer(serializers.Serializer[Any]):
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


class TitlePreviewSerializer(serializers.Serializer[Any]):
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
