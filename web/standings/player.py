"""A player's page: season, points over its events, tournaments, opponents and suits."""

from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.selectors import find_page
from core.errors import Forbidden
from tournaments.standings import profile_figures as sums
from tournaments.standings.profile import Participation, participations
from web.pages import at_one_moment
from web.pagination import kept, paginate
from web.standings.asked_season import SEASON, asked_season
from web.standings.points_chart import Chart, chart
from web.visits import current_player

A_PAGE, MOST_OPPONENTS = 10, 8
PAGE = "pagina"


@require_safe
@at_one_moment
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The page, for everybody or, where it is hidden, for the player alone; 404 otherwise."""
    asking = current_player(request)
    who = find_page(code, asking)
    played = participations(who)
    if not (played or who == asking):
        raise Forbidden("not_found")  # an account that has not played yet is private
    context = {
        "who": who,
        "is_own": who == asking,
        "page": paginate(played, request.GET.get(PAGE), A_PAGE),
        "kept": kept(request, PAGE),
        "figures": sums.figures(played),
        "suits": sums.suits(played),
        "opponents": sums.opponents(played, MOST_OPPONENTS),
        **_season(played, who.code, request.GET.get(SEASON, "")),
    }
    return render(request, "standings/player.html", context)


def _season(played: tuple[Participation, ...], code: str, asked: str) -> dict[str, object]:
    found = sums.seasons(played)
    chosen = asked_season(found, asked)
    shown = sums.season_of(code, *chosen) if chosen else None
    others = [one for one in found if one != chosen]
    return {"season": shown, "other_seasons": others, "chart": _chart(shown) if shown else None}


def _chart(season: sums.SeasonOfPlayer) -> Chart:
    points = [Decimal(event.result.points) if event.result else Decimal() for event in season.events]
    return chart(points, [event.total for event in season.events])
