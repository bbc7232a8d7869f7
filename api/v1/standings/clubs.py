"""Clubs, and leagues: rankings over chosen events of a season."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from api.base_view import ApiView
from api.pagination import PageQuery, page_serializer, paginate
from api.problems import ProblemShownSerializer
from api.serialization import JSONObject, parse_query, serialize, serialize_all
from api.v1.standings.serializers import (
    ClubEventSerializer,
    ClubFoundSerializer,
    ClubMemberQuerySerializer,
    ClubMemberSerializer,
    ClubSearchQuerySerializer,
    ClubShownSerializer,
    LeaguePlaceSerializer,
    LeagueQuerySerializer,
    SeasonPlaceSerializer,
)
from core.db.transactions import read_snapshot
from core.errors import refuse_all
from core.http.rate_limit import Purpose
from tournaments.models import Tournament
from tournaments.setup.heads import head_of_seasons
from tournaments.standings import clubs
from tournaments.standings.league import League, LeagueRanking, check_league, league_at
from tournaments.standings.selectors import SeasonLine, check_season

MAX_FOUND = 20


class LeagueApiView(ApiView):
    """Route to read the ranking of a league."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(
        operation_id="league",
        parameters=[LeagueQuerySerializer],
        responses={200: page_serializer(LeaguePlaceSerializer), 422: ProblemShownSerializer},
    )
    def get(self, request: Request, game: str, year: int) -> Response:
        """Read a league: the ranking over a season's chosen events, with every result.

        Each result says whether it counts. 422 `unknown_game` in `also`, `event_not_of_season` for an event
        of another season; 404 for an impossible season, or a club without a page.
        """
        check_season(game, year)
        league = parse_league(game, year, parse_query(LeagueQuerySerializer, request))
        self.create_missing_player()
        with read_snapshot():
            ranking = ranking_of(league)
            return Response(
                paginate(request, ranking.lines, lambda page: [_place_fields(line, ranking) for line in page])
            )


def parse_league(game: str, year: int, given: Mapping[str, Any]) -> League:
    """Return the league that a validated query describes; its own game is left out of the other games."""
    events, also = frozenset(given.get("event", ())), frozenset(given.get("also", ())) - {game}
    return League(game, year, events, given.get("best"), given.get("club"), also)


def ranking_of(league: League) -> LeagueRanking:
    """Return the league's ranking at the latest version of the seasons; call it in a snapshot.

    Raise as `require_valid_league` does.
    """
    head = head_of_seasons()
    return league_at(require_valid_league(league), head)


def require_valid_league(league: League) -> League:
    """Return the league unchanged if it is valid.

    Raise `Refused` `unknown_game`, `event_not_of_season`, or `Forbidden` `not_found` for a club without a
    page.
    """
    if league.club:
        clubs.find_club(league.club)
    refuse_all(check_league(league))
    return league


def _place_fields(line: SeasonLine, ranking: LeagueRanking) -> JSONObject:
    """Return a line of the ranking as JSON, with all its results: those that count first."""
    return {**serialize(SeasonPlaceSerializer, line), "results": list(_result_rows(line, ranking))}


def _result_rows(line: SeasonLine, ranking: LeagueRanking) -> Iterator[JSONObject]:
    """Yield the results of a line as JSON, those that count first."""
    for counts, held in ((True, line.results), (False, ranking.left_out_of(line.player_code))):
        for event, found in held.items():
            yield {"event": event, "place": found.place, "points_decimal": found.points, "counts": counts}


@dataclass(frozen=True, slots=True)
class ClubView:
    """A club with what its pages show: who played for it where, and these public tournaments by id."""

    club: Club
    attended: Sequence[clubs.PlayedFor]
    tournaments: dict[int, Tournament]

    @classmethod
    def of_number(cls, number: int) -> "ClubView":
        """Return the club of this number; raise `Forbidden` `not_found` if no public entry is for it."""
        club = clubs.find_club(number)
        attended = clubs.attendances(club)
        return cls(club, attended, clubs.tournaments_of(attended))

    @property
    def seasons(self) -> list[tuple[str, int]]:
        """Return (game, year) of each season in which a member has a place that counts, newest first."""
        return clubs.club_seasons(self.attended, self.tournaments)


class ClubsApiView(ApiView):
    """Route to search clubs."""

    limited = {"GET": Purpose.COSTLY}

    @extend_schema(
        operation_id="list_clubs",
        parameters=[ClubSearchQuerySerializer],
        responses=ClubFoundSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """Search clubs by words in their names; at most 20, and only those with public entries."""
        words = parse_query(ClubSearchQuerySerializer, request)["search"]
        return Response(serialize_all(ClubFoundSerializer, clubs.search_clubs(words, MAX_FOUND)))


class ClubApiView(ApiView):
    """Route to read one club."""

    @extend_schema(operation_id="club", responses=ClubShownSerializer)
    def get(self, request: Request, number: int) -> Response:
        """Read a club: how many people and tournaments it has; 404 if no public entry is for it."""
        self.create_missing_player()
        with read_snapshot():
            found = ClubView.of_number(number)
            people = clubs.club_members(found.attended, None)
        shown = {
            "number": found.club.pk,
            "name": found.club.name,
            "people": len(people),
            "tournaments": len(found.tournaments),
            "titles": sum(one.titles for one in people),
            "seasons": [{"game": game, "year": year} for game, year in found.seasons],
        }
        return Response(serialize(ClubShownSerializer, shown))


class ClubMembersApiView(ApiView):
    """Route to list who plays for a club."""

    @extend_schema(
        operation_id="club_members",
        parameters=[ClubMemberQuerySerializer],
        responses=page_serializer(ClubMemberSerializer),
    )
    def get(self, request: Request, number: int) -> Response:
        """List a club's members with a public page, by place in the newest season that fits, then by name."""
        given = parse_query(ClubMemberQuerySerializer, request)
        wanted = {name: given[name] for name in ("game", "year") if name in given}
        self.create_missing_player()
        with read_snapshot():
            found = ClubView.of_number(number)
            members = clubs.club_members(found.attended, _matching_season(found.seasons, **wanted))
            return Response(
                paginate(request, members, lambda page: serialize_all(ClubMemberSerializer, page))
            )


def _matching_season(
    seasons: Sequence[tuple[str, int]], game: str = "", year: int | None = None
) -> tuple[str, int] | None:
    """Return the first (game, year) that fits; "" and None fit any; None if none fits."""
    return next((one for one in seasons if game in ("", one[0]) and year in (None, one[1])), None)


class ClubTournamentsApiView(ApiView):
    """Route to list where a club's people played."""

    @extend_schema(
        operation_id="club_tournaments",
        parameters=[PageQuery],
        responses=page_serializer(ClubEventSerializer),
    )
    def get(self, request: Request, number: int) -> Response:
        """List the public tournaments that a club's people went to, the latest first."""
        self.create_missing_player()
        with read_snapshot():
            found = ClubView.of_number(number)
            events = clubs.club_events(found.attended, found.tournaments)
            return Response(paginate(request, events, lambda page: serialize_all(ClubEventSerializer, page)))
