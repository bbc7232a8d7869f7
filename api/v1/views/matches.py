"""Matches: found, and shown with the sheet that counts."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import Present, TournamentApiView, WriteRequest, asked, shaped_all
from api.pagination import page_of, paged
from api.v1.serializers import matches as shapes
from matches.models import Match
from matches.sheets import current_sheet, sheet_facts
from tournaments.finding import find_match
from tournaments.match_views.match import match_view, views
from tournaments.match_views.selectors import bracket, matches_of
from tournaments.models import Tournament
from tournaments.play.notes import drawn_games_of, extensions_of


class BracketApiView(TournamentApiView):
    """The whole bracket."""

    @extend_schema(
        operation_id="bracket", parameters=[shapes.RoundQuerySerializer], responses=shapes.BracketSerializer
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All rounds, or one; none before the draw."""
        only = asked(shapes.RoundQuerySerializer, request).get("round")

        def build(tournament: Tournament) -> object:
            rounds = [row for row in bracket(tournament) if only in (None, row.number)]
            return shapes.BracketSerializer({"rounds": rounds}).data

        return self.show_everybody(build)


class MatchesApiView(TournamentApiView):
    """Matches as a list."""

    @extend_schema(
        operation_id="list_matches",
        parameters=[shapes.MatchQuerySerializer],
        responses=page_of(shapes.MatchSerializer),
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Matches in bracket order, picked by state, round, table or entry."""
        given = asked(shapes.MatchQuerySerializer, request)
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
            **shapes.MatchSerializer(match_view(tournament, match)).data,
            "sheet": shapes.SheetShownSerializer(sheet_facts(row)).data if row else None,
            "drawn_games": shaped_all(shapes.DrawnGameSerializer, drawn_games_of(match)),
            "extensions": shaped_all(shapes.ExtensionSerializer, extensions_of(match)),
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

    @extend_schema(operation_id="retrieve_match", responses=shapes.MatchDetailSerializer)
    def get(self, request: Request, slug: str, code: str) -> HttpResponse:
        """The match with its seats, its times, and the sheet that counts."""
        return self.show(self.detail)


def _shown(tournament: Tournament, page: list[Match]) -> list[object]:
    ids = [match.pk for match in page]
    return list(shaped_all(shapes.MatchSerializer, views(tournament, Match.objects.filter(pk__in=ids))))
