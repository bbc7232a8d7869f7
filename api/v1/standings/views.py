"""Standings of a tournament, its finish, seasons and series."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, JSONBody, TournamentApiView, WriteRequest
from api.pagination import PageQuery, page_serializer, paginate
from api.serialization import parse_body, serialize_all
from api.strict import EmptyBody
from api.v1.setup.serializers import TournamentShownSerializer
from api.v1.standings.serializers import (
    SeasonPlaceSerializer,
    SeasonShownSerializer,
    SeriesEventSerializer,
    StandingPlaceSerializer,
    UncountedTableSerializer,
)
from core.db.transactions import read_snapshot
from core.errors import Forbidden
from core.http.rate_limit import Purpose
from rulesets.registry import GAMES
from tournaments.models import Tournament
from tournaments.standings.finish import finish
from tournaments.standings.selectors import season, seasons, standings_of
from tournaments.standings.series import editions, is_series
from tournaments.standings.uncounted import uncounted_tables


class StandingApiView(TournamentApiView):
    """Route to read the standings of a tournament."""

    @extend_schema(
        operation_id="standing", parameters=[PageQuery], responses=page_serializer(StandingPlaceSerializer)
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the standings: every place, final or so far, with the reason.

        The first place comes first; equal ones share theirs.
        """
        return self.show_shared(
            lambda tournament: paginate(
                request,
                standings_of(tournament),
                lambda page: serialize_all(StandingPlaceSerializer, page),
            )
        )


class UncountedApiView(TournamentApiView):
    """Route to list tables whose uncounted cards could change places."""

    @extend_schema(operation_id="uncounted_tables", responses=UncountedTableSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List last tables with uncounted cards that could change places; a corrected count settles it."""
        return self.show(
            lambda tournament: serialize_all(UncountedTableSerializer, uncounted_tables(tournament))
        )


class FinishApiView(TournamentApiView):
    """Route to finish a tournament."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="finish_tournament", request=EmptyBody, responses=TournamentShownSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Finish a tournament: fix the classification and give the points; repeating it changes nothing.

        422 `matches_open` while a match has no sheet, `stage_open`; 409 `not_drawn`.
        """
        parse_body(EmptyBody, request)

        def finish_and_show_tournament(tournament: Tournament, write: WriteRequest) -> JSONBody:
            done = finish(tournament, seen=write.seen, by=write.actor, now=write.now)
            return dict(TournamentShownSerializer(done).data)

        return self.act_on_tournament(finish_and_show_tournament)


class SeasonsApiView(ApiView):
    """Route to list all seasons."""

    @extend_schema(operation_id="list_seasons", responses=SeasonShownSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List games and years with a finished ranked tournament, newest first."""
        return Response(serialize_all(SeasonShownSerializer, seasons()))


class SeasonApiView(ApiView):
    """Route to read the ranking of one season."""

    @extend_schema(
        operation_id="season", parameters=[PageQuery], responses=page_serializer(SeasonPlaceSerializer)
    )
    def get(self, request: Request, game: str, year: int) -> Response:
        """Read the points of a season, best first; 404 for an unknown game.

        They are added up over finished ranked tournaments whose title bears the year.
        """
        if game not in GAMES:
            raise Forbidden("not_found")
        places = season(game, year)
        return Response(paginate(request, places, lambda page: serialize_all(SeasonPlaceSerializer, page)))


class SeriesApiView(ApiView):
    """Route to list the public tournaments of one game and one name."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(
        operation_id="series", parameters=[PageQuery], responses=page_serializer(SeriesEventSerializer)
    )
    def get(self, request: Request, game: str, key: str) -> Response:
        """List the tournaments of a series, the latest first; 404 if none is public."""
        if not is_series(game, key):
            raise Forbidden("not_found")
        self.create_missing_player()
        with read_snapshot():
            found = editions(game, key)
            return Response(paginate(request, found, lambda page: serialize_all(SeriesEventSerializer, page)))
