"""Serializers of games of Jogo dos Reinos that are played at the table."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api import kingdoms_schema
from api.field_docs import MOMENT, SHA, doc
from api.mirror import Mirror, MirrorField
from api.strict import Flag, SmallNumber, StrictFields, Text
from api.v1.sheets.serializers import WAYS
from rulesets.kingdoms import (
    DIFFICULTIES,
    Picking,
    RevoltChoice,
    Target,
)
from tournaments.kingdoms.selectors import PlayedAct


@extend_schema_field(kingdoms_schema.ref(kingdoms_schema.EVENT))
class EventField(serializers.DictField):
    """One event as it is sent; services parse it, so that any object passes here."""


@extend_schema_field(kingdoms_schema.ref(kingdoms_schema.EVENT_SHOWN))
class ShownEventField(serializers.DictField):
    """An event of the log, or the undo of an earlier one."""


@extend_schema_field(kingdoms_schema.ref(kingdoms_schema.OUTCOME))
class OutcomeField(serializers.DictField):
    """An outcome of an event: what chance or the rules made of it."""


class BeginSerializer(StrictFields):
    """`absent`: sides that did not come. A game that is on is begun again by a judge, with a `reason`."""

    absent = serializers.ListField(
        child=SmallNumber(),
        required=False,
        max_length=8,
        **doc("Numbers of the sides that did not come.", [3]),
    )
    reason = Text(
        required=False,
        max_length=500,
        **doc("Why; needed to restart a game in progress.", "A kingdom sat at the wrong place."),
    )


class ActInSerializer(StrictFields):
    """One event, decided on act number `seen`; with `auto` the app picks the cards that are due.

    `{"type": "attack", "target": 3}`, `{"type": "pass"}`, `{"type": "decide", "vassal": 2, "revolts": true}`,
    `{"type": "pick", "kingdom": 1, "cards": [1, 4, 5, 8, 9]}`,
    `{"type": "leave", "kingdom": 4, "way": "conceded"}`.
    """

    seen = SmallNumber(**doc("The number of the latest act that the caller saw.", 12))
    event = EventField(required=False, **doc("What was done."))
    auto = Flag(
        required=False,
        default=False,
        **doc(
            "Whether the app picks the cards that are due; then without `event`. False by default.",
            False,
        ),
    )


class UndoInSerializer(StrictFields):
    """The number of the latest act that the caller saw; the latest act that counts is undone."""

    seen = SmallNumber(**doc("The number of the latest act that the caller saw.", 12))


class KingdomShownSerializer(serializers.Serializer[dict[str, object]]):
    """One kingdom. `holder` is the side of its suzerain, 0 if free; `chance` of a revolt in percent."""

    side = serializers.IntegerField(**doc("The number of a side at this match, from 1 in seating order.", 1))
    name = serializers.CharField(**doc("Who plays it.", "Lia Prado"))
    holder = serializers.IntegerField(
        **doc("The number of the side of its suzerain; 0 for a free kingdom.", 0)
    )
    passes = serializers.IntegerField(**doc("How many turns in a row it passed.", 0))
    chance = serializers.IntegerField(
        allow_null=True, **doc("How likely a revolt of it is, in percent; null for a free kingdom.", 30)
    )
    out = serializers.ChoiceField(
        choices=WAYS, allow_null=True, **doc("How it left the game; null if it did not.")
    )


class TargetShownSerializer(Mirror[Target]):
    """A kingdom that may be attacked in this turn: armies of both sides, chances in percent."""

    side = serializers.IntegerField(
        source="kingdom", **doc("The number of a side at this match, from 1 in seating order.", 1)
    )
    own = MirrorField("Armies of the attacker.", 6)
    others = MirrorField("Armies of the attacked, of whom it holds too.", 5)
    native = MirrorField("How likely all native armies come along, in percent.", 80)
    win = MirrorField("How likely the attacker wins then, in percent.", 54)


class ChoiceShownSerializer(Mirror[RevoltChoice]):
    """A vassal that must say now whether it revolts."""

    side = serializers.IntegerField(
        source="vassal", **doc("The number of a side at this match, from 1 in seating order.", 1)
    )
    holder = MirrorField("The number of the side of its suzerain.", 2)
    chance = MirrorField("How likely its revolt is, in percent.", 30)


class PickingShownSerializer(Mirror[Picking]):
    """Who turns up `due` of the cards 1 to `cards` now; those in `taken` lie open."""

    side = serializers.IntegerField(
        source="kingdom", **doc("The number of a side at this match, from 1 in seating order.", 1)
    )
    due = MirrorField("How many cards.", 5)
    cards = MirrorField("How many cards lie there, numbered from 1.", 11)
    taken = serializers.ListField(
        child=serializers.IntegerField(), **doc("Numbers of the cards that lie open.", [1, 4])
    )
    waiting = MirrorField("Numbers of the sides that pick after this one.", [3])


class ActShownSerializer(Mirror[PlayedAct]):
    """One act of the log; a joker that still lies face down is left out of its outcomes."""

    number = MirrorField("Its number, from 1.", 12)
    event = ShownEventField(**doc("What was done."))
    outcomes = serializers.ListField(
        child=OutcomeField(), **doc("What came of it; a joker that still lies face down is left out.")
    )
    undone = MirrorField("Whether it was taken back later.", False)
    undoes = MirrorField("The number of the act that it takes back; null for none.")
    by_app = MirrorField("Whether the app picked the cards.", False)
    at = MirrorField("When that was.", MOMENT)


class KingdomsShownSerializer(serializers.Serializer[dict[str, object]]):
    """The game of a match. `game` is null before it begins; `version` is the number of the latest act.

    `sheet` is the result of the game as the sheet's route takes it; `seed` stays null until the match has
    its sheet.
    """

    game = serializers.IntegerField(
        allow_null=True, **doc("Which game of the match it is, from 1; null before it begins.", 1)
    )
    version = serializers.IntegerField(**doc("The number of the latest act; 0 before the first.", 12))
    difficulty = serializers.ChoiceField(
        choices=list(DIFFICULTIES), **doc("How hard it is to attack.", "medium")
    )
    commitment = serializers.CharField(
        allow_null=True,
        **doc("SHA-256 of the seed, in the record before the first roll; null before it begins.", SHA),
    )
    seed = serializers.CharField(
        allow_null=True, **doc("What chance begins with; null until the match has its sheet.", "3f9c2a…")
    )
    order = serializers.ListField(
        child=serializers.IntegerField(),
        **doc("Numbers of the sides in the order of their turns.", [2, 4, 1, 3]),
    )
    cycle = serializers.IntegerField(
        allow_null=True, **doc("Which cycle it is, from 1; null before it begins.", 3)
    )
    turn = serializers.IntegerField(
        allow_null=True, **doc("The number of the side whose turn it is; null when it is no one's.", 2)
    )
    winner = serializers.IntegerField(
        allow_null=True, **doc("The number of the side that holds all others; null while none does.")
    )
    kingdoms = KingdomShownSerializer(many=True, **doc("All kingdoms, by side."))
    targets = TargetShownSerializer(
        many=True, **doc("Whom the turn's kingdom may attack; empty if there is none.")
    )
    may_pass = serializers.BooleanField(**doc("Whether the turn may be passed.", True))
    choices = ChoiceShownSerializer(many=True, **doc("Vassals that say now whether they revolt."))
    picking = PickingShownSerializer(
        allow_null=True, **doc("Who turns up cards now; null while no one does.")
    )
    acts = ActShownSerializer(many=True, **doc("Everything that was done, oldest first."))
    sheet = serializers.DictField(
        allow_null=True,
        **doc("What it comes to, as the sheet's route takes it; null while it comes to nothing."),
    )
