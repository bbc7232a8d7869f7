"""A club's page: its people with their season, and the tournaments they went to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.standings import clubs
from web.pages import at_one_moment
from web.pagination import kept, paginate
from web.standings.asked_season import SEASON, asked_season

A_PAGE, MOST_EVENTS = 50, 20
PAGE = "pagina"


@require_safe
@at_one_moment
def show(request: HttpRequest, number: int) -> HttpResponse:
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
        "page": paginate(members, request.GET.get(PAGE), A_PAGE),
        "kept": kept(request, PAGE),
        "many_events": len(tournaments),
        "titles": sum(one.titles for one in members),
        "events": clubs.club_events(attended, tournaments)[:MOST_EVENTS],
    }
    return render(request, "standings/club.html", context)
