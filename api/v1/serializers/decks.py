"""Deck lists: judged for anybody, handed in for an entry."""

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Strict, Text
from api.v1.serializers.problems import ViolationShownSerializer
from rulesets.kernel.decks import DeckCard
from tournaments.decks.lists import MOST_BYTES
from tournaments.decks.selectors import Deck, PersonsDeck


class DeckInSerializer(Strict):
    """A list to be judged by the rules of a game."""

    game = Text(max_length=30)
    text = Text(max_length=MOST_BYTES, trim_whitespace=False)


class HandInSerializer(Strict):
    """The deck of one person of the entry, by code; in an entry of one person it may be left out."""

    player = Text(required=False, max_length=12)
    text = Text(max_length=MOST_BYTES, trim_whitespace=False)


class DeckCardSerializer(Mirror[DeckCard]):
    """One card of a deck, and the first line that names it."""

    shows = ("name", "copies", "marks", "line")
    marks = serializers.ListField(child=serializers.CharField())


class DeckReportSerializer(serializers.Serializer[dict[str, object]]):
    """What the rules say of a list; `field` of a remark is `deck` or `deck.LINE`."""

    stands = serializers.BooleanField()
    size = serializers.IntegerField()
    cards = DeckCardSerializer(many=True)
    violations = ViolationShownSerializer(many=True)
    warnings = ViolationShownSerializer(many=True)


class DeckSerializer(Mirror[Deck]):
    """An accepted deck; `sha256` is of salt, line feed and text, as in the record."""

    shows = ("version", "text", "salt", "sha256", "size", "warnings", "handed_in_at")
    warnings = ViolationShownSerializer(many=True)


class PersonsDeckSerializer(serializers.Serializer[PersonsDeck]):
    """One person of the entry; `deck` is null where none was handed in."""

    player = serializers.CharField(source="persona_code")
    name = serializers.CharField()
    deck = DeckSerializer(allow_null=True)


class DecksShownSerializer(serializers.Serializer[dict[str, object]]):
    """The decks of an entry that the caller may read, and who still owes one."""

    due = serializers.BooleanField()
    missing = serializers.ListField(child=serializers.CharField())
    decks = PersonsDeckSerializer(many=True)
