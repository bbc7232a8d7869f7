"""Check decks, hand them in, waive the check."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from api.base_view import ApiView, JSONBody, WriteRequest
from api.field_docs import MOMENT, SHA, doc, example_body
from api.mirror import Mirror, MirrorField
from api.problems import ViolationShownSerializer
from api.scopes import Right
from api.serialization import parse_body
from api.strict import StrictFields, Text
from api.v1.corrections.serializers import ReasonInSerializer
from api.v1.entries.views import EntryApiView
from core.errors import Forbidden, Refused, Violation
from matches.models import Entry
from rulesets.kernel.decks import DeckCard
from rulesets.registry import deck_checker
from tournaments.decks.hand_in import hand_in, waive
from tournaments.decks.lists import MAX_BYTES, judge_deck
from tournaments.decks.selectors import Deck, PersonsDeck, needs_decks, people_owing_decks, readable_decks
from tournaments.finding import find_entry
from tournaments.models import Tournament
from tournaments.policies import require_own


class DeckInSerializer(StrictFields):
    """A list to be judged by the rules of a game."""

    game = Text(max_length=30, **doc("The key of the game; `chama` by default.", "chama"))
    text = Text(
        max_length=MAX_BYTES,
        trim_whitespace=False,
        **doc("The list: a card a line, with or without how often.", "2 Muralha\n1 Catapulta"),
    )


class HandInSerializer(StrictFields):
    """The deck of one person of the entry, by code; in an entry of one person it may be left out."""

    player = Text(
        required=False,
        max_length=12,
        **doc("Whose deck it is; may be omitted if the entry has one person.", "pwr5fkbzz"),
    )
    text = Text(
        max_length=MAX_BYTES,
        trim_whitespace=False,
        **doc("The list: a card a line, with or without how often.", "2 Muralha\n1 Catapulta"),
    )


class DeckCardSerializer(Mirror[DeckCard]):
    """One card of a deck, and the first line that names it."""

    name = MirrorField("The card.", "Muralha")
    copies = MirrorField("How many of it.", 2)
    marks = serializers.ListField(child=serializers.CharField(), **doc("What the list says of the card.", []))
    line = MirrorField("The number of the line, from 1.", 1)


class DeckReportSerializer(serializers.Serializer[dict[str, object]]):
    """What the rules say of a list; `field` of a remark is `deck` or `deck.LINE`."""

    stands = serializers.BooleanField(**doc("Whether the deck may be played.", True))
    size = serializers.IntegerField(**doc("How many cards.", 40))
    cards = DeckCardSerializer(many=True, **doc("The cards, each once."))
    violations = ViolationShownSerializer(many=True, **doc("All problems, at once."))
    warnings = ViolationShownSerializer(
        many=True, **doc("What speaks against it; it may be done all the same.")
    )


class DeckSerializer(Mirror[Deck]):
    """An accepted deck; `sha256` is of salt, line feed and text, as in the record."""

    version = MirrorField("Counts the decks that the person handed in, from 1.", 1)
    text = MirrorField("The list as it was handed in.", "2 Muralha\n1 Catapulta")
    salt = MirrorField("Random text that is put before the list when it is hashed.", "5b1c")
    sha256 = MirrorField("Of salt, line feed and text, as in the record.", SHA)
    size = MirrorField("How many cards.", 40)
    warnings = ViolationShownSerializer(
        many=True, **doc("What speaks against it; it may be done all the same.")
    )
    handed_in_at = MirrorField("When it was accepted.", MOMENT)


class PersonsDeckSerializer(serializers.Serializer[PersonsDeck]):
    """One person of the entry; `deck` is null if none was handed in."""

    player = serializers.CharField(
        source="persona_code",
        **doc(
            "The code of a person in this tournament's record; a seat of a match bears it too.", "pwr5fkbzz"
        ),
    )
    name = serializers.CharField(
        **doc("How the person, or the thing, is called in public.", "Ana Mariapaulista")
    )
    deck = DeckSerializer(allow_null=True, **doc("The deck; null if none was handed in."))


class DecksShownSerializer(serializers.Serializer[dict[str, object]]):
    """The decks of an entry that the caller may read, and the people whose deck is missing."""

    due = serializers.BooleanField(**doc("Whether the tournament asks for checked decks.", True))
    missing = serializers.ListField(
        child=serializers.CharField(), **doc("Who still owes one, as codes of the record.", ["pwr5fkbzz"])
    )
    decks = PersonsDeckSerializer(many=True, **doc("Those that the caller may read."))


class DeckCheckApiView(ApiView):
    """Route to check any list against a game's rules for decks; no account is needed."""

    rights = {"POST": "anybody"}
    permission_classes = [AllowAny]
    is_repeatable = False

    @extend_schema(
        operation_id="check_deck",
        request=DeckInSerializer,
        responses=DeckReportSerializer,
        examples=example_body({"game": "castelo", "text": "2 Muralha\n1 Catapulta"}),
    )
    def post(self, request: Request) -> Response:
        """Check a deck against the rules of a game: all that they say of it; nothing is stored.

        422 `unknown_game`, or `game_without_decks` for a game that has no decks.
        """
        given = parse_body(DeckInSerializer, request)
        checker = deck_checker(given["game"])
        if checker is None:
            raise Refused([Violation("game_without_decks", {"game": given["game"]}, "game")])
        judged = judge_deck(checker, given["text"])
        report = {
            "stands": judged.report.stands,
            "size": judged.report.size,
            "cards": judged.report.cards,
            "violations": judged.refusals,
            "warnings": judged.report.warnings,
        }
        return Response(DeckReportSerializer(report).data)


