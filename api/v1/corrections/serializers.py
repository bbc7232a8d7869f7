"""Corrections: what they would do, what they did, every version of a sheet, and reviews."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.mirror import Mirror
from api.problems import ViolationShownSerializer
from api.strict import Strict, Text
from api.v1.sheets.serializers import (
    ENDINGS,
    CutShownSerializer,
    LineShownSerializer,
    SheetInSerializer,
    SheetShownSerializer,
    flat,
)
from matches.models import MatchState
from matches.sheet_values import sheet_to_json
from rulesets.kernel.sheet import Sheet
from tournaments.corrections.effects import MatchEffect, MatchOverview, PlaceEffect
from tournaments.corrections.preview import RemedyChoice
from tournaments.corrections.selectors import Notice, RemedyEffect, Result
from tournaments.disputes.selectors import SheetDoubt
from tournaments.models import Remedy
from tournaments.standings.selectors import StandingRow

CHOSEN = (Remedy.KEEP.value, Remedy.REPLAY.value, Remedy.REPLACE.value)
MOST_REASON = 10_000


class TrialInSerializer(Strict):
    """A corrected sheet; `remedies` has a remedy by the code of each later match that began."""

    sheet = SheetInSerializer()
    remedies = serializers.DictField(child=serializers.ChoiceField(choices=CHOSEN), required=False)


class CorrectionInSerializer(TrialInSerializer):
    """A corrected sheet and why it is corrected; the reason is public."""

    reason = Text(max_length=MOST_REASON)


class ReasonInSerializer(Strict):
    """Why; the reason is public."""

    reason = Text(max_length=MOST_REASON)


class MatchLookSerializer(Mirror[MatchOverview]):
    """How a match stands; `players` side by side, an open side names where it comes from."""

    shows = ("state", "players", "winner")
    state = serializers.ChoiceField(choices=MatchState.choices)


class MatchChangeSerializer(serializers.Serializer[MatchEffect]):
    """One match before and after."""

    match = serializers.CharField(source="before.code")
    place = serializers.CharField(source="before.place")
    before = MatchLookSerializer()
    after = MatchLookSerializer()


class PlaceLookSerializer(Mirror[StandingRow]):
    """A place as it stands; `open` where the entry still plays."""

    shows = ("place", "points", "points_decimal", "open")
    points = serializers.CharField(source="points_text")


class PlaceChangeSerializer(serializers.Serializer[PlaceEffect]):
    """One entry's place and points before and after; null where it has none."""

    names = serializers.ListField(child=serializers.CharField())
    before = PlaceLookSerializer(allow_null=True)
    after = PlaceLookSerializer(allow_null=True)


class ChoiceSerializer(Mirror[RemedyChoice]):
    """A later match that began with `sits` where `rightful` should be (entries, null for nobody).

    `remedy` is null while none is chosen; `no_replacing` says why that one is refused, if it is.
    """

    shows = ("match", "sits", "rightful", "remedy", "no_replacing")
    remedy = serializers.SerializerMethodField()
    no_replacing = ViolationShownSerializer(allow_null=True)

    @extend_schema_field(serializers.ChoiceField(choices=CHOSEN, allow_null=True))
    def get_remedy(self, choice: RemedyChoice) -> str | None:
        """What was chosen."""
        return choice.remedy or None


class ChangesSerializer(serializers.Serializer[Any]):
    """Everything that would differ: matches in bracket order, places from the top."""

    matches = MatchChangeSerializer(many=True)
    places = PlaceChangeSerializer(many=True)


class TrialSerializer(ChangesSerializer):
    """What a correction would do. Matches in `needs` wait for a remedy and are shown as if replayed."""

    matches = MatchChangeSerializer(many=True, source="effects.matches")
    places = PlaceChangeSerializer(many=True, source="effects.places")
    choices = ChoiceSerializer(many=True)
    needs = serializers.ListField(child=serializers.CharField())


class OutcomeSerializer(serializers.Serializer[Result]):
    """What a version of a sheet came to; `winner` is empty where nobody won."""

    ended_by = serializers.ChoiceField(choices=ENDINGS)
    winner = serializers.ListField(child=serializers.CharField())


class EffectShownSerializer(serializers.Serializer[RemedyEffect]):
    """What became of one later match."""

    match = serializers.CharField(source="match.code")
    remedy = serializers.ChoiceField(choices=[*Remedy.values, "undo"])


class NoticeShownSerializer(Mirror[Notice]):
    """One correction. `seq` is its line in the record; `undoes` and `undone_by` are other corrections'.

    `by` is the role; `name` is for the staff, null for everybody else.
    """

    shows = (
        "seq", "at", "match", "version", "before", "after", "reason", "by", "name", "effects", "undoes",
        "undone_by", "undone_at",
    )  # fmt: skip
    match = serializers.CharField(source="match.code")
    before = OutcomeSerializer(allow_null=True)
    after = OutcomeSerializer(allow_null=True)
    by = serializers.CharField(source="role")
    name = serializers.SerializerMethodField()
    effects = EffectShownSerializer(many=True)

    def get_name(self, notice: Notice) -> str | None:
        """For the staff."""
        return notice.name if self.context.get("shows_names") else None


class VersionShownSerializer(SheetShownSerializer):
    """One version of a sheet. `seq` is its line in the record, `by` the role; a name is for the staff."""

    is_current = serializers.BooleanField()
    seq = serializers.IntegerField(allow_null=True)
    by = serializers.CharField(allow_blank=True)

    def to_representation(self, instance: Any) -> dict[str, object]:
        """The sheet with who recorded it."""
        facts: Mapping[str, object] = instance.facts
        named = facts["recorded_by"] if self.context.get("shows_names") else None
        shown = super().to_representation({**facts, "recorded_by": named})
        return {**shown, "is_current": instance.is_current, "seq": instance.seq, "by": instance.role}


class OtherSheetSerializer(serializers.Serializer[Sheet]):
    """A sheet as it was sent; `winner` is a declared side."""

    ended_by = serializers.ChoiceField(choices=ENDINGS)
    winner = serializers.IntegerField(allow_null=True)
    cuts = CutShownSerializer(many=True)
    reason = serializers.CharField(allow_blank=True)
    lines = LineShownSerializer(many=True)

    def to_representation(self, instance: Sheet) -> dict[str, object]:
        """Each line flat, as in what came in."""
        kept = sheet_to_json(instance)
        return {**kept, "lines": [flat(line) for line in kept["lines"]]}


class DisputeShownSerializer(Mirror[SheetDoubt]):
    """A doubt about a recorded sheet; `seq` is the record's line.

    `sheet` is another one that was not recorded; null where a `side` of the match says that it is wrong, with
    its `note`. `by` is who says so, empty for a phone at the table.
    """

    shows = ("seq", "match", "sheet", "side", "note", "by", "at")
    match = serializers.CharField(source="match.code")
    sheet = OtherSheetSerializer(allow_null=True)
    by = serializers.CharField(source="name", allow_blank=True)
