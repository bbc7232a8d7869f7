"""Serializers of a match sheet: its lines, cuts and verdict."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from api.field_docs import MOMENT, doc
from api.mirror import Mirror, MirrorField
from api.problems import ViolationShownSerializer
from api.strict import Flag, Moment, StrictFields, Text, WholeNumber
from rulesets.kernel.sheet import Cut, EndedBy, Line, Out, Sheet, Verdict
from rulesets.registry import GAMES
from rulesets.translation import all_words
from tournaments.sheets.judge import LONGEST_REASON

PART_COUNTED = _("Fill in all numbers of a line, or none: null for each.")
ENDINGS = [ending.value for ending in EndedBy]
WAYS = [way.value for way in Out]
MARKS = [mark for game in GAMES.values() for mark in game.marks]
RANKS = [card for game in GAMES.values() for card in game.sheet_terms.cards]

EXAMPLE_SHEET: Mapping[str, object] = {
    "ended_by": "win_condition",
    "winner": 1,
    "lines": [
        {"player": "pwr5fkbzz", "intact": 6, "razed": 0, "commanders": 2, "armies": 1},
        {"player": "pgyfdbhad", "intact": 2, "razed": 1, "commanders": 1, "armies": 0},
    ],
}


def count_bounds() -> dict[str, tuple[int, int]]:
    """Return (least, most) of every count on sheets of any game, by key in sorted order.

    Where types differ, the widest bounds.
    """
    found: dict[str, tuple[int, int]] = {}
    for field in (field for game in GAMES.values() for kind in game.kinds for field in kind.fields):
        low, high = found.get(field.key, (field.low, field.high))
        found[field.key] = (min(low, field.low), max(high, field.high))
    return dict(sorted(found.items()))


def count_doc(key: str) -> dict[str, Any]:
    """Return the `doc` of a count on a sheet, in the words of the first game that has it.

    Raise `StopIteration` if no game counts it.
    """
    count = next(words.counts[key] for words in all_words() if key in words.counts)
    return doc(count.meaning, count.example)


def null_counts() -> dict[str, None]:
    """Return the counts of a line whose cards were not counted: each null, as in the record."""
    games = (game for game in GAMES.values() if game.sheet_terms.may_be_uncounted)
    return {field.key: None for game in games for kind in game.kinds for field in kind.fields}


class LineInSerializer(StrictFields):
    """One player's line; `out_order` is 1…k for players who ran out of cards or conceded.

    Omitted numbers count 0. Null says that they were not counted: of
    all numbers of a line, or of none.
    """

    player = Text(max_length=12, **doc("The code of the seat (`seats[].player` of the match).", "pwr5fkbzz"))
    out = serializers.ChoiceField(
        choices=WAYS,
        required=False,
        allow_null=True,
        **doc("How the player left the game; null if they did not."),
    )
    out_order = WholeNumber(
        required=False,
        allow_null=True,
        between=(1, None),
        **doc(
            "The order of leaving, from 1, of players who ran out of cards or conceded; null for all others."
        ),
    )

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        """Return the line. Raise `ValidationError` `line_counted_in_part` for null beside numbers."""
        given = {key: attrs[key] for key in count_bounds() if key in attrs}
        missing = [key for key, number in given.items() if number is None]
        if missing and len(missing) < len(given):
            raise serializers.ValidationError(dict.fromkeys(missing, PART_COUNTED), "line_counted_in_part")
        return attrs

    def get_fields(self) -> dict[str, Any]:
        """Return the fields with every count of any game; the rules say which of them the type has."""
        return {
            **super().get_fields(),
            **{
                key: WholeNumber(required=False, allow_null=True, between=bounds, **count_doc(key))
                for key, bounds in count_bounds().items()
            },
        }


class CutInSerializer(StrictFields):
    """One cut of cards among sides tied for the first place; cards in the order of the sides."""

    sides = serializers.ListField(
        child=WholeNumber(between=(1, None)), max_length=8, **doc("Numbers of the sides that cut.", [1, 2])
    )
    cards = serializers.ListField(
        child=Text(max_length=3, known=RANKS),
        max_length=8,
        **doc("What they cut, in the order of `sides`: A, K, Q, J, 10 … 2.", ["A", "9"]),
    )


class SheetInSerializer(StrictFields):
    """What the judge records; `winner` is a side, declared for `win_condition` and `ruling`."""

    ended_by = serializers.ChoiceField(choices=ENDINGS, **doc("How the match ended.", "win_condition"))
    lines = serializers.ListField(
        child=LineInSerializer(), required=False, max_length=16, **doc("A line a player, in seating order.")
    )
    winner = WholeNumber(
        required=False,
        allow_null=True,
        between=(1, None),
        **doc("The number of the side that won; null if it follows from the lines, or no one did.", 1),
    )
    cuts = serializers.ListField(
        child=CutInSerializer(),
        required=False,
        max_length=20,
        **doc("Cuts of cards among those tied for the first place, in order; empty for none.", []),
    )
    reason = Text(
        required=False, max_length=10_000, longest=LONGEST_REASON, **doc("Why; needed for a ruling.", "")
    )


class PaperInSerializer(StrictFields):
    """When the game on a paper sheet was played; `began` is left out if it was not written down."""

    began = Moment(
        required=False, allow_null=True, **doc("When it began; null if it was not written down.", MOMENT)
    )
    ended = Moment(**doc("When it ended.", MOMENT))


class RecordInSerializer(SheetInSerializer):
    """What the judge records; `own_match` confirms that another judge should do it.

    `paper`: the sheet was written on paper while nothing else worked. The start, and the call of time, are
    then made up for.
    """

    own_match = Flag(
        required=False,
        **doc(
            "Says that the judge knows that they play in this match, or are not to judge a player in it.",
            False,
        ),
    )
    paper = PaperInSerializer(
        required=False,
        allow_null=True,
        **doc("When the slip of paper says that the game was played; null for a sheet from the table."),
    )


class LineShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One player's line as it was recorded; only the numbers of this type, null if they were not counted."""

    player = serializers.CharField(
        **doc("The code of the seat (`seats[].player` of the match).", "pwr5fkbzz")
    )
    out = serializers.ChoiceField(
        choices=WAYS, allow_null=True, **doc("How the player left the game; null if they did not.")
    )
    out_order = serializers.IntegerField(
        allow_null=True,
        **doc(
            "The order of leaving, from 1, of players who ran out of cards or conceded; null for all others."
        ),
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the fields with every count of any game."""
        return {
            **super().get_fields(),
            **{
                key: serializers.IntegerField(required=False, allow_null=True, **count_doc(key))
                for key in count_bounds()
            },
        }

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, object]:
        """Return the line with its own counts only: null for another game's would mean “not counted”."""
        shown = super().to_representation(instance)
        return {key: value for key, value in shown.items() if key in instance}


class CutShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One cut of cards, as it was recorded."""

    sides = serializers.ListField(
        child=serializers.IntegerField(), **doc("Numbers of the sides that cut.", [1, 2])
    )
    cards = serializers.ListField(
        child=serializers.ChoiceField(choices=RANKS),
        **doc("What they cut, in the order of `sides`.", ["A", "9"]),
    )


class SheetShownSerializer(serializers.Serializer[Any]):
    """The sheet that counts. `placement` and `scores` are by side, `winner` is an entry.

    A score is null if the cards of a side still in the game were not counted.
    """

    version = serializers.IntegerField(**doc("Counts the versions of this match's sheet, from 1.", 1))
    ended_by = serializers.ChoiceField(choices=ENDINGS, **doc("How the match ended.", "win_condition"))
    winner = serializers.CharField(
        allow_null=True, **doc("The code of the entry that won; null if none did.", "e4k2x9")
    )
    placement = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        **doc("The sides from first to last; tied ones together.", [[1], [2]]),
    )
    scores = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        **doc("The score of each side, by its number; empty if time did not decide.", {"1": 21, "2": 13}),
    )
    cuts = CutShownSerializer(
        many=True, **doc("Cuts of cards among those tied for the first place, in order; empty for none.", [])
    )
    reason = serializers.CharField(allow_blank=True, **doc("Why; empty if none was needed.", ""))
    recorded_by = serializers.CharField(
        allow_null=True, **doc("The person who recorded it; null for readers who may not know.", "Bruno Juiz")
    )
    recorded_at = serializers.DateTimeField(**doc("When it was recorded.", MOMENT))
    lines = LineShownSerializer(many=True, **doc("A line a player, in seating order."))

    def to_representation(self, instance: Mapping[str, Any]) -> dict[str, object]:
        """Return the facts of `matches.sheets` as JSON, each line with its counts beside the other fields."""
        lines = [flatten_line(line) for line in instance["lines"]]
        return {**instance, "lines": lines}


def flatten_line(line: Mapping[str, Any]) -> dict[str, object]:
    """Return a stored line with its counts beside the other fields, as in the input."""
    rest = {key: value for key, value in line.items() if key not in ("player", "counts")}
    return {
        "player": line["player"],
        **(null_counts() if line["counts"] is None else line["counts"]),
        **rest,
    }


class VerdictSerializer(Mirror[Verdict]):
    """What the rules say of a sheet. `open_tie`: sides that must cut cards first; all by side."""

    stands = MirrorField("Whether it may be recorded.", True)
    violations = ViolationShownSerializer(many=True, **doc("All problems, at once."))
    warnings = ViolationShownSerializer(
        many=True, **doc("What speaks against it; it may be done all the same.")
    )
    winner = MirrorField("The number of the side that wins; null if none does.", 1)
    placement = MirrorField("The sides from first to last; tied ones together.", [[1], [2]])
    scores = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        **doc("What the cards of each side come to, by its number.", {"1": 21, "2": 13}),
    )
    open_tie = MirrorField("Numbers of the sides that must cut cards first; empty for none.", [])


def parse_sheet(given: Mapping[str, Any]) -> Sheet:
    """Return the validated sheet as a value for the rules."""
    return Sheet(
        ended_by=EndedBy(given["ended_by"]),
        lines=tuple(_parse_line(line) for line in given.get("lines", ())),
        winner=given.get("winner"),
        cuts=tuple(Cut(tuple(cut["sides"]), tuple(cut["cards"])) for cut in given.get("cuts", ())),
        reason=given.get("reason", ""),
    )


def _parse_line(given: Mapping[str, Any]) -> Line:
    """Return one validated line as a value for the rules.

    If all counts given are null, it is uncounted (`counts` None); if none is given, `counts` is empty.
    """
    named = [key for key in count_bounds() if key in given]
    counts = {key: given[key] for key in named if given[key] is not None}
    return Line(
        player=given["player"],
        counts=None if named and not counts else counts,
        out=Out(given["out"]) if given.get("out") else None,
        out_order=given.get("out_order"),
    )