class EntryDecksApiView(EntryApiView):
    """Routes to list the decks of one entry and to hand one in."""

    rights = {"POST": "part"}

    def require_right(self, right: Right) -> None:
        """Raise `Forbidden` unless the caller is a member of the entry, or a judge."""
        super().require_right(right)
        tournament = self.tournament()
        require_own(tournament, find_entry(tournament, str(self.kwargs["code"])), self.player, "judge")

    @extend_schema(operation_id="list_decks", responses=DecksShownSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """List the decks of an entry that the caller may read; 404 if they may read none of it.

        Players read their own, the staff all; everyone once the tournament is finished.
        """
        return self.show(
            lambda tournament: _deck_fields(tournament, find_entry(tournament, code), self.player)
        )

    @extend_schema(
        operation_id="hand_in_deck",
        request=HandInSerializer,
        responses={201: DecksShownSerializer},
        examples=example_body({"player": "pwr5fkbzz", "text": "2 Muralha\n1 Catapulta"}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Hand in the deck of one person of an entry; the same list again changes nothing.

        Players hand in their own until the draw, judges any, after the draw only one that is missing. 422
        with all problems, `not_of_this_entry`, `game_without_decks`; 409 `draw_published`, `entry_left`,
        `finished`.
        """
        given = parse_body(HandInSerializer, request)

        def hand_in_and_list_decks(tournament: Tournament, write: WriteRequest) -> JSONBody:
            entry = find_entry(tournament, code)
            hand_in(
                entry,
                person=given.get("player") or _code_of_only_person(entry),
                data=given["text"],
                seen=write.seen,
                by=write.actor,
                now=write.now,
            )
            return _deck_fields(tournament, entry, write.actor)

        return self.act_on_tournament(hand_in_and_list_decks, status=201)


class WaiverApiView(EntryApiView):
    """Route to waive the decks that an entry still owes."""

    rights = {"POST": "coordinate"}

    @extend_schema(
        operation_id="waive_decks",
        request=ReasonInSerializer,
        responses=DecksShownSerializer,
        examples=example_body({"reason": "Sides swapped."}),
    )
    def post(self, request: Request, slug: str, code: str) -> Response:
        """Waive the missing decks of an entry, so that it can be checked in; repeating it changes nothing.

        422 `no_deck_missing`, `reason_missing`; 409 `entry_left`, `finished`.
        """
        reason = parse_body(ReasonInSerializer, request)["reason"]

        def waive_and_list_decks(tournament: Tournament, write: WriteRequest) -> JSONBody:
            entry = find_entry(tournament, code)
            waive(entry, reason=reason, seen=write.seen, by=write.actor, now=write.now)
            return _deck_fields(tournament, entry, write.actor)

        return self.act_on_tournament(waive_and_list_decks)


def _deck_fields(tournament: Tournament, entry: Entry, player: Player | None) -> dict[str, object]:
    """Return as JSON the decks of an entry that the player may read, and who still owes one.

    Raise `Forbidden` `not_found` if they may read none.
    """
    decks = readable_decks(tournament, entry, player)
    if not decks:
        raise Forbidden("not_found")
    missing = people_owing_decks(tournament, [entry]).get(entry.code, ())
    shown = {"due": needs_decks(tournament), "missing": missing, "decks": decks}
    return dict(DecksShownSerializer(shown).data)


def _code_of_only_person(entry: Entry) -> str:
    """Return the record code of the entry's person; "" for a pair."""
    codes = list(entry.members.values_list("persona__code", flat=True))
    return codes[0] if len(codes) == 1 else ""
