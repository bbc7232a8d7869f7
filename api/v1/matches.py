"""Matches and the bracket: list, and show with the current sheet."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import JSONBody, PresentState, TournamentApiView, WriteRequest
from api.field_docs import MOMENT, doc
from api.mirror import Mirror, MirrorField
from api.pagination import PageQuery, page_serializer, paginate
from api.serialization import parse_query, serialize_all
from api.strict import StrictFields, Text, WholeNumber
from api.v1.sheets.serializers import (
    ENDINGS,
    MARKS,
    RANKS,
    LineShownSerializer,
    SheetShownSerializer,
    VerdictSerializer,
)
from matches.models import Match, MatchState
from matches.sheets import current_sheet, sheet_facts
from tournaments.finding import find_match
from tournaments.match_views.match import MatchView, SeatView, SideView, match_view, views
from tournaments.match_views.selectors import (
    RoundView,
    TitleHolder,
    bracket,
    matches_of,
    second_chance,
    second_chance_winner,
)
from tournaments.models import Tournament
from tournaments.play.clock import EXTENSION_MINUTES
from tournaments.play.notes import DrawnGameView, ExtensionView, drawn_games_of, extensions_of


class MatchQuerySerializer(PageQuery):
    """Which matches; those that fit all parameters."""

    state = serializers.ChoiceField(
        choices=MatchState.choices, required=False, **doc("Only those that got so far.", "playing")
    )
    round = serializers.IntegerField(
        required=False, min_value=1, max_value=100, **doc("Only this round, from 1.", 1)
    )
    table = serializers.CharField(
        required=False, max_length=20, **doc("Only matches at the physical table with this label.", "1")
    )
    entry = serializers.CharField(
        required=False, max_length=12, **doc("Only matches of the entry with this code.", "e4k2x9")
    )


class RoundQuerySerializer(StrictFields):
    """Which round of the bracket; all by default."""

    round = serializers.IntegerField(
        required=False, min_value=1, max_value=100, **doc("Only this round, from 1.", 1)
    )


class SideSerializer(Mirror[SideView]):
    """The players who share one result; `feed`: where an open side comes from, `empty`: no entry comes.

    `score`: of the table, once the match has ended; null also if the side's cards were not counted.
    """

    number = MirrorField("Its number at this match, from 1 in seating order.", 1)
    entry = serializers.CharField(
        source="entry_code",
        allow_null=True,
        **doc("The code of the entry; null if the side is open or stays empty.", "e4k2x9"),
    )
    names = MirrorField("Who they are; empty while the side is open.", ["Lia Prado"])
    place = MirrorField("Its place at this table, from 1; null before the sheet.", 1)
    score = MirrorField("The score of the cards on the sheet; null before the sheet, and if unknown.", 21)
    absent = MirrorField("Whether it did not come.", False)
    is_winner = MirrorField("Whether it won the match.", True)
    feed = MirrorField(
        "Where an open side comes from, in words, as `a loser of 1.3`; null for a side that is filled.",
        "winner of 1.3",
    )
    empty = MirrorField("Whether no entry comes any more.", False)


class SeatSerializer(Mirror[SeatView]):
    """One chair; `player` is the code that sheets and the record use."""

    number = MirrorField("The number of the chair, from 1.", 1)
    side = MirrorField("The number of a side at this match, from 1 in seating order.", 1)
    suit = serializers.ChoiceField(
        choices=MARKS, allow_blank=True, **doc("The suit of the chair in Chama; empty elsewhere.", "hearts")
    )
    player = serializers.CharField(
        source="persona_code",
        allow_null=True,
        **doc("The code that sheets and the record use; null while the seat is free.", "pwr5fkbzz"),
    )
    name = MirrorField("Who sits there; empty while the seat is free.", "Lia Prado")
    draw_per_turn = MirrorField("How many cards the player draws a turn; null in games that do not say.", 2)
    redraws = MirrorField("How many redraws were noted, at most 2.", 0)
    pineapple = MirrorField("Whether the person brought a pineapple.", False)


class MatchSerializer(Mirror[MatchView]):
    """One match; `seq` is the record's number at its latest change, `next` where the winner goes."""

    code = MirrorField("The code of the match.", "m7xk2qpw")
    round = MirrorField("Which round, from 1.", 1)
    number = MirrorField("Its number within the round, from 1, top to bottom.", 1)
    third_place = MirrorField("Whether it is played for the third place.", False)
    is_bye = MirrorField("Whether one side goes on without a game.", False)
    is_final = MirrorField("Whether its winner wins the tournament.", False)
    state = serializers.ChoiceField(choices=MatchState.choices, **doc("How far the match got.", "playing"))
    table = serializers.CharField(
        source="table_label",
        allow_null=True,
        **doc("The label of its physical table; null before it is called.", "1"),
    )
    sides = SideSerializer(many=True, **doc("Who plays for one result each."))
    seats = SeatSerializer(many=True, **doc("The chairs, in order."))
    called_at = MirrorField("When it was called to its table; null before that.", MOMENT)
    started_at = MirrorField("When the game in play began; null before that.", MOMENT)
    time_due_at = MirrorField(
        "When its limit is reached; null without a limit, and before the start.", MOMENT
    )
    extra_minutes = MirrorField("Minutes that it was given beyond the limit.", 0)
    time_called_at = MirrorField("When time was called; null before that.", MOMENT)
    ended_at = MirrorField("When its sheet was recorded; null before that.", MOMENT)
    ended_by = serializers.ChoiceField(
        choices=ENDINGS, allow_null=True, **doc("How it ended; null before that.", "win_condition")
    )
    next = serializers.CharField(
        source="next_code",
        allow_null=True,
        **doc("The code of the match that its winner goes to; null for none.", "m2pd8wqz"),
    )
    seq = MirrorField("The number of the record's line that changed it last.", 42)
    starter = MirrorField("The number of the seat that began the game in play; null if it is unknown.", 1)
    stage = MirrorField("The stage before the bracket that it is of; null for a match of the bracket.")
    second_chance = MirrorField("Whether it is of the second chance, in which losers play on.", False)


