"""Serializers of entries that leave, come back, come late or replace a member."""

from rest_framework import serializers

from api.field_docs import MOMENT, doc
from api.problems import ViolationShownSerializer
from api.strict import Flag, StrictFields, Text, WholeNumber
from api.v1.corrections.serializers import CHOSEN, MAX_REASON, ChangesSerializer, ReasonInSerializer
from api.v1.entries.serializers import NewEntrySerializer
from api.v1.sheets.serializers import CutInSerializer
from tournaments.departures.late_places import LatePlace, PlaceKind
from tournaments.departures.no_show import ACTS as NO_SHOW_ACTS
from tournaments.departures.no_show import NoShow, NoShowChoice
from tournaments.departures.preview_decisions import Decision

ACTS = ("withdraw", "disqualify", "reinstate")


class DisqualificationSerializer(ReasonInSerializer):
    """A disqualification outside a match.

    `match`: an earlier match that the entry won and should lose too. `remedies`: what becomes of matches
    that began, by code. `cuts` and `rulings` (a side): by code of a match that is lost, the order of
    the sides that are tied there now.
    """

    match = Text(
        required=False,
        max_length=12,
        **doc("The code of an earlier match that the entry won and should lose too.", "m7xk2qpw"),
    )
    remedies = serializers.DictField(
        child=serializers.ChoiceField(choices=CHOSEN),
        required=False,
        **doc("What becomes of later matches that began, by their code.", {"m7xk2qpw": "replay"}),
    )
    cuts = serializers.DictField(
        child=serializers.ListField(child=CutInSerializer(), max_length=50),
        required=False,
        **doc(
            "Cuts among tied sides at a match that is lost, by its code.",
            {"m7xk2qpw": [{"sides": [1, 2], "cards": ["A", "9"]}]},
        ),
    )
    rulings = serializers.DictField(
        child=WholeNumber(),
        required=False,
        **doc(
            "The first of the tied sides, by the code of a match that is lost.",
            {"m7xk2qpw": 2},
        ),
    )


class SubstitutionSerializer(StrictFields):
    """Who leaves the pair (a code) and who joins it; `reason` is needed after the draw."""

    leaving = Text(max_length=12, **doc("Who leaves the pair, as a code of this record.", "pwr5fkbzz"))
    name = Text(max_length=300, **doc("Who comes in.", "Zeca Nunes"))
    player = Text(
        required=False,
        max_length=12,
        **doc("The code in the whole house of a known person; empty for a new one.", "k7m2x9qd"),
    )
    namesake = Flag(
        required=False, **doc("Whether known or entered people of the same name are other people.", False)
    )
    reason = Text(required=False, max_length=MAX_REASON, **doc("Why; needed after the draw.", "Ill."))


class LateEntrySerializer(NewEntrySerializer):
    """An entry that comes after the draw, and the side of a match of round 1 that it takes.

    `instead_of` is the code of the absent entry whose place it is; that entry is withdrawn.
    """

    match = Text(max_length=12, **doc("The code of the match of round 1 that the entry joins.", "m7xk2qpw"))
    side = WholeNumber(**doc("The number of a side at this match, from 1 in seating order.", 1))
    instead_of = Text(
        required=False, max_length=12, **doc("The absent entry whose place it takes, by its code.", "e4k2x9")
    )
    reason = Text(max_length=MAX_REASON, **doc("Why the entry comes late; it is public.", "The bus."))


class FreeSideSerializer(serializers.Serializer[LatePlace]):
    """A place of round 1 that a late entry can take, at a match that has not begun.

    `seat` is an empty one, `chair` one more at a table below its maximum, `absent` that of an entry that did
    not come.
    """

    match = serializers.CharField(
        source="match.code", **doc("The code of the match of round 1 with the place.", "m7xk2qpw")
    )
    side = serializers.IntegerField(**doc("The number of a side at this match, from 1 in seating order.", 1))
    kind = serializers.ChoiceField(
        choices=[kind.value for kind in PlaceKind],
        **doc("An empty seat, one chair more, or the place of an absent entry.", "chair"),
    )
    instead_of = serializers.CharField(
        allow_blank=True, **doc("The entry whose place it is, by its code; empty unless it is absent.", "")
    )


class DecisionShownSerializer(serializers.Serializer[Decision]):
    """A decision that could be made about an entry.

    `changes` is null if it is refused now, and `refused` says why.
    """

    act = serializers.ChoiceField(choices=ACTS, **doc("What could be decided.", "withdraw"))
    changes = ChangesSerializer(
        source="effects", allow_null=True, **doc("What that would change; null if it is refused now.")
    )
    refused = ViolationShownSerializer(many=True, **doc("Why it is refused now; empty if it is not."))


class MissingQuerySerializer(StrictFields):
    """Who is missing at the table: codes of the record, with spaces between them."""

    missing = Text(
        required=False,
        max_length=120,
        **doc("Who is missing, by their codes, with spaces between them.", "pwr5fkbzz"),
    )


class NoShowChoiceSerializer(serializers.Serializer[NoShowChoice]):
    """What could be done about missing players.

    `changes` is null if nothing happens or it is refused; `refused` says why.
    """

    act = serializers.ChoiceField(choices=NO_SHOW_ACTS, **doc("What could be done.", "walkover"))
    changes = ChangesSerializer(
        source="effects",
        allow_null=True,
        **doc("What that would change; null if nothing happens, or if it is refused now."),
    )
    refused = ViolationShownSerializer(many=True, **doc("Why it is refused now; empty if it is not."))


class NoShowSerializer(serializers.Serializer[NoShow]):
    """Who is missing, until when they may come, and the choices; none while all are there."""

    missing = serializers.ListField(
        child=serializers.CharField(), **doc("Who is missing, by their codes in this record.", ["pwr5fkbzz"])
    )
    grace_until = serializers.DateTimeField(
        source="until",
        allow_null=True,
        **doc("Until when they may come; null for a match that was not called.", MOMENT),
    )
    is_over = serializers.BooleanField(**doc("Whether that time is past.", True))
    choices = NoShowChoiceSerializer(many=True, **doc("What could be done; none while all are there."))


class DropMissingSerializer(StrictFields):
    """Whose entries leave since they are missing, and why; the reason is public."""

    missing = serializers.ListField(
        child=Text(max_length=12),
        max_length=8,
        **doc("Who is missing, by their codes in this record.", ["pwr5fkbzz"]),
    )
    reason = Text(max_length=MAX_REASON, **doc("Why. It is public.", "Sides swapped."))


class DroppedSerializer(serializers.Serializer[dict[str, list[str]]]):
    """The entries that were withdrawn."""

    entries = serializers.ListField(
        child=serializers.CharField(), **doc("Codes of the entries that left.", ["e4k2x9"])
    )
