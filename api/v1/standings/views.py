"""Places, finishing, seasons and series."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.base_view import ApiView, Shown, TournamentApiView, WriteRequest, parsed_body, serialize_all
from api.pagination import PageQuery, page_of, paged
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
    """The classification."""

    @extend_schema(
        operation_id="standing", parameters=[PageQuery], responses=page_of(StandingPlaceSerializer)
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Read the standings: every place, final or so far, with the reason."""
        return self.show_shared(
            lambda tournament: paged(
                request,
                standings_of(tournament),
                lambda page: serialize_all(StandingPlaceSerializer, page),
            )
        )


class UncountedApiView(TournamentApiView):
    """What may be counted before the end."""

    @extend_schema(operation_id="uncounted_tables", responses=UncountedTableSerializer(many=True))
    def get(self, request: Request, slug: str) -> HttpResponse:
        """List last tables with uncounted cards that could change places; a corrected count settles it."""
        return self.show(
            lambda tournament: serialize_all(UncountedTableSerializer, uncounted_tables(tournament))
        )


class FinishApiView(TournamentApiView):
    """The end."""

    rights = {"POST": "coordinate"}

    @extend_schema(operation_id="finish_tournament", request=EmptyBody, responses=TournamentShownSerializer)
    def post(self, request: Request, slug: str) -> Response:
        """Finish a tournament: fix the classification and give the points; 422 while a match has no sheet."""
        parsed_body(EmptyBody, request)

        def work(tournament: Tournament, doing: WriteRequest) -> Shown:
            done = finish(tournament, seen=doing.seen, by=doing.actor, now=doing.now)
            return dict(TournamentShownSerializer(done).data)

        return self.act(work)


class SeasonsApiView(ApiView):
    """Which seasons there are."""

    @extend_schema(operation_id="list_seasons", responses=SeasonShownSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List games and years with a finished ranked tournament, newest first."""
        return Response(serialize_all(SeasonShownSerializer, seasons()))


class SeasonApiView(ApiView):
    """The ranking of a year."""

    @extend_schema(operation_id="season", parameters=[PageQuery], responses=page_of(SeasonPlaceSerializer))
    def get(self, request: Request, game: str, year: int) -> Response:
        """Read the points of a season.

        They are added up over finished ranked tournaments whose title bears the year.
        """
        if game not in GAMES:
            raise Forbidden("not_found")
        places = season(game, year)
        return Response(paged(request, places, lambda page: serialize_all(SeasonPlaceSerializer, page)))


class SeriesApiView(ApiView):
    """The public tournaments of one game and one name."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(operation_id="series", parameters=[PageQuery], responses=page_of(SeriesEventSerializer))
    def get(self, request: Request, game: str, key: str) -> Response:
        """List the tournaments of a series, the latest first; 404 if none is public."""
        if not is_series(game, key):
            raise Forbidden("not_found")
        _ = self.player  # which may be made now, and is no look
        with read_snapshot():
            found = editions(game, key)
            return Response(paged(request, found, lambda page: serialize_all(SeriesEventSerializer, page)))
