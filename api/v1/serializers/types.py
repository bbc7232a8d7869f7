"""Types that people compose: what comes in, and what is shown."""

from collections.abc import Mapping

from rest_framework import serializers

from api.pagination import PageQuery
from api.strict import Flag, SmallNumber, Strict, Text
from api.v1.serializers.catalogue import LEVELS, SheetFieldSerializer, TableSizesSerializer
from catalogue.facts import LONGEST_TEXT
from catalogue.models import Step, StepKind, TypeState
from catalogue.services.reviewing import DECISIONS
from rulesets.registry import GAMES, composes

COMPOSED = [key for key in GAMES if composes(key)]
KINDS = [kind for key in COMPOSED for kind in GAMES[key].kinds]
PEOPLE = (min(kind.team_size for kind in KINDS), max(kind.team_size for kind in KINDS))
TABLE = (min(kind.tables.low for kind in KINDS), max(kind.tables.high for kind in KINDS))


class TypeInSerializer(Strict):
    """A type; `needs` are the blocks of its win condition: `intact`, `razed_in_battle`, `laid`.

    `counted` instead of them where the judge's word says who has won: what the sheet counts besides, at most
    `razed_in_battle`. Such a type is played unranked.
    """

    game = Text(required=False, max_length=30, known=COMPOSED)
    title_word = Text(max_length=400)
    level = Text(required=False, max_length=30, known=LEVELS)
    team_size = SmallNumber(required=False, between=PEOPLE)
    table_low = SmallNumber(required=False, between=TABLE)
    table_high = SmallNumber(required=False, between=TABLE)
    needs = serializers.DictField(child=SmallNumber(between=(1, None)), required=False)
    at_once = Flag(required=False)
    counted = serializers.ListField(child=Text(max_length=40), required=False, allow_null=True, max_length=8)
    text_pt = Text(max_length=20_000, longest=LONGEST_TEXT)
    text_en = Text(required=False, max_length=20_000, longest=LONGEST_TEXT)


class TypeChangeSerializer(TypeInSerializer):
    """What to change; the rest stays as it is."""

    title_word = Text(required=False, max_length=400)
    needs = serializers.DictField(child=SmallNumber(between=(1, None)), required=False)
    text_pt = Text(required=False, max_length=20_000, longest=LONGEST_TEXT)


class WithdrawalInSerializer(Strict):
    """Why, if there is something to say."""

    reason = Text(required=False, max_length=2_000)


class TypeDecisionSerializer(Strict):
    """What an editor decides, and why: `accept`, `ask_changes` or `refuse`."""

    decision = serializers.ChoiceField(choices=list(DECISIONS))
    reason = Text(max_length=2_000)


class TypeQuerySerializer(PageQuery):
    """Which types: `accepted` (everybody's), `mine`, or `waiting` for the editors."""

    of = serializers.ChoiceField(choices=["accepted", "mine", "waiting"], required=False)


class TypeShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One version of a type; `how` says how one wins, in the language of the request."""

    game = serializers.CharField()
    key = serializers.CharField()
    version = serializers.IntegerField()
    title_word = serializers.CharField()
    state = serializers.ChoiceField(choices=TypeState.choices)
    author = serializers.CharField(source="author.name")
    level = serializers.ChoiceField(choices=LEVELS)
    team_size = serializers.IntegerField()
    tables = TableSizesSerializer()
    needs = serializers.DictField(child=serializers.IntegerField())
    at_once = serializers.BooleanField()
    counted = serializers.ListField(child=serializers.CharField(), allow_null=True)
    how = serializers.CharField()
    fields_of_line = SheetFieldSerializer(many=True)
    text_pt = serializers.CharField()
    text_en = serializers.CharField(allow_blank=True)
    sha256 = serializers.CharField()
    seq = serializers.IntegerField()


class StepShownSerializer(serializers.Serializer[Step]):
    """One act on a type; `revision` counts what it said."""

    act = serializers.ChoiceField(choices=StepKind.choices)
    by = serializers.CharField(source="by.name")
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    revision = serializers.IntegerField(source="revision.number")


class TypeDetailSerializer(TypeShownSerializer):
    """A version with all that was done to it."""

    history = StepShownSerializer(many=True)
