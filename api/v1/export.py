"""Lists as spreadsheet files."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request

from accounts.models import Scope
from api.base_view import ApiView, TournamentApiView
from api.problems import ProblemShownSerializer
from api.serialization import parse_query
from api.strict import StrictFields
from api.v1.standings.clubs import parse_league, require_valid_league
from api.v1.standings.serializers import LeagueChoiceSerializer
from core.db.transactions import read_snapshot
from core.http.rate_limit import Purpose
from tournaments.export import (
    CONTENT_TYPES,
    ExportTable,
    check_in_table,
    entries_table,
    export_file,
    league_table,
    matches_table,
    penalties_table,
    season_table,
    seats_table,
    standings_table,
)
from tournaments.models import Tournament
from tournaments.policies import Need
from tournaments.standings.selectors import check_season

FILES = {
    (200, "text/csv"): OpenApiTypes.STR,
    (200, CONTENT_TYPES["xlsx"]): OpenApiTypes.BINARY,
    422: ProblemShownSerializer,
}
Decorator = Callable[[type[ApiView]], type[ApiView]]


def describe_file(operation: str, text: str, query: Sequence[type[StrictFields]] = ()) -> Decorator:
    """Return a class decorator that describes `get` of a route that returns a file.

    `operation` is its operation id, `text` its description, `query` the serializers of its parameters.
    """
    described_get = extend_schema(
        operation_id=operation, description=text, responses=FILES, parameters=list(query)
    )
    return extend_schema_view(get=described_get)


class TableFileApiView(TournamentApiView):
    """Base of the routes that return a list of a tournament as a file: CSV or XLSX.

    A subclass sets `table`, which reads the list, and `need`, who may read it.
    """

    limited = {"GET": Purpose.COSTLY}
    need: ClassVar[Need] = "see"
    table: ClassVar["staticmethod[[Tournament], ExportTable]"]

    def get(self, request: Request, slug: str, ending: str) -> HttpResponse:
        """Return the list as a file to download; `ending` is `csv` or `xlsx`.

        Its headings are in the language of the call. Raise `Forbidden` as `tournament` does, and `not_found`
        for another `ending`.
        """
        self.create_missing_player()
        with read_snapshot():
            table = self.table(self.tournament(self.need))
        return _file_response(table, f"{slug}-{request.path.rpartition('/')[2].partition('.')[0]}", ending)


@describe_file(
    "entries_file",
    "Download the entries in the order of entering; the import of a list reads the file again.",
)
class EntriesFileApiView(TableFileApiView):
    """Route to the list of entries as a file."""

    table = staticmethod(entries_table)


@describe_file(
    "check_in_file",
    "Download the check-in list: all entries by name, and whether they are here. For the staff.",
)
class CheckInFileApiView(TableFileApiView):
    """Route to the check-in list as a file."""

    reads, need, table = Scope.JUDGE, "judge", staticmethod(check_in_table)


@describe_file("seats_file", "Download the seats of the rounds that are played.")
class SeatsFileApiView(TableFileApiView):
    """Route to the seats of the rounds that are played as a file."""

    table = staticmethod(seats_table)


@describe_file("matches_file", "Download the matches with a row for each side, in the order of the bracket.")
class MatchesFileApiView(TableFileApiView):
    """Route to the list of matches as a file."""

    table = staticmethod(matches_table)


@describe_file(
    "standing_file", "Download the standings, final or so far; points once the tournament is finished."
)
class StandingFileApiView(TableFileApiView):
    """Route to the classification as a file."""

    table = staticmethod(standings_table)


@describe_file("penalties_file", "Download the penalties in the order of the day. For the staff.")
class PenaltiesFileApiView(TableFileApiView):
    """Route to the list of penalties as a file."""

    reads, need, table = Scope.JUDGE, "judge", staticmethod(penalties_table)


@describe_file("season_file", "Download the whole ranking of a year, with the points at every event.")
class SeasonFileApiView(ApiView):
    """Route to the ranking of a season as a file."""

    limited = {"GET": Purpose.COSTLY}

    def get(self, request: Request, game: str, year: int, ending: str) -> HttpResponse:
        """Return the whole ranking of the season as a file; `ending` is `csv` or `xlsx`.

        Raise `Forbidden` `not_found` for an impossible season, or another `ending`.
        """
        with read_snapshot():
            table = season_table(game, year)
        return _file_response(table, f"{game}-{year}", ending)


@describe_file(
    "league_file",
    "Download the ranking of a season's chosen events, with the points that count.",
    [LeagueChoiceSerializer],
)
class LeagueFileApiView(ApiView):
    """Route to the ranking of a league as a file."""

    limited = {"GET": Purpose.COSTLY}

    def get(self, request: Request, game: str, year: int, ending: str) -> HttpResponse:
        """Return the ranking of the league that the query names as a file; `ending` is `csv` or `xlsx`.

        Raise as `check_season` and `require_valid_league` do, and `Forbidden` `not_found` for another
        `ending`.
        """
        check_season(game, year)
        league = parse_league(game, year, parse_query(LeagueChoiceSerializer, request))
        with read_snapshot():
            table = league_table(require_valid_league(league))
        return _file_response(table, f"{game}-{year}-league", ending)


def _file_response(table: ExportTable, name: str, ending: str) -> HttpResponse:
    """Return the table as a response to download, named `NAME.ENDING`; `ending` is `csv` or `xlsx`.

    Texts are in the active language; no cache may store it. Raise `Forbidden` `not_found` for another ending.
    """
    file = export_file(table, ending, get_language() or "")
    headers = {"Content-Disposition": f'attachment; filename="{name}.{ending}"', "Cache-Control": "no-store"}
    return HttpResponse(file.content, content_type=file.content_type, headers=headers)
