"""The page of a series: every year of a tournament, and who won it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.errors import Forbidden
from core.http.rate_limit import Purpose
from tournaments.standings.series import editions, is_series, most_titles
from web.limiting import limited
from web.pages import at_one_moment
from web.pagination import paginate

A_PAGE, MOST_NAMED = 50, 5
PAGE = "pagina"


@require_safe
@limited(Purpose.COSTLY)
@at_one_moment
def show(request: HttpRequest, game: str, key: str) -> HttpResponse:
    """What was played under this name, the latest first; 404 where nothing public was."""
    if not is_series(game, key):
        raise Forbidden("not_found")
    found = editions(game, key)
    context = {
        "game": game,
        "name": found[0].tournament.name,
        "many": len(found),
        "page": paginate(found, request.GET.get(PAGE), A_PAGE),
        "titles": most_titles(found, MOST_NAMED),
    }
    return render(request, "standings/series.html", context)
