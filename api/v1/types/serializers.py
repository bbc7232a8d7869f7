"""Serializers of types that people compose."""

from collections.abc import Callable, Mapping

from rest_framework import serializers

from api.base_view import WriteRequest
from api.field_docs import MOMENT, SHA, doc
from api.pagination import PageQuery
from api.strict import Flag, SmallNumber, StrictFields, Text
from api.v1.catalogue import LEVELS, SheetFieldSerializer, TableSizesSerializer
from catalogue.facts import LONGEST_TEXT
from catalogue.models import Proposal, Step, StepKind, TypeState
from catalogue.services import DECISIONS
from rulesets.registry import GAMES, composes

COMPOSED = [key for key in GAMES if composes(key)]
KINDS = [kind for key in COMPOSED for kind in GAMES[key].kinds]
PEOPLE = (min(kind.team_size for kind in KINDS), max(kind.team_size for kind in KINDS))
TABLE = (min(kind.tables.low for kind in KINDS), max(kind.tables.high for kind in KINDS))

STAGES_DOC = (
    "What ranked tournaments of the type may play before the bracket: `swiss`, `groups`, or both; "
    "empty for nothing."
)


class TypeInSerializer(StrictFields):
    """A type; `needs` are the blocks of its win condition: `intact`, `razed_in_battle`, `laid`.

    `counted` instead of them if the judge decides who has won: what else the sheet counts, at most
    `razed_in_battle`. Such a type is played unranked.

    `stages`: what ranked tournaments of the type may play before the bracket, once editors accepted it.
    """

    game = Text(
        required=False,
        max_length=30,
        known=COMPOSED,
        **doc("The key of the game; `chama` by default.", "chama"),
    )
    title_word = Text(
        max_length=400,
        **doc("How titles call it: up to 30 letters, digits, blanks, hyphens and apostrophes.", "Fortaleza"),
    )
    level = Text(required=False, max_length=30, known=LEVELS, **doc("How hard the type is.", "intermediate"))
    team_size = SmallNumber(required=False, between=PEOPLE, **doc("How many people an entry has.", 1))
    table_low = SmallNumber(
        required=False,
        between=TABLE,
        **doc("Fewest entries at a table (pairs in Duplas); the type's by default.", 2),
    )
    table_high = SmallNumber(
        required=False,
        between=TABLE,
        **doc("Most entries at a table (pairs in Duplas); the type's by default.", 4),
    )
    needs = serializers.DictField(
        child=SmallNumber(between=(1, None)),
        required=False,
        **doc(
            "The least counts of a side that win, all together: `intact`, `razed_in_battle`, `laid` (both).",
            {"intact": 4, "laid": 6},
        ),
    )
    at_once = Flag(
        required=False,
        **doc("Whether they win in anyone's turn, and not only at the draw of their own.", False),
    )
    counted = serializers.ListField(
        child=Text(max_length=40),
        required=False,
        allow_null=True,
        max_length=8,
        **doc("What else sheets count if the judge decides who has won; null if `needs` defines it."),
    )
    stages = serializers.ListField(
        child=Text(max_length=20),
        required=False,
        max_length=8,
        **doc(STAGES_DOC, ["swiss"]),
    )
    text_pt = Text(
        max_length=20_000,
        longest=LONGEST_TEXT,
        **doc("The rules of the type in Portuguese, as Markdown.", "Quem tiver 4 reinos intactos…"),
    )
    text_en = Text(
        required=False,
        max_length=20_000,
        longest=LONGEST_TEXT,
        **doc("The same in English; empty if it was not written.", "Who has 4 intact realms…"),
    )


class TypeChangeSerializer(TypeInSerializer):
    """What of the type is to change; the rest stays as it is."""

    title_word = Text(
        required=False,
        max_length=400,
        **doc("How titles call it: up to 30 letters, digits, blanks, hyphens and apostrophes.", "Fortaleza"),
    )
    needs = serializers.DictField(
        child=SmallNumber(between=(1, None)),
        required=False,
        **doc(
            "The least counts of a side that win, all together: `intact`, `razed_in_battle`, `laid` (both).",
            {"intact": 4, "laid": 6},
        ),
    )
    text_pt = Text(
        required=False,
        max_length=20_000,
        longest=LONGEST_TEXT,
        **doc("The rules of the type in Portuguese, as Markdown.", "Quem tiver 4 reinos intactos…"),
    )


