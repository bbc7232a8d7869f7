"""Games of kingdoms: what may be sent, and the game as it is shown."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api import kingdoms_schema
from api.mirror import Mirror
from api.strict import Flag, SmallNumber, Strict, Text
from api.v1.serializers.matches import WAYS
from rulesets.kingdoms import DIFFICULTIES, Picking, RevoltChoice, Target
from tournaments.kingdoms.selectors import PlayedAct


@extend_schema_field(kingdoms_schema.ref(kingdoms_schema.EVENT))
class EventField(serializers.DictField):
    """One event; the services read it."""


@extend_schema_field(kingdoms_schema.ref(kingdoms_schema.EVENT_SHOWN))
class ShownEventField(serializers.DictField):
    """An event of the log, or one that takes another back."""


@extend_schema_field(kingdoms_schema.ref(kingdoms_schema.OUTCOME))
class OutcomeField(serializers.DictField):
    """What came of an event."""


class BeginSerializer(Strict):
    """`absent`: sides that did not come. A game that is on is begun again by a judge, with a `reason`."""

    absent = serializers.ListField(child=SmallNumber(), required=False, max_length=8)
    reason = Text(required=False, max_length=500)


class ActInSerializer(Strict):
    """One event, decided on act number `seen`; with `auto` the app picks the cards that are due.

    `{"type": "attack", "target": 3}`, `{"type": "pass"}`, `{"type": "decide", "vassal": 2, "revolts": true}`,
    `{"type": "pick", "kingdom": 1, "cards": [1, 4, 5, 8, 9]}`,
    `{"type": "leave", "kingdom": 4, "way": "conceded"}`.
    """

    seen = SmallNumber()
    event = EventField(required=False)
    auto = Flag(required=False, default=False)


class UndoInSerializer(Strict):
    """Decided on act number `seen`."""

    seen = SmallNumber()


class KingdomShownSerializer(serializers.Serializer[dict[str, object]]):
    """One kingdom: `holder` is the side of its suzerain, 0 if free; `chance` of a revolt in percent."""

    side = serializers.IntegerField()
    name = serializers.CharField()
    holder = serializers.IntegerField()
    passes = serializers.IntegerField()
    chance = serializers.IntegerField(allow_null=True)
    out = serializers.ChoiceField(choices=WAYS, allow_null=True)


class TargetShownSerializer(Mirror[Target]):
    """Whom the turn's kingdom may attack: armies of both sides, chances in percent."""

    shows = ("side", "own", "others", "native", "win")
    side = serializers.IntegerField(source="kingdom")


class ChoiceShownSerializer(Mirror[RevoltChoice]):
    """A vassal that says now whether it revolts."""

    shows = ("side", "holder", "chance")
    side = serializers.IntegerField(source="vassal")


class PickingShownSerializer(Mirror[Picking]):
    """Who turns up `due` of the cards 1 to `cards` now; `taken` lie open."""

    shows = ("side", "due", "cards", "taken", "waiting")
    side = serializers.IntegerField(source="kingdom")
    taken = serializers.ListField(child=serializers.IntegerField())


class ActShownSerializer(Mirror[PlayedAct]):
    """One act of the log; a joker that still lies face down is left out of its outcomes."""

    shows = ("number", "event", "outcomes", "undone", "undoes", "by_app", "at")
    event = ShownEventField()
    outcomes = serializers.ListField(child=OutcomeField())


class KingdomsShownSerializer(serializers.Serializer[dict[str, object]]):
    """The game of a match. `game` is null before it begins; `version` is the number of the latest act.

    `sheet` is what it comes to, as the sheet's route takes it; `seed` stays null until the match has one.
    """

    game = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField()
    difficulty = serializers.ChoiceField(choices=list(DIFFICULTIES))
    commitment = serializers.CharField(allow_null=True)
    seed = serializers.CharField(allow_null=True)
    order = serializers.ListField(child=serializers.IntegerField())
    cycle = serializers.IntegerField(allow_null=True)
    turn = serializers.IntegerField(allow_null=True)
    winner = serializers.IntegerField(allow_null=True)
    kingdoms = KingdomShownSerializer(many=True)
    targets = TargetShownSerializer(many=True)
    may_pass = serializers.BooleanField()
    choices = ChoiceShownSerializer(many=True)
    picking = PickingShownSerializer(allow_null=True)
    acts = ActShownSerializer(many=True)
    sheet = serializers.DictField(allow_null=True)
