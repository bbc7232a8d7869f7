"""Serializers of corrections: previews, effects, versions of a sheet, and reviews."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.field_docs import MOMENT, doc
from api.mirror import Mirror, MirrorField
from api.problems import ViolationShownSerializer
from api.strict import StrictFields, Text
from api.v1.sheets.serializers import (
    ENDINGS,
    CutShownSerializer,
    LineShownSerializer,
    SheetInSerializer,
    SheetShownSerializer,
    flatten_line,
)
from matches.models import MatchState
from matches.sheet_values import sheet_to_json
from rulesets.kernel.sheet import Sheet
from tournaments.corrections.disputes import SheetDoubt
from tournaments.corrections.effects import MatchEffect, MatchOverview, PlaceEffect
from tournaments.corrections.preview import RemedyChoice
from tournaments.corrections.selectors import Notice, RemedyEffect, Result
from tournaments.models import Remedy
from tournaments.standings.selectors import StandingRow

CHOSEN = (Remedy.KEEP.value, Remedy.REPLAY.value, Remedy.REPLACE.value)
MAX_REASON = 10_000


class TrialInSerializer(StrictFields):
    """A corrected sheet to be tried; `remedies` has a remedy by the code of each later match that began."""

    sheet = SheetInSerializer(**doc("The sheet as it should be."))
    remedies = serializers.DictField(
        child=serializers.ChoiceField(choices=CHOSEN),
        required=False,
        **doc("What becomes of later matches that began, by their code.", {"m7xk2qpw": "replay"}),
    )


class CorrectionInSerializer(TrialInSerializer):
    """A corrected sheet and why it is corrected; the reason is public."""

    reason = Text(max_length=MAX_REASON, **doc("Why. It is public.", "Sides swapped."))


class ReasonInSerializer(StrictFields):
    """Why something is done; the reason is public."""

    reason = Text(max_length=MAX_REASON, **doc("Why. It is public.", "Sides swapped."))


class MatchLookSerializer(Mirror[MatchOverview]):
    """The state of a match. `players` by side; an open side says where it comes from."""

    state = serializers.ChoiceField(choices=MatchState.choices, **doc("How far the match got.", "ended"))
    players = MirrorField(
        "Names side by side; an open side says where it comes from.", [["Lia Prado"], ["Caio"]]
    )
    winner = MirrorField("Who won; empty if no one did, or not yet.", ["Lia Prado"])


class MatchChangeSerializer(serializers.Serializer[MatchEffect]):
    """One match before and after the change."""

    match = serializers.CharField(source="before.code", **doc("The code of the match.", "m7xk2qpw"))
    place = serializers.CharField(
        source="before.place", **doc("Where the match stands in the bracket, in words.", "Round 2, match 1")
    )
    before = MatchLookSerializer(**doc("The present state of the match."))
    after = MatchLookSerializer(**doc("The state after the correction."))


class PlaceLookSerializer(Mirror[StandingRow]):
    """A place; `open`: the entry still plays."""

    place = MirrorField("The place, from 1; equal ones share it.", 1)
    points = serializers.CharField(
        source="points_text", **doc("Points for the season, exact, in lowest terms: `25` or `27/2`.", "27/2")
    )
    points_decimal = MirrorField("The same with two decimals.", "13.50")
    open = MirrorField("Whether the entry still plays, so that the place may change.", False)


class PlaceChangeSerializer(serializers.Serializer[PlaceEffect]):
    """One entry's place and points before and after; null if it has none."""

    names = serializers.ListField(child=serializers.CharField(), **doc("Who they are.", ["Lia Prado"]))
    before = PlaceLookSerializer(allow_null=True, **doc("The present state; null if there is none."))
    after = PlaceLookSerializer(
        allow_null=True, **doc("The state after the correction; null if there is none.")
    )


class ChoiceSerializer(Mirror[RemedyChoice]):
    """A later match that began with `sits` where `rightful` should be (entries, null for none).

    `remedy` is null while none is chosen; `no_replacing` says why `replace` is refused, if it is.
    """

    match = MirrorField("The code of the match.", "m7xk2qpw")
    sits = MirrorField("The code of the entry that sits there; null for none.", "e4k2x9")
    rightful = MirrorField("The code of the entry that should sit there; null for none.", "e8m3p7")
    remedy = serializers.SerializerMethodField(
        **doc("What was chosen for that match; null while nothing is.")
    )
    no_replacing = ViolationShownSerializer(
        allow_null=True, **doc("Why `replace` is refused there; null if it is not.")
    )

    @extend_schema_field(serializers.ChoiceField(choices=CHOSEN, allow_null=True))
    def get_remedy(self, choice: RemedyChoice) -> str | None:
        """Return the chosen remedy; None while none is chosen."""
        return choice.remedy or None


class ChangesSerializer(serializers.Serializer[Any]):
    """Everything that would change: matches in bracket order, places from the top."""

    matches = MatchChangeSerializer(many=True, **doc("The matches."))
    places = PlaceChangeSerializer(many=True, **doc("Places that would change, from the top."))


class TrialSerializer(ChangesSerializer):
    """What a correction would do. Matches in `needs` wait for a remedy and are shown as if replayed."""

    matches = MatchChangeSerializer(many=True, source="effects.matches", **doc("The matches."))
    places = PlaceChangeSerializer(
        many=True, source="effects.places", **doc("Places that would change, from the top.")
    )
    choices = ChoiceSerializer(
        many=True, **doc("Later matches that began with a player who would not have been there.")
    )
    needs = serializers.ListField(
        child=serializers.CharField(),
        **doc("Codes of the matches that still need a remedy; shown as if replayed.", ["m7xk2qpw"]),
    )


