"""A league within a season: the events and how many results count are in the address."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import Club
from core.http.rate_limit import Purpose
from tournaments.models import Tournament
from tournaments.setup.heads import head_of_seasons
from tournaments.standings.clubs import find_club
from tournaments.standings.league import League, LeagueRanking, league_at
from tournaments.standings.selectors import EventResult, SeasonLine, check_season
from web.http.limiting import limited
from web.pages import in_snapshot
from web.pagination import paginate, query_without_page
from web.standings.forms import LeagueForm

A_PAGE, MAX_COLUMNS = 100, 16
PAGE = "pagina"


@dataclass(frozen=True, slots=True)
class LeagueCell:
    """A player's points at an event, and whether they count."""

    result: EventResult
    counts: bool


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A line with the player's result at each event shown as a column; None for no result."""

    line: SeasonLine
    cells: tuple[LeagueCell | None, ...]


@require_safe
@limited(Purpose.COSTLY)
@in_snapshot
def show_league(request: HttpRequest, game: str, year: int) -> HttpResponse:
    """Show the ranking of the league in the address, and the form for other leagues.

    422 if the address has invalid parameters, which are left out.
    """
    check_season(game, year)
    head, form = head_of_seasons(), LeagueForm(request.GET, game, year)
    league = form.league()
    ranking = league_at(league, head)
    chosen = [one for one in form.offered if not league.events or one.slug in league.events]
    columns = list(enumerate(chosen, start=1))[-MAX_COLUMNS:]
    page = paginate(ranking.lines, request.GET.get(PAGE), A_PAGE)
    context = {
        "game": game,
        "year": year,
        "form": form,
        "league": league,
        "also": sorted(league.also),
        "club": _club(league),
        "chosen": chosen,
        "columns": columns,
        "page": page,
        "kept": query_without_page(request, PAGE),
        "query": request.GET.urlencode(),
        "rows": [_row(line, ranking, [event for _, event in columns]) for line in page.items],
    }
    return render(request, "standings/league.html", context, status=200 if form.is_valid() else 422)


def _club(league: League) -> Club | None:
    """Return the league's club, or None."""
    return find_club(league.club) if league.club else None


def _row(line: SeasonLine, ranking: LeagueRanking, events: Sequence[Tournament]) -> LeagueRow:
    """Return the row of a player with a cell for each of these events."""
    left = ranking.left_out_of(line.player_code)
    return LeagueRow(line, tuple(_cell(event.slug, line, left.get(event.slug)) for event in events))


def _cell(event: str, line: SeasonLine, left_out: EventResult | None) -> LeagueCell | None:
    """Return the cell of the event with this slug; None if the player has no result there.

    `left_out` is the player's result there if it does not count.
    """
    result = line.results.get(event, left_out)
    return LeagueCell(result, event in line.results) if result else None
