"""The page to finish a tournament: standings, and what is still open."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.match_views.selectors import second_chance_winner
from tournaments.models import State
from tournaments.now.selectors import now_view
from tournaments.standings import finish as finishing
from tournaments.standings.points_threshold import reason_without_points
from tournaments.standings.selectors import standings_of
from tournaments.standings.uncounted import uncounted_tables
from web.pages import form_page, seen
from web.tables.forms import ConfirmForm
from web.tournament_request import TournamentRequest, open_tournament

MAX_SHOWN = 32


@require_http_methods(["GET", "HEAD", "POST"])
def finish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings and what is still open; on POST finish the tournament."""
    req = open_tournament(request, slug, "coordinate")
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.run(
        lambda: finishing.finish(req.tournament, by=req.actor, now=timezone.now(), seen=seen(request))
    ):
        messages.success(request, _("The tournament is finished. Congratulations to the winners!"))
        return redirect("standing", slug)
    return form_page(request, "standings/finish.html", {**_context(req), "form": form})


def _context(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the page that finishes a tournament: what is still open, and the places."""
    tournament = req.tournament
    view, rows = now_view(tournament, timezone.now()), standings_of(tournament)
    return {
        **req.context("now"),
        "now": view,
        "open_matches": (*view.playing, *view.called, *view.ready),
        "without_points": reason_without_points(tournament),
        "open_count": view.total - view.ended_count,
        "uncounted": () if tournament.state == State.FINISHED else uncounted_tables(tournament),
        "rows": rows[:MAX_SHOWN],
        "more": max(0, len(rows) - MAX_SHOWN),
        "second_chance": second_chance_winner(tournament),
    }
