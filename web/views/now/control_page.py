"""The organizer's page: what runs, what waits and for whom, what is missing, and what to do next."""

from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.jobs import outbox
from scheduling.forecasting import forecasts_in_hall
from scheduling.shared_tables import used_elsewhere
from tournaments.disputes.selectors import open_disputes
from tournaments.help.selectors import answered, open_calls_for_help
from tournaments.matches.waiting import half_known
from tournaments.models import State, Tournament
from tournaments.now.needs import match_at_table, needs
from tournaments.now.selectors import NowView
from tournaments.now.selectors import now as look
from tournaments.reports.selectors import contested
from tournaments.setup.staff_selectors import judges_warning, on_shift
from tournaments.setup.stand_ins import gone_judges
from tournaments.standings.attendance import points_warning
from tournaments.tables.accessible import lacks_accessible
from tournaments.tables.conflicts import judged_by_others
from tournaments.tables.look_after import looked_after
from web.pages import poll_response
from web.views.draw.requirements import with_pages
from web.views.matches.context import can_start
from web.views.now.next_step import Disputed, next_step
from web.visits import Visit, visiting

LONGEST_LABEL = 30


@require_safe
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """The page, or the fragment that it polls; without `seq` the fragment comes in any case."""
    visit = visiting(request, slug, "judge")
    return poll_response(
        visit,
        page="now/now.html",
        fragment="now/_now.html",
        context=lambda: now_page(visit),
    )


@require_safe
def table_jump(request: HttpRequest, slug: str) -> HttpResponse:
    """From a table's number, `?mesa=`, to the match that is there; back to the day where none is."""
    visit = visiting(request, slug, "judge")
    label = request.GET.get("mesa", "").strip()[:LONGEST_LABEL]
    if match := match_at_table(visit.tournament, label):
        return redirect("match", slug, match.code)
    messages.warning(request, _("Nobody is at a table “%(label)s” right now.") % {"label": label})
    return redirect("now", slug)


def now_page(visit: Visit) -> dict[str, object]:
    """Everything for `now/now.html` and its fragment."""
    tournament = visit.tournament
    moment = timezone.now()
    view = look(tournament, moment, reader=visit.player)
    running = tournament.state in (State.DRAWN, State.RUNNING)
    forecasts = forecasts_in_hall(tournament, visit.player) if running else []
    judges = looked_after(tournament) if running else {}
    disputes, differing = open_disputes(tournament), contested(tournament)
    disputed = Disputed([match for match, _said in differing], [doubt.match for doubt in disputes])
    return {
        **visit.context("now"),
        **(_judging(tournament, view, moment) if running else {}),
        "now": view,
        "needs": needs(view, {label for label, judge in judges.items() if judge.player_id == visit.by.pk}),
        "judges": judges,
        "gone": gone_judges(tournament, moment, judges, reader=visit.by) if judges else {},
        "for_others": judged_by_others(tournament, visit.by) if running else frozenset(),
        "step": next_step(tournament, visit.role, view, disputed),
        "help_calls": open_calls_for_help(tournament, visit.player) if running else (),
        "help_answered": answered(tournament) if running else None,
        "reviews": disputes,
        "contested": differing,
        "contested_codes": {match.code for match in disputed.contested},
        "may_reopen": visit.may("coordinate"),
        "missing": with_pages(view.missing, tournament),
        "put_aside": outbox.put_aside(tournament.ledger_id) if running else 0,
        "lacks_accessible": lacks_accessible(tournament),
        "points_warning": points_warning(tournament) if running else None,
        "forecast": next((one for one in forecasts if one.ledger_id == tournament.ledger_id), None),
        "hall_ends": [one for one in forecasts if one.ledger_id != tournament.ledger_id],
        "half_known": half_known(tournament) if running else (),
        "used_elsewhere": used_elsewhere(tournament, visit.player, moment) if view.ready else (),
        "startable": [] if view.pause else [match for match in view.called if can_start(match)],
    }


def _judging(tournament: Tournament, view: NowView, moment: datetime) -> dict[str, object]:
    """Where shifts were said: who judges now, and whether that is too few for the tables in play."""
    there = on_shift(tournament, moment)
    if there is None:
        return {}
    few = judges_warning(tournament, moment, in_play=len(view.playing) + len(view.called))
    return {"on_shift": there, "judges_few": few}