class RoundSerializer(serializers.Serializer[RoundView]):
    """One round of the bracket, top to bottom."""

    number = serializers.IntegerField(**doc("Its number, from 1.", 1))
    matches = MatchSerializer(many=True, **doc("The matches."))


class TitleHolderSerializer(Mirror[TitleHolder]):
    """The entry that won the second chance."""

    entry = MirrorField("The code of the entry.", "e4k2x9")
    names = MirrorField("Who they are: one name, or two in Duplas.", ["Lia Prado"])


class BracketSerializer(serializers.Serializer[dict[str, object]]):
    """All rounds; none before the draw. The second chance is played beside the bracket."""

    rounds = RoundSerializer(many=True, **doc("The rounds, from the first."))
    second_chance = RoundSerializer(
        many=True,
        **doc("The rounds in which the second chance has matches, from round 2 on; none without one."),
    )
    second_chance_winner = TitleHolderSerializer(
        allow_null=True,
        **doc(
            "Who has the title of the second chance; null before its last match, and without such a title."
        ),
    )


class DrawnGameSerializer(Mirror[DrawnGameView]):
    """A game without a winner. `stands`: the match was restarted after it, and it was not taken back."""

    number = MirrorField("Which of them, from 1.", 1)
    started_at = MirrorField("When that game began.", MOMENT)
    at = MirrorField("When it was noted.", MOMENT)
    taken_back = MirrorField("Whether noting it was a mistake.", False)
    stands = MirrorField("Whether it holds.", True)
    lines = LineShownSerializer(many=True, source="plain_lines", **doc("A line a player, in seating order."))

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return the lines, each with its own counts only."""
        shown = super().to_representation(instance)
        shown["lines"] = [dict(line) for line in instance.plain_lines]
        return shown


class ExtensionSerializer(Mirror[ExtensionView]):
    """Minutes that the game in play was given beyond the limit."""

    minutes = MirrorField("Minutes beyond the limit.", 5)
    reason = MirrorField("Why; empty if none was needed. It is public.", "Sides swapped.")
    at = MirrorField("When that was.", MOMENT)


class MatchDetailSerializer(MatchSerializer):
    """A match with the sheet that counts, if there is one, its drawn games and the time it was given."""

    sheet = SheetShownSerializer(allow_null=True, **doc("The sheet; null if there is none."))
    drawn_games = DrawnGameSerializer(many=True, **doc("Games without a winner, oldest first."))
    extensions = ExtensionSerializer(many=True, **doc("Time that the game in play was given, oldest first."))


class RecordedSerializer(serializers.Serializer[Mapping[str, object]]):
    """What came of recording a sheet.

    `repeated`: it was known already; `already_by`: from whom, if not the caller.
    """

    sheet = SheetShownSerializer(**doc("The sheet that counts."))
    verdict = VerdictSerializer(**doc("What the rules say of the sheet."))
    repeated = serializers.BooleanField(**doc("Whether the same was known already.", False))
    already_by = serializers.CharField(
        allow_null=True, **doc("Who recorded the same before; null for no other.", "Bruno Juiz")
    )
    match = MatchSerializer(**doc("The match after it."))


class RedrawInSerializer(StrictFields):
    """Whose redraw it is; `player` is the code of a seat."""

    player = Text(
        max_length=12,
        **doc(
            "The code of a person in this tournament's record; a seat of a match bears it too.", "pwr5fkbzz"
        ),
    )


class PineapplesInSerializer(StrictFields):
    """Codes of all seated people who brought a pineapple to this match."""

    pineapples = serializers.ListField(
        child=Text(max_length=12),
        max_length=8,
        **doc("Codes of the people who brought a pineapple, if that variant is on.", ["pwr5fkbzz"]),
    )


class SuitsInSerializer(StrictFields):
    """A suit for each seat, in the order of the seats."""

    suits = serializers.ListField(
        child=serializers.ChoiceField(choices=MARKS),
        max_length=8,
        **doc("A suit for each seat, in their order, none twice.", ["clubs", "hearts"]),
    )


class StarterCutSerializer(StrictFields):
    """One cut of cards for the first turn."""

    seats = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=16),
        max_length=8,
        **doc("Numbers of the seats that cut.", [1, 2]),
    )
    cards = serializers.ListField(
        child=Text(max_length=3, known=RANKS),
        max_length=8,
        **doc("What they cut, in the order of `seats`: A, K, Q, J, 10 … 2.", ["K", "9"]),
    )


class StarterInSerializer(StrictFields):
    """The seat that began, or the cuts of cards that decided it; both empty to remove it."""

    seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=16,
        **doc("The number of the seat that began; null with cuts, or if it is unknown.", 1),
    )
    cuts = serializers.ListField(
        child=StarterCutSerializer(),
        required=False,
        default=list,
        max_length=20,
        **doc("The cuts for the first turn, in order: of all seats, then of those tied; may be empty.", []),
    )


class ExtensionInSerializer(StrictFields):
    """More time for the game in play; the reason is public."""

    minutes = WholeNumber(between=EXTENSION_MINUTES, **doc("Minutes beyond the limit.", 5))
    reason = Text(max_length=2_000, **doc("Why. It is public.", "Sides swapped."))


class TablePlacingSerializer(StrictFields):
    """The label of a free physical table."""

    table = Text(max_length=20, **doc("The label of a physical table.", "1"))


class BracketApiView(TournamentApiView):
    """Route to read the whole bracket, or one round of it."""

    @extend_schema(operation_id="bracket", parameters=[RoundQuerySerializer], responses=BracketSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the bracket, and the second chance beside it; `rounds` is empty before the draw."""
        only = parse_query(RoundQuerySerializer, request).get("round")

        def show_rounds(tournament: Tournament) -> JSONBody:
            rounds, beside = (
                [row for row in rows if only in (None, row.number)]
                for rows in (bracket(tournament), second_chance(tournament))
            )
            holder = second_chance_winner(tournament)
            return BracketSerializer(
                {"rounds": rounds, "second_chance": beside, "second_chance_winner": holder}
            ).data

        return self.show_shared(show_rounds)


