"""The organizer's page: what runs, what waits and for whom, what is missing, and what to do next."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from core import jobs
from tournaments.models import State, Tournament
from tournaments.policies import allows
from tournaments.selectors.attendance import points_warning
from tournaments.selectors.disputes import open_disputes
from tournaments.selectors.now import now as look
from tournaments.selectors.reports import contested
from tournaments.selectors.waiting import half_known
from web.pages import frame, live, tournament_page
from web.views.day_step import next_step
from web.views.draws_gate import with_pages
from web.views.matches_pages import can_start


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, or the fragment that it polls; without `seq` the fragment comes in any case."""
    tournament = tournament_page(request, slug, "judge")
    return live(
        request,
        tournament,
        page="day/now.html",
        fragment="day/_now.html",
        context=lambda: now_page(request, tournament),
    )


def now_page(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Everything for `day/now.html` and its fragment."""
    shared, moment = frame(request, tournament, "now"), timezone.now()
    view = look(tournament, moment)
    running = tournament.state in (State.DRAWN, State.RUNNING)
    return {
        **shared,
        "now": view,
        "moment": moment,
        "step": next_step(tournament, shared["role"], view),
        "reviews": open_disputes(tournament),
        "contested": contested(tournament),
        "may_reopen": allows(shared["role"], tournament, "coordinate"),
        "missing": with_pages(view.missing, tournament),
        "put_aside": jobs.put_aside(tournament.ledger_id) if running else 0,
        "points_warning": points_warning(tournament) if running else None,
        "half_known": half_known(tournament) if running else (),
        "startable": [] if view.pause else [match for match in view.called if can_start(match)],
    }
