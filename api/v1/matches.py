"""Matches: found, and shown with the sheet that counts."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Present, TournamentApiView, WriteRequest, asked, shaped_all
from api.mirror import Mirror
from api.pagination import PageQuery, page_of, paged
from api.strict import Strict, Text, WholeNumber
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
from tournaments.match_views.selectors import RoundView, bracket, matches_of
from tournaments.models import Tournament
from tournaments.play.clock import EXTENSION_MINUTES
from tournaments.play.notes import DrawnGameView, ExtensionView, drawn_games_of, extensions_of


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
        "next", "seq", "starter",
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


class SuitsInSerializer(Strict):
    """A suit for each seat, in their order."""

    suits = serializers.ListField(child=serializers.ChoiceField(choices=MARKS), max_length=8)


class StarterCutSerializer(Strict):
    """One cut of cards for who begins."""

    seats = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=16), max_length=8)
    cards = serializers.ListField(child=Text(max_length=3, known=RANKS), max_length=8)


class StarterInSerializer(Strict):
    """The seat that began, or the cuts that say it; both empty where it is unknown again."""

    seat = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=16)
    cuts = serializers.ListField(child=StarterCutSerializer(), required=False, default=list, max_length=20)


class ExtensionInSerializer(Strict):
    """More time for the game in play; the reason is public."""

    minutes = WholeNumber(between=EXTENSION_MINUTES)
    reason = Text(max_length=2_000)


class TablePlacingSerializer(Strict):
    """The label of a free physical table."""

    table = Text(max_length=20)


class BracketApiView(TournamentApiView):
    """The whole bracket."""

    @extend_schema(operation_id="bracket", parameters=[RoundQuerySerializer], responses=BracketSerializer)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All rounds, or one; none before the draw."""
        only = asked(RoundQuerySerializer, request).get("round")

        def build(tournament: Tournament) -> object:
            rounds = [row for row in bracket(tournament) if only in (None, row.number)]
            return BracketSerializer({"rounds": rounds}).data

        return self.show_everybody(build)


class MatchesApiView(TournamentApiView):
    """Matches as a list."""

    @extend_schema(
        operation_id="list_matches",
        parameters=[MatchQuerySerializer],
        responses=page_of(MatchSerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Matches in bracket order, picked by state, round, table or entry."""
        given = asked(MatchQuerySerializer, request)
        picked = {"state": given.get("state", ""), "round_": given.get("round")}
        picked |= {name: given.get(name, "") for name in ("table", "entry")}

        def build(tournament: Tournament) -> object:
            return paged(request, matches_of(tournament, **picked), lambda page: _shown(tournament, page))

        return self.show_everybody(build)


class MatchApiView(TournamentApiView):
    """Base of the routes of one match."""

    def match(self, tournament: Tournament) -> Match:
        """The match of the address, if it is this tournament's."""
        return find_match(tournament, str(self.kwargs["code"]))

    def detail(self, tournament: Tournament) -> dict[str, object]:
        """The match with the sheet that counts."""
        match = self.match(tournament)
        row = current_sheet(match)
        return {
            **MatchSerializer(match_view(tournament, match)).data,
            "sheet": SheetShownSerializer(sheet_facts(row)).data if row else None,
            "drawn_games": shaped_all(DrawnGameSerializer, drawn_games_of(match)),
            "extensions": shaped_all(ExtensionSerializer, extensions_of(match)),
        }

    def present_state(self) -> Present:
        """The match now, with its sheet."""
        tournament = self.tournament()
        detail = self.detail(tournament)
        return {"seq": self.seq(tournament), "match": detail, "sheet": detail["sheet"]}

    def act_on_match(self, work: Callable[[Match, WriteRequest], object]) -> Response:
        """Run a write on the match and show the match after it."""

        def on_tournament(tournament: Tournament, doing: WriteRequest) -> Mapping[str, object]:
            work(self.match(tournament), doing)
            return self.detail(tournament)

        return self.act(on_tournament)


class OneMatchApiView(MatchApiView):
    """One match."""

    @extend_schema(operation_id="retrieve_match", responses=MatchDetailSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """The match with its seats, its times, and the sheet that counts."""
        return self.show(self.detail)


def _shown(tournament: Tournament, page: list[Match]) -> list[object]:
    ids = [match.pk for match in page]
    return list(shaped_all(MatchSerializer, views(tournament, Match.objects.filter(pk__in=ids))))