class MatchesApiView(TournamentApiView):
    """Route to list matches."""

    @extend_schema(
        operation_id="list_matches",
        parameters=[MatchQuerySerializer],
        responses=page_serializer(MatchSerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List matches in bracket order, filtered by state, round, table or entry."""
        given = parse_query(MatchQuerySerializer, request)
        picked = {"state": given.get("state", ""), "round_": given.get("round")}
        picked |= {name: given.get(name, "") for name in ("table", "entry")}

        def list_matches_page(tournament: Tournament) -> JSONBody:
            return paginate(
                request, matches_of(tournament, **picked), lambda page: _match_rows(tournament, page)
            )

        return self.show_shared(list_matches_page)


class MatchApiView(TournamentApiView):
    """Base of the routes of one match."""

    def match(self, tournament: Tournament) -> Match:
        """Return the match of the address. Raise `Forbidden` `not_found` if this tournament has none."""
        return find_match(tournament, str(self.kwargs["code"]))

    def match_fields(self, tournament: Tournament) -> dict[str, object]:
        """Return the match of the address as JSON, with its current sheet, drawn games and extensions.

        Raise `Forbidden` `not_found` if this tournament has none.
        """
        match = self.match(tournament)
        row = current_sheet(match)
        return {
            **MatchSerializer(match_view(tournament, match)).data,
            "sheet": SheetShownSerializer(sheet_facts(row)).data if row else None,
            "drawn_games": serialize_all(DrawnGameSerializer, drawn_games_of(match)),
            "extensions": serialize_all(ExtensionSerializer, extensions_of(match)),
        }

    def present_state(self) -> PresentState:
        """Return the match of the address as it is now, with its sheet and the record's `seq`."""
        tournament = self.tournament()
        fields = self.match_fields(tournament)
        return {"seq": self.latest_seq(tournament), "match": fields, "sheet": fields["sheet"]}

    def act_on_match(self, work: Callable[[Match, WriteRequest], object]) -> Response:
        """Respond as `act_on_tournament` does, with the match of the address as it is after `work`."""

        def run_and_show_match(tournament: Tournament, write: WriteRequest) -> Mapping[str, object]:
            work(self.match(tournament), write)
            return self.match_fields(tournament)

        return self.act_on_tournament(run_and_show_match)


class OneMatchApiView(MatchApiView):
    """Route to read one match."""

    @extend_schema(operation_id="retrieve_match", responses=MatchDetailSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """Read a match with its seats, its times, and the sheet that counts."""
        return self.show(self.match_fields)


def _match_rows(tournament: Tournament, page: list[Match]) -> list[object]:
    """Return one page of matches as JSON, with their sides and seats."""
    ids = [match.pk for match in page]
    return list(serialize_all(MatchSerializer, views(tournament, Match.objects.filter(pk__in=ids))))
