"""Decisions about entries: leaving, coming back, coming late, and what each would lead to."""

from rest_framework import serializers

from api.strict import Flag, Strict, Text, WholeNumber
from api.v1.serializers.corrections import CHOSEN, MOST_REASON, ChangesSerializer, ReasonInSerializer
from api.v1.serializers.entries.entries import NewEntrySerializer
from api.v1.serializers.matches import CutInSerializer
from api.v1.serializers.problems import ViolationShownSerializer
from tournaments.departures.late_places import LatePlace, PlaceKind
from tournaments.departures.no_show import ACTS as NO_SHOW_ACTS
from tournaments.departures.no_show import NoShow, NoShowChoice
from tournaments.departures.preview_decisions import Decision

ACTS = ("withdraw", "disqualify", "reinstate")


class DisqualificationSerializer(ReasonInSerializer):
    """A disqualification outside a match.

    `match`: an earlier match that the entry won and should lose, too. `remedies`: what becomes of matches
    that began, by code. `cuts` and `rulings` (a side): by code of a match that is lost, who is first of
    those who are equal there now.
    """

    match = Text(required=False, max_length=12)
    remedies = serializers.DictField(child=serializers.ChoiceField(choices=CHOSEN), required=False)
    cuts = serializers.DictField(
        child=serializers.ListField(child=CutInSerializer(), max_length=50), required=False
    )
    rulings = serializers.DictField(child=WholeNumber(), required=False)


class SubstitutionSerializer(Strict):
    """Who leaves the pair (a code in this record) and who comes in; `reason` is needed after the draw."""

    leaving = Text(max_length=12)
    name = Text(max_length=300)
    player = Text(required=False, max_length=12)
    namesake = Flag(required=False)
    reason = Text(required=False, max_length=MOST_REASON)


class LateEntrySerializer(NewEntrySerializer):
    """An entry that comes after the draw, and the side of a match of round 1 that it takes.

    `instead_of` is the code of the absent entry whose place it is; that entry is withdrawn.
    """

    match = Text(max_length=12)
    side = WholeNumber()
    instead_of = Text(required=False, max_length=12)
    reason = Text(max_length=MOST_REASON)


class FreeSideSerializer(serializers.Serializer[LatePlace]):
    """A place of round 1 that a late entry can take, at a match that has not begun.

    `seat` is an empty one, `chair` one more at a table below its maximum, `absent` that of an entry that did
    not come.
    """

    match = serializers.CharField(source="match.code")
    side = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in PlaceKind])
    instead_of = serializers.CharField(allow_blank=True)


class DecisionShownSerializer(serializers.Serializer[Decision]):
    """What could be decided. `changes` is null where it is refused now, and `refused` says why."""

    act = serializers.ChoiceField(choices=ACTS)
    changes = ChangesSerializer(source="effects", allow_null=True)
    refused = ViolationShownSerializer(many=True)


class MissingQuerySerializer(Strict):
    """Who is missing: codes of the record, with spaces between them."""

    missing = Text(required=False, max_length=120)


class NoShowChoiceSerializer(serializers.Serializer[NoShowChoice]):
    """What could be done. `changes` is null where nothing happens or it is refused; `refused` says why."""

    act = serializers.ChoiceField(choices=NO_SHOW_ACTS)
    changes = ChangesSerializer(source="effects", allow_null=True)
    refused = ViolationShownSerializer(many=True)


class NoShowSerializer(serializers.Serializer[NoShow]):
    """Who is missing, until when they may come, and the choices; none before somebody is missing."""

    missing = serializers.ListField(child=serializers.CharField())
    grace_until = serializers.DateTimeField(source="until", allow_null=True)
    is_over = serializers.BooleanField()
    choices = NoShowChoiceSerializer(many=True)


class DropMissingSerializer(Strict):
    """Who is missing, and why their entries leave; the reason is public."""

    missing = serializers.ListField(child=Text(max_length=12), max_length=8)
    reason = Text(max_length=MOST_REASON)


class DroppedSerializer(serializers.Serializer[dict[str, list[str]]]):
    """The entries that left."""

    entries = serializers.ListField(child=serializers.CharField())