class OutcomeSerializer(serializers.Serializer[Result]):
    """The result of one version of a sheet; `winner` is empty if there is none."""

    ended_by = serializers.ChoiceField(choices=ENDINGS, **doc("How the match ended.", "win_condition"))
    winner = serializers.ListField(
        child=serializers.CharField(), **doc("Who won; empty if no one did.", ["Lia Prado"])
    )


class EffectShownSerializer(serializers.Serializer[RemedyEffect]):
    """What became of one later match."""

    match = serializers.CharField(source="match.code", **doc("The code of the match.", "m7xk2qpw"))
    remedy = serializers.ChoiceField(
        choices=[*Remedy.values, "undo"], **doc("What becomes of that match.", "replay")
    )


class NoticeShownSerializer(Mirror[Notice]):
    """One correction. `seq` is its line in the record; `undoes` and `undone_by` are other corrections'.

    `by` is the role; `name` is for the staff, null for all others.
    """

    seq = MirrorField("The number of the record's line that says so, from 0.", 74)
    at = MirrorField("When that was.", MOMENT)
    match = serializers.CharField(source="match.code", **doc("The code of the match.", "m7xk2qpw"))
    version = MirrorField("The version of the sheet that the correction made, from 2.", 2)
    before = OutcomeSerializer(
        allow_null=True, **doc("The result before the correction; null if it is not known.")
    )
    after = OutcomeSerializer(
        allow_null=True, **doc("The result after the correction; null if it is not known.")
    )
    reason = MirrorField("Why; empty if none was needed. It is public.", "Sides swapped.")
    by = serializers.CharField(source="role", **doc("The role of the person who did it.", "coordinator"))
    name = serializers.SerializerMethodField(
        **doc("Who did it, for the staff; null for all others.", "Ana Mariapaulista")
    )
    effects = EffectShownSerializer(many=True, **doc("What became of later matches."))
    undoes = MirrorField("The `seq` of the correction that this one takes back; null for none.")
    undone_by = MirrorField("The `seq` of the correction that took this one back; null for none.")
    undone_at = MirrorField("When it was taken back; null for never.", MOMENT)

    def get_name(self, notice: Notice) -> str | None:
        """Return who corrected, if the serializer's context shows names (to the staff); else None."""
        return notice.name if self.context.get("shows_names") else None


class VersionShownSerializer(SheetShownSerializer):
    """One version of a sheet. `seq` is its line in the record, `by` the role; a name is for the staff."""

    is_current = serializers.BooleanField(**doc("Whether it is the version that counts.", True))
    seq = serializers.IntegerField(
        allow_null=True, **doc("The number of the record's line that has it; null if there is none.", 42)
    )
    by = serializers.CharField(
        allow_blank=True, **doc("The role of the person who recorded it; empty if unknown.", "judge")
    )

    def to_representation(self, instance: Any) -> dict[str, object]:
        """Return the sheet as JSON, with its role and line; with a name if the context shows names."""
        facts: Mapping[str, object] = instance.facts
        named = facts["recorded_by"] if self.context.get("shows_names") else None
        shown = super().to_representation({**facts, "recorded_by": named})
        return {**shown, "is_current": instance.is_current, "seq": instance.seq, "by": instance.role}


class OtherSheetSerializer(serializers.Serializer[Sheet]):
    """A sheet as it was sent and not recorded; `winner` is the side that it declares."""

    ended_by = serializers.ChoiceField(choices=ENDINGS, **doc("How the match ended.", "win_condition"))
    winner = serializers.IntegerField(
        allow_null=True,
        **doc("The number of the side that won; null if it follows from the lines, or no one did.", 1),
    )
    cuts = CutShownSerializer(
        many=True, **doc("Cuts of cards among those tied for the first place, in order; empty for none.", [])
    )
    reason = serializers.CharField(
        allow_blank=True, **doc("Why; empty if none was needed. It is public.", "Sides swapped.")
    )
    lines = LineShownSerializer(many=True, **doc("A line a player, in seating order."))

    def to_representation(self, instance: Sheet) -> dict[str, object]:
        """Return the sheet as JSON, with counts beside the other fields of each line, as in the input."""
        kept = sheet_to_json(instance)
        return {**kept, "lines": [flatten_line(line) for line in kept["lines"]]}


class DisputeShownSerializer(Mirror[SheetDoubt]):
    """A dispute: a doubt about a recorded sheet; `seq` is its line in the record.

    `sheet` is another one that was not recorded; null if a `side` of the match says that the recorded one
    is wrong, with its `note`. `by` is the person, empty for a phone at the table.
    """

    seq = MirrorField("The number of the record's line that says so, from 0.", 74)
    match = serializers.CharField(source="match.code", **doc("The code of the match.", "m7xk2qpw"))
    sheet = OtherSheetSerializer(
        allow_null=True,
        **doc("Another sheet, which was not recorded; null if a side only says that it is wrong."),
    )
    side = MirrorField("The number of the side that says so; null if another sheet was sent.")
    note = MirrorField("What is wrong, in words; empty if it was not said.", "It was the other side.")
    by = serializers.CharField(
        source="name",
        allow_blank=True,
        **doc("Who did it; empty for a phone at the table without an account.", "Ana Mariapaulista"),
    )
    at = MirrorField("When that was.", MOMENT)
