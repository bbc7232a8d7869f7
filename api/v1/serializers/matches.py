"""Matches and their sheets."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.mirror import Mirror
from api.pagination import PageQuery
from api.strict import Flag, Moment, Strict, Text, WholeNumber
from api.v1.serializers.problems import ViolationShownSerializer
from matches.models import MatchState
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, Sheet, Verdict
from rulesets.registry import GAMES
from tournaments.match_views.match import MatchView, SeatView, SideView
from tournaments.match_views.selectors import RoundView
from tournaments.play.clock import EXTENSION_MINUTES
from tournaments.play.notes import DrawnGameView, ExtensionView
from tournaments.sheets.judge import LONGEST_REASON

PART_COUNTED = _("Count all numbers of a line, or none: null for each.")
ENDINGS = [ending.value for ending in EndedBy]
WAYS = [way.value for way in Out]
MARKS = [mark for game in GAMES.values() for mark in game.marks]
RANKS = [card for game in GAMES.values() for card in game.sheet_terms.cards]


def counted() -> dict[str, tuple[int, int]]:
    """Every number that a sheet of some game counts, with the widest bounds that any type has for it."""
    found: dict[str, tuple[int, int]] = {}
    for field in (field for game in GAMES.values() for kind in game.kinds for field in kind.fields):
        low, high = found.get(field.key, (field.low, field.high))
        found[field.key] = (min(low, field.low), max(high, field.high))
    return dict(sorted(found.items()))


def uncounted() -> dict[str, None]:
    """How a line is shown whose cards nobody counted: every number null, as in the record."""
    games = (game for game in GAMES.values() if game.sheet_terms.may_be_uncounted)
    return {field.key: None for game in games for kind in game.kinds for field in kind.fields}


class MatchQuerySerializer(PageQuery):
    """Which matches of the bracket."""

    state = serializers.ChoiceField(choices=MatchState.choices, required=False)
    round = serializers.IntegerField(required=False, min_value=1, max_value=100)
    table = serializers.CharField(required=False, max_length=20)
    entry = serializers.CharField(required=False, max_length=12)


class RoundQuerySerializer(Strict):
    """One round of the bracket, or all."""

    round = serializers.IntegerField(required=False, min_value=1, max_value=100)


class SideSerializer(Mirror[SideView]):
    """Who plays for one result; `feed` says where an open side comes from, `empty` that nobody comes.

    `score`: of the table, once the match has ended; null also where nobody counted the side's cards.
    """

    shows = ("number", "entry", "names", "place", "score", "absent", "is_winner", "feed", "empty")
    entry = serializers.CharField(source="entry_code", allow_null=True)


class SeatSerializer(Mirror[SeatView]):
    """One chair; `player` is the code that sheets and the record use."""

    shows = ("number", "side", "suit", "player", "name", "draw_per_turn", "redraws", "pineapple")
    suit = serializers.ChoiceField(choices=MARKS, allow_blank=True)
    player = serializers.CharField(source="persona_code", allow_null=True)


class MatchSerializer(Mirror[MatchView]):
    """One match; `seq` is the record's number at its latest change, `next` where the winner goes."""

    shows = (
        "code", "round", "number", "third_place", "is_bye", "is_final", "state", "table", "sides", "seats",
        "called_at", "started_at", "time_due_at", "extra_minutes", "time_called_at", "ended_at", "ended_by",
        "next", "seq",
    )  # fmt: skip
    state = serializers.ChoiceField(choices=MatchState.choices)
    table = serializers.CharField(source="table_label", allow_null=True)
    sides = SideSerializer(many=True)
    seats = SeatSerializer(many=True)
    ended_by = serializers.ChoiceField(choices=ENDINGS, allow_null=True)
    next = serializers.CharField(source="next_code", allow_null=True)


class RoundSerializer(serializers.Serializer[RoundView]):
    """One round of the bracket, top to bottom."""

    number = serializers.IntegerField()
    matches = MatchSerializer(many=True)


class BracketSerializer(serializers.Serializer[dict[str, object]]):
    """All rounds; none before the draw."""

    rounds = RoundSerializer(many=True)


class LineInSerializer(Strict):
    """One player's line; `out_order` is 1…k for who ran out of cards or conceded.

    Numbers that are left out beside others, or altogether, count 0. Null says that nobody counted, of all the
    numbers of a line or of none.
    """

    player = Text(max_length=12)
    out = serializers.ChoiceField(choices=WAYS, required=False, allow_null=True)
    out_order = WholeNumber(required=False, allow_null=True, between=(1, None))

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Refuse numbers beside null: what would be missing is not 0."""
        given = {key: attrs[key] for key in counted() if key in attrs}
        missing = [key for key, number in given.items() if number is None]
        if missing and len(missing) < len(given):
            raise serializers.ValidationError(dict.fromkeys(missing, PART_COUNTED), "line_counted_in_part")
        return attrs

    def get_fields(self) -> dict[str, Any]:
        """With every number that a sheet of some game counts; the rules know which are the type's own."""
        return {
            **super().get_fields(),
            **{
                key: WholeNumber(required=False, allow_null=True, between=bounds)
                for key, bounds in counted().items()
            },
        }


class CutInSerializer(Strict):
    """One cut among sides that are still tied for the first place; cards in the order of the sides."""

    sides = serializers.ListField(child=WholeNumber(between=(1, None)), max_length=8)
    cards = serializers.ListField(child=Text(max_length=3, known=RANKS), max_length=8)


