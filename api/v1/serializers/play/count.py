"""The count at a table."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.messages import detail_for
from api.strict import Flag, Strict, Text, WholeNumber
from api.v1.serializers.matches import ENDINGS, WAYS, LineShownSerializer, VerdictSerializer
from api.v1.serializers.problems import ViolationShownSerializer
from matches.models import MatchState
from rulesets.kernel.counting import Change

MOST_NAMED = 40
LONGEST_WORD = 40


class CountInSerializer(Strict):
    """What was counted anew for one player; what is left out stays as it was.

    `version` is that of the player's tally as the caller saw it, `game` the game that was counted.
    `out` null: back in the game. `together`: gone at the same moment as whoever was gone last.
    """

    player = Text(max_length=12)
    version = WholeNumber()
    game = Text(required=False, max_length=LONGEST_WORD)
    spots = serializers.DictField(child=Text(max_length=LONGEST_WORD), required=False)
    numbers = serializers.DictField(child=WholeNumber(), required=False)
    out = serializers.ChoiceField(choices=WAYS, required=False, allow_null=True)
    together = Flag(required=False)

    def validate_spots(self, value: dict[str, object]) -> dict[str, object]:
        """No more than any table has."""
        return _few(value)

    def validate_numbers(self, value: dict[str, object]) -> dict[str, object]:
        """No more than any table has."""
        return _few(value)


class TallyShownSerializer(serializers.Serializer[dict[str, object]]):
    """What lies before one player. `order` is that of leaving or falling; `exposed` spots can be attacked."""

    player = serializers.CharField()
    name = serializers.CharField()
    side = serializers.IntegerField()
    version = serializers.IntegerField()
    spots = serializers.DictField(child=serializers.CharField())
    exposed = serializers.ListField(child=serializers.CharField())
    numbers = serializers.DictField(child=serializers.IntegerField())
    out = serializers.ChoiceField(choices=WAYS, allow_null=True)
    order = serializers.IntegerField(allow_null=True)


class ProposedSheetSerializer(serializers.Serializer[dict[str, object]]):
    """A sheet as `…/sheet/` takes it."""

    ended_by = serializers.ChoiceField(choices=ENDINGS)
    winner = serializers.IntegerField(allow_null=True)
    lines = LineShownSerializer(many=True)


class AnswersShownSerializer(serializers.Serializer[dict[str, object]]):
    """What the cards would come to, by the same rules as a sheet; sides by number.

    `defects`: counts that contradict each other; nothing else is answered then. `over`: nobody, or one side,
    is left. `winners`: sides that show the win condition. `drawn`: all who were left fell at once. `timed`:
    time called now; null where it would decide nothing.
    """

    defects = ViolationShownSerializer(many=True)
    over = VerdictSerializer(allow_null=True)
    winners = serializers.ListField(child=serializers.IntegerField())
    drawn = serializers.BooleanField()
    timed = VerdictSerializer(allow_null=True)
    proposed = ProposedSheetSerializer()


class CountShownSerializer(serializers.Serializer[dict[str, object]]):
    """The count at a table: scratch beside the record. Another `game` begins with nothing counted."""

    state = serializers.ChoiceField(choices=MatchState.choices)
    game = serializers.CharField()
    version = serializers.CharField()
    tallies = TallyShownSerializer(many=True)
    answers = AnswersShownSerializer()


def change_of(given: dict[str, Any]) -> Change:
    """The change as the rules read it."""
    out = (given["out"] or "") if "out" in given else None
    return Change(given.get("spots", {}), given.get("numbers", {}), out, given.get("together", False))


def _few(named: dict[str, object]) -> dict[str, object]:
    if len(named) > MOST_NAMED or any(len(key) > LONGEST_WORD for key in named):
        said = detail_for("too_many_named", {"most": MOST_NAMED})
        raise ValidationError([ErrorDetail(said, "too_many_named")])
    return named
