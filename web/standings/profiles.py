"""Public pages of a club, a series of tournaments and a player."""

from collections.abc import Sequence
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.selectors import player_of_page
from core.errors import Forbidden
from core.http.rate_limit import Purpose
from tournaments.standings import clubs
from tournaments.standings import profile_figures as sums
from tournaments.standings.profile import Participation, participations
from tournaments.standings.series import editions, is_series, most_titles
from web.http.limiting import limited
from web.pages import in_snapshot
from web.pagination import paginate, query_without_page
from web.standings.charts import Chart, draw_chart
from web.tournament_request import current_player

MEMBERS_A_PAGE, MAX_EVENTS = 50, 20
PAGE = "pagina"


@require_safe
@in_snapshot
def show_club(request: HttpRequest, number: int) -> HttpResponse:
    """Show a club's players, as far as they allow; 404 if no public entry names the club."""
    club = clubs.find_club(number)
    attended = clubs.attendances(club)
    tournaments = clubs.tournaments_of(attended)
    seasons = clubs.club_seasons(attended, tournaments)
    chosen = asked_season(seasons, request.GET.get(SEASON, ""))
    members = clubs.club_members(attended, chosen)
    context = {
        "club": club,
        "season": chosen,
        "other_seasons": [one for one in seasons if one != chosen],
        "many": len(members),
        "page": paginate(members, request.GET.get(PAGE), MEMBERS_A_PAGE),
        "kept": query_without_page(request, PAGE),
        "many_events": len(tournaments),
        "titles": sum(one.titles for one in members),
        "events": clubs.club_events(attended, tournaments)[:MAX_EVENTS],
    }
    return render(request, "standings/club.html", context)


EDITIONS_A_PAGE, MAX_NAMED = 50, 5


@require_safe
@limited(Purpose.COSTLY)
@in_snapshot
def show_series(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """List the tournaments of this name, latest first; 404 if none is public."""
    if not is_series(game, key):
        raise Forbidden("not_found")
    found = editions(game, key)
    context = {
        "game": game,
        "name": found[0].tournament.name,
        "many": len(found),
        "page": paginate(found, request.GET.get(PAGE), EDITIONS_A_PAGE),
        "titles": most_titles(found, MAX_NAMED),
    }
    return render(request, "standings/series.html", context)


EVENTS_A_PAGE, MAX_OPPONENTS = 10, 8


@require_safe
@in_snapshot
def show_player(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player's page; a hidden one only to the player, else 404."""
    asking = current_player(request)
    who = player_of_page(code, asking)
    played = participations(who)
    if not (played or who == asking):
        raise Forbidden("not_found")  # an account that has not played yet is private
    context = {
        "who": who,
        "is_own": who == asking,
        "page": paginate(played, request.GET.get(PAGE), EVENTS_A_PAGE),
        "kept": query_without_page(request, PAGE),
        "figures": sums.figures(played),
        "suits": sums.suits(played),
        "opponents": sums.opponents(played, MAX_OPPONENTS),
        **_season_context(played, who.code, request.GET.get(SEASON, "")),
    }
    return render(request, "standings/player.html", context)


def _season_context(played: tuple[Participation, ...], code: str, asked: str) -> dict[str, object]:
    """Return one season of the player `code` (the `asked`, else the latest), its chart, and the others."""
    found = sums.seasons(played)
    chosen = asked_season(found, asked)
    shown = sums.season_of(code, *chosen) if chosen else None
    others = [one for one in found if one != chosen]
    return {"season": shown, "other_seasons": others, "chart": _chart(shown) if shown else None}


def _chart(season: sums.SeasonOfPlayer) -> Chart:
    """Return the chart of a player's points at the season's events, and of their sum."""
    points = [Decimal(event.result.points) if event.result else Decimal() for event in season.events]
    return draw_chart(points, [event.total for event in season.events])


SEASON = "temporada"


def asked_season(seasons: Sequence[tuple[str, int]], asked: str) -> tuple[str, int] | None:
    """Return game and year of the season that `asked` names, such as `chama-2026`.

    Else the first of these seasons, the newest; None if there is none.
    """
    return next((one for one in seasons if f"{one[0]}-{one[1]}" == asked), next(iter(seasons), None))
