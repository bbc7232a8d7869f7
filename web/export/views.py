"""Lists as files for a spreadsheet, each for those who may open its page."""

from collections.abc import Callable

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from core.db.transactions import one_look
from core.errors import Forbidden
from core.http.rate_limit import Purpose
from rulesets.kernel.titles import YEARS
from rulesets.registry import GAMES
from tournaments.export.csv_file import csv_lines
from tournaments.export.people import check_in_table, entries_table, penalties_table
from tournaments.export.play import matches_table, seats_table
from tournaments.export.standings import season_table, standing_table
from tournaments.export.table import ExportTable
from tournaments.export.xlsx_file import xlsx_file
from tournaments.models import Tournament
from tournaments.policies import Need
from tournaments.setup.heads import head_of_seasons
from tournaments.standings.league import league_at
from tournaments.standings.selectors import season_at, season_events
from web.downloads import download, stream_download
from web.limiting import limited
from web.standings.forms import LeagueForm
from web.visits import current_player, visiting

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ENDINGS = ("csv", "xlsx")
View = Callable[..., HttpResponseBase]


def _of_tournament(name: str, make: Callable[[Tournament], ExportTable], need: Need = "see") -> View:
    """Return the view of one list of a tournament."""

    @require_safe
    @limited(Purpose.COSTLY)
    def view(request: HttpRequest, slug: str, ending: str) -> HttpResponseBase:
        current_player(request)  # may create the player of an account, which no snapshot can
        with one_look():
            table = make(visiting(request, slug, need).tournament)
        return _file(table, f"{slug}-{name}", ending)

    return view


export_entries = _of_tournament("inscricoes", entries_table)
export_check_in = _of_tournament("check-in", check_in_table, "judge")
export_seats = _of_tournament("lugares", seats_table)
export_matches = _of_tournament("partidas", matches_table)
export_standing = _of_tournament("classificacao", standing_table)
export_penalties = _of_tournament("penalidades", penalties_table, "judge")


@require_safe
@limited(Purpose.COSTLY)
def export_season(request: HttpRequest, game: str, year: int, ending: str) -> HttpResponseBase:
    """The whole ranking of a game's year with every event."""
    _check_season(game, year)
    with one_look():
        lines = season_at(game, year, head_of_seasons())
        table = season_table(lines, list(season_events(game, year)), year)
    return _file(table, f"{game}-{year}", ending)


@require_safe
@limited(Purpose.COSTLY)
def export_league(request: HttpRequest, game: str, year: int, ending: str) -> HttpResponseBase:
    """The ranking of the league in the address."""
    _check_season(game, year)
    with one_look():
        form = LeagueForm(request.GET, game, year)
        league = form.league()
        chosen = [event for event in form.offered if not league.events or event.slug in league.events]
        table = season_table(league_at(league, head_of_seasons()).lines, chosen, year)
    return _file(table, f"{game}-{year}-liga", ending)


def _check_season(game: str, year: int) -> None:
    if game not in GAMES or year not in YEARS:
        raise Forbidden("not_found")


def _file(table: ExportTable, name: str, ending: str) -> HttpResponseBase:
    """Return the table as a file, which no cache keeps; 404 for another kind of file."""
    if ending not in ENDINGS:
        raise Http404
    if ending == "xlsx":
        response: HttpResponseBase = download(xlsx_file(table), name=f"{name}.xlsx", content_type=XLSX)
    else:
        lines = csv_lines(table, get_language() or "")
        response = stream_download(lines, name=f"{name}.csv", content_type="text/csv; charset=utf-8")
    response.headers["Cache-Control"] = "no-store"
    return response
