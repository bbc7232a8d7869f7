"""The draw: shapes to choose from, what is missing, and what was drawn."""

from rest_framework import serializers

from api.mirror import Mirror
from api.strict import Flag, Strict, Text, WholeNumber
from api.v1.serializers.problems import ViolationShownSerializer
from scheduling.what_if import TimedOffer
from tournaments.bracket.shapes import Shape
from tournaments.draw.publish import METHODS
from tournaments.draw.selectors import Withdrawn
from tournaments.entries.commit_draw import LARGEST_SEED
from tournaments.models import Commitment
from tournaments.models.draw import Draw

MOST_ROUNDS = 20
MOST_TABLES = 10_000
LARGE = 2**62


class ShapeQuerySerializer(Strict):
    """How many entries; without it those that are checked in."""

    entries = serializers.IntegerField(required=False, min_value=0, max_value=10_000)


class RoundSizesField(serializers.ListField):
    """Table sizes of every round, `[[4, 4], [2]]`; a bye is a table of 1."""

    child = serializers.ListField(child=WholeNumber(min_value=0, max_value=100), max_length=MOST_TABLES)

    def to_representation(self, data: Shape | list[list[int]]) -> list[list[int]]:
        """The sizes, round by round."""
        rounds = data.rounds if isinstance(data, Shape) else data
        return [list(sizes) for sizes in rounds]


class OfferSerializer(Mirror[TimedOffer]):
    """One shape and what it means for the day; `minutes` from the first call to the end of the last.

    `warnings`: what speaks against it, though it may be chosen.
    """

    shows = (
        "shape",
        "matches",
        "rounds",
        "tables_needed",
        "minutes",
        "minutes_low",
        "minutes_high",
        "waves",
        "is_default",
        "warnings",
    )
    shape = RoundSizesField()
    warnings = ViolationShownSerializer(many=True)


class ReadinessSerializer(serializers.Serializer[dict[str, object]]):
    """Everything that is still missing before the draw."""

    ready = serializers.BooleanField()
    missing = ViolationShownSerializer(many=True)


class DrawInSerializer(Strict):
    """How to draw: the proposed shape unless one is given, from the promised secret and the `word` called.

    `seed` is a number typed by hand instead: the draw is marked so wherever it is shown. `apart` keeps
    club-mates apart in round 1 where possible. `regulation` is the version that the caller read: it is
    confirmed in the same step.
    """

    shape = RoundSizesField(required=False, allow_null=True, max_length=MOST_ROUNDS)
    method = Text(required=False, max_length=20, known=METHODS)
    word = Text(required=False, max_length=200)
    seed = WholeNumber(
        required=False, allow_null=True, min_value=-LARGE, max_value=LARGE, between=(0, LARGEST_SEED)
    )
    apart = Flag(required=False)
    regulation = Text(required=False, allow_null=True, max_length=64)


class PromisedSerializer(serializers.Serializer[Commitment]):
    """The SHA-256 of a secret, and since when and where it stands in the record."""

    hash = serializers.CharField(source="sha256")
    at = serializers.DateTimeField()
    seq = serializers.IntegerField()


class OriginSerializer(serializers.Serializer[Draw]):
    """Where a draw comes from.

    `derived_seed` follows from `secret`, entries and `word`; all of these, `algorithm` and `promised` are
    null where `seed`, a number, was used: `typed_by_hand` unless the record was begun in its first format.
    `passed_over`: who had a bye or sat at a short table earlier in the season.
    """

    method = serializers.ChoiceField(choices=METHODS)
    seed = serializers.IntegerField(allow_null=True)
    algorithm = serializers.CharField(allow_null=True)
    promised = PromisedSerializer(source="commitment", allow_null=True)
    secret = serializers.CharField(allow_null=True)
    word = serializers.CharField(allow_null=True)
    derived_seed = serializers.CharField(allow_null=True)
    typed_by_hand = serializers.BooleanField(source="is_typed")
    passed_over = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()), allow_null=True
    )
    published_at = serializers.DateTimeField()
    seq = serializers.IntegerField()


class EarlierSerializer(serializers.Serializer[Withdrawn]):
    """A draw that was taken back, when and why."""

    draw = OriginSerializer()
    withdrawn_at = serializers.DateTimeField(source="at")
    reason = serializers.CharField()


class DrawnAloneSerializer(OriginSerializer):
    """A draw with what it gave; `order` lists entries, strongest first."""

    shape = RoundSizesField()
    shape_is_default = serializers.BooleanField()
    order = serializers.ListField(child=serializers.CharField())


class DrawnSerializer(DrawnAloneSerializer):
    """The standing draw, which anybody can repeat, and `earlier` ones that were taken back."""

    earlier = EarlierSerializer(many=True)


class PromisesSerializer(serializers.Serializer[dict[str, object]]):
    """What is promised for the draw to come; null before the first check-in, and once the draw stands.

    `is_lost`: the record came from elsewhere, so that with the draw another secret will be promised.
    """

    promised = PromisedSerializer(allow_null=True)
    is_lost = serializers.BooleanField()
    earlier = EarlierSerializer(many=True)


class ReasonSerializer(Strict):
    """Why."""

    reason = Text(max_length=500)
