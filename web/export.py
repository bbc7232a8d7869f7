"""Downloads of lists as CSV and XLSX."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from core.db.transactions import read_snapshot
from core.http.rate_limit import Purpose
from tournaments.export import (
    TOURNAMENT_LISTS,
    ExportTable,
    TournamentList,
    export_file,
    league_table,
    season_table,
)
from tournaments.standings.selectors import check_season
from web.http.downloads import download
from web.http.limiting import limited
from web.standings.forms import LeagueForm
from web.tournament_request import current_player, open_tournament

View = Callable[..., HttpResponse]


def _list_view(listed: TournamentList) -> View:
    """Return a view that downloads the list, as `<slug>-<file_name>.<ending>`.

    The view counts against the limit for costly pages, and needs the list's right.
    """

    @require_safe
    @limited(Purpose.COSTLY)
    def download_list(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
        """Return the list as a file, read in one snapshot."""
        current_player(request)  # may create the account's player, which a snapshot cannot
        with read_snapshot():
            table = listed.table(open_tournament(request, slug, listed.need).tournament)
        return _download(table, f"{slug}-{listed.file_name}", ending)

    return download_list


@require_safe
@limited(Purpose.COSTLY)
def export_season(request: HttpRequest, game: str, year: int, ending: str) -> HttpResponse:
    """Download the ranking of a game's season, which is a year, with a column for each event."""
    with read_snapshot():
        table = season_table(game, year)
    return _download(table, f"{game}-{year}", ending)


@require_safe
@limited(Purpose.COSTLY)
def export_league(request: HttpRequest, game: str, year: int, ending: str) -> HttpResponse:
    """Download the ranking of the league in the query; redirect to the league's page if it is invalid."""
    check_season(game, year)
    with read_snapshot():
        form = LeagueForm(request.GET, game, year)
        if not form.is_valid():  # the page shows the errors
            return redirect(f"{reverse('league', args=[game, year])}?{request.GET.urlencode()}")
        table = league_table(form.league())
    return _download(table, f"{game}-{year}-liga", ending)


def _download(table: ExportTable, name: str, ending: str) -> HttpResponse:
    """Return the list as a file, which caches must not keep; `ending` is `csv` or `xlsx`."""
    file = export_file(table, ending, get_language() or "")
    response = download(file.content, name=f"{name}.{ending}", content_type=file.content_type)
    response.headers["Cache-Control"] = "no-store"
    return response


AT = "torneios/<slug:slug>/planilhas/"
SEASON = "temporadas/<slug:game>/<int:year>/"

urlpatterns: list[URLPattern] = [
    *(
        path(f"{AT}{listed.file_name}.<str:ending>", _list_view(listed), name=f"export_{listed.name}")
        for listed in TOURNAMENT_LISTS
    ),
    path(f"{SEASON}temporada.<str:ending>", export_season, name="export_season"),
    path(f"{SEASON}liga.<str:ending>", export_league, name="export_league"),
]