class SheetInSerializer(Strict):
    """What the judge records; `winner` is a side, declared for `win_condition` and `ruling`."""

    ended_by = serializers.ChoiceField(choices=ENDINGS)
    lines = serializers.ListField(child=LineInSerializer(), required=False, max_length=16)
    winner = WholeNumber(required=False, allow_null=True, between=(1, None))
    cuts = serializers.ListField(child=CutInSerializer(), required=False, max_length=20)
    reason = Text(required=False, max_length=10_000, longest=LONGEST_REASON)


class PaperInSerializer(Strict):
    """When the slip says that the game was played; `began` is left out where nobody wrote it down."""

    began = Moment(required=False, allow_null=True)
    ended = Moment()


class RecordInSerializer(SheetInSerializer):
    """What the judge records; `own_match` confirms that another judge should do it.

    `paper`: the sheet was written on paper while nothing else worked. The start, and the call of time, are
    then made up for.
    """

    own_match = Flag(required=False)
    paper = PaperInSerializer(required=False, allow_null=True)


class LineShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One player's line as it was recorded; only the numbers of this type, null where nobody counted."""

    player = serializers.CharField()
    out = serializers.ChoiceField(choices=WAYS, allow_null=True)
    out_order = serializers.IntegerField(allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        """With the numbers."""
        return {
            **super().get_fields(),
            **{key: serializers.IntegerField(required=False, allow_null=True) for key in counted()},
        }

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, object]:
        """Only the numbers that the line has: a null of another game would say that nobody counted."""
        shown = super().to_representation(instance)
        return {key: value for key, value in shown.items() if key in instance}


class CutShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One cut."""

    sides = serializers.ListField(child=serializers.IntegerField())
    cards = serializers.ListField(child=serializers.ChoiceField(choices=RANKS))


class SheetShownSerializer(serializers.Serializer[Any]):
    """The sheet that counts. `placement` and `scores` are by side, `winner` is an entry.

    A score is null where nobody counted the cards of a side still in the game.
    """

    version = serializers.IntegerField()
    ended_by = serializers.ChoiceField(choices=ENDINGS)
    winner = serializers.CharField(allow_null=True)
    placement = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    scores = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    cuts = CutShownSerializer(many=True)
    reason = serializers.CharField(allow_blank=True)
    recorded_by = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField()
    lines = LineShownSerializer(many=True)

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, object]:
        """The facts of `matches.sheets`, each line flat as in the record."""
        lines = [flat(line) for line in instance["lines"]]
        return {**instance, "lines": lines}


def flat(line: Mapping[str, Any]) -> dict[str, object]:
    """A line with its numbers beside the rest, as it comes in."""
    rest = {key: value for key, value in line.items() if key not in ("player", "counts")}
    return {"player": line["player"], **(uncounted() if line["counts"] is None else line["counts"]), **rest}


class DrawnGameSerializer(Mirror[DrawnGameView]):
    """A game that nobody won. `stands`: the match was begun anew after it, and that still counts."""

    shows = ("number", "started_at", "at", "taken_back", "stands", "lines")
    lines = LineShownSerializer(many=True, source="plain_lines")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The lines only with what was counted."""
        shown = super().to_representation(instance)
        shown["lines"] = [dict(line) for line in instance.plain_lines]
        return shown


class ExtensionSerializer(Mirror[ExtensionView]):
    """Minutes that the game in play was given beyond the limit."""

    shows = ("minutes", "reason", "at")


class MatchDetailSerializer(MatchSerializer):
    """A match with the sheet that counts, if there is one, its drawn games and the time it was given."""

    sheet = SheetShownSerializer(allow_null=True)
    drawn_games = DrawnGameSerializer(many=True)
    extensions = ExtensionSerializer(many=True)


class VerdictSerializer(Mirror[Verdict]):
    """What the rules say of a sheet. `open_tie`: sides that must cut cards first; all by side."""

    shows = ("stands", "violations", "warnings", "winner", "placement", "scores", "open_tie")
    violations = ViolationShownSerializer(many=True)
    warnings = ViolationShownSerializer(many=True)
    scores = serializers.DictField(child=serializers.IntegerField(allow_null=True))


class RecordedSerializer(serializers.Serializer[Mapping[str, object]]):
    """What came of a report. `repeated`: it was known already, `already_by` whom if not the caller."""

    sheet = SheetShownSerializer()
    verdict = VerdictSerializer()
    repeated = serializers.BooleanField()
    already_by = serializers.CharField(allow_null=True)
    match = MatchSerializer()


class RedrawInSerializer(Strict):
    """Who restarts; `player` is the code of a seat."""

    player = Text(max_length=12)


class PineapplesInSerializer(Strict):
    """Codes of all the seated who brought a pineapple to this match."""

    pineapples = serializers.ListField(child=Text(max_length=12), max_length=8)


class ExtensionInSerializer(Strict):
    """More time for the game in play; the reason is public."""

    minutes = WholeNumber(between=EXTENSION_MINUTES)
    reason = Text(max_length=2_000)


class TablePlacingSerializer(Strict):
    """The label of a free physical table."""

    table = Text(max_length=20)


def sheet_of(given: Mapping[str, Any]) -> Sheet:
    """The sheet as the rules read it."""
    return Sheet(
        ended_by=EndedBy(given["ended_by"]),
        lines=tuple(_line_of(line) for line in given.get("lines", ())),
        winner=given.get("winner"),
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in given.get("cuts", ())),
        reason=given.get("reason", ""),
    )


def _line_of(given: Mapping[str, Any]) -> Line:
    named = [key for key in counted() if key in given]
    counts = {key: given[key] for key in named if given[key] is not None}
    return Line(
        player=given["player"],
        counts=None if named and not counts else counts,
        out=Out(given["out"]) if given.get("out") else None,
        out_order=given.get("out_order"),
    )