class WithdrawalInSerializer(StrictFields):
    """Why the type is withdrawn, if there is something to say."""

    reason = Text(
        required=False,
        max_length=2_000,
        **doc("Why; empty if none was needed. It is public.", "Sides swapped."),
    )


class TypeDecisionSerializer(StrictFields):
    """What an editor decides, and why: `accept`, `ask_changes` or `refuse`."""

    decision = serializers.ChoiceField(choices=list(DECISIONS), **doc("What the editor decides.", "accept"))
    reason = Text(max_length=2_000, **doc("Why. It is public.", "Sides swapped."))


class TypeQuerySerializer(PageQuery):
    """Which types: `accepted`, `mine`, or `waiting` for the editors."""

    of = serializers.ChoiceField(
        choices=["accepted", "mine", "waiting"],
        required=False,
        **doc(
            "Which types: all accepted ones, the caller's own, or those waiting for the editors.", "accepted"
        ),
    )


class TypeShownSerializer(serializers.Serializer[Mapping[str, object]]):
    """One version of a type. `how` says how one wins, in the language of the request."""

    game = serializers.CharField(**doc("The key of the game; `chama` by default.", "chama"))
    key = serializers.CharField(**doc("The key of the type; it follows from the title word.", "fortaleza"))
    version = serializers.IntegerField(**doc("Which version of the type, from 1.", 1))
    title_word = serializers.CharField(**doc("How titles call it.", "Campeonato"))
    state = serializers.ChoiceField(choices=TypeState.choices, **doc("How far it got.", "accepted"))
    author = serializers.CharField(source="author.name", **doc("Who composed it.", "Ana Mariapaulista"))
    level = serializers.ChoiceField(choices=LEVELS, **doc("How hard the type is.", "intermediate"))
    team_size = serializers.IntegerField(**doc("How many people an entry has.", 1))
    tables = TableSizesSerializer(**doc("Fewest and most entries at a table."))
    needs = serializers.DictField(
        child=serializers.IntegerField(),
        **doc(
            "The least counts of a side that win, all together: `intact`, `razed_in_battle`, `laid` (both).",
            {"intact": 4, "laid": 6},
        ),
    )
    at_once = serializers.BooleanField(
        **doc("Whether they win in anyone's turn, and not only at the draw of their own.", False)
    )
    counted = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        **doc("What else sheets count if the judge decides who has won; null if `needs` defines it."),
    )
    stages = serializers.ListField(child=serializers.CharField(), **doc(STAGES_DOC, ["swiss"]))
    how = serializers.CharField(
        **doc("How one wins, in the language of the request.", "4 intact realms and 6 laid ones.")
    )
    fields_of_line = SheetFieldSerializer(many=True, **doc("What a line of its sheets counts."))
    text_pt = serializers.CharField(
        **doc("The rules of the type in Portuguese, as Markdown.", "Quem tiver 4 reinos intactos…")
    )
    text_en = serializers.CharField(
        allow_blank=True,
        **doc("The same in English; empty if it was not written.", "Who has 4 intact realms…"),
    )
    sha256 = serializers.CharField(**doc("SHA-256, in 64 hexadecimal digits.", SHA))
    seq = serializers.IntegerField(**doc("Counts what was done to this version; `ETag` begins with it.", 1))


class StepShownSerializer(serializers.Serializer[Step]):
    """One step in the history of a type; `revision` is the number of its content then."""

    act = serializers.ChoiceField(choices=StepKind.choices, **doc("What was done.", "proposed"))
    by = serializers.CharField(source="by.name", **doc("Who did it.", "Ana Mariapaulista"))
    at = serializers.DateTimeField(**doc("When that was.", MOMENT))
    reason = serializers.CharField(
        allow_blank=True, **doc("Why; empty if none was needed. It is public.", "Sides swapped.")
    )
    revision = serializers.IntegerField(
        source="revision.number", **doc("Which of the things that it said it was about, from 1.", 1)
    )


class TypeDetailSerializer(TypeShownSerializer):
    """One version of a type, with its history."""

    history = StepShownSerializer(many=True, **doc("What was done to it, oldest first."))


Act = Callable[[Proposal, WriteRequest], Proposal]
