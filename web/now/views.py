"""The page “Now”: running and waiting matches, missing people, and the next step.

Matches that are blocked because a player is busy in another tournament can be called anyway. Two players who
only share a name can be separated.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from core.errors import Refused, Stale, Violation
from scheduling.by_hand import call_anyway
from scheduling.forecasting import forecast_of, forecasts_in_hall
from scheduling.shared_tables import tables_in_use
from tournaments import finding
from tournaments.corrections.disputes import open_disputes
from tournaments.draw.selectors import is_without_bracket
from tournaments.entries.repeats import separate_person
from tournaments.help import open_calls_for_help, summarize_answered_calls
from tournaments.match_views.match import MatchView
from tournaments.models import State, Tournament
from tournaments.now.needs import group_by_clock, match_at_table
from tournaments.now.selectors import NowView, now_view
from tournaments.reports.selectors import contested_matches
from tournaments.setup.off_shift_judges import find_off_shift_judges
from tournaments.setup.staff import judges_few, on_shift
from tournaments.standings.points_threshold import points_warning
from tournaments.tables.accessible import lacks_accessible
from tournaments.tables.conflicts import barred_matches
from tournaments.tables.shifts import Shift, shifts_of
from web.draw.presenter import unmet_requirements
from web.matches.context import can_start
from web.now.next_step import DisputedMatches, next_step
from web.now.rows import DayMarks, table_rows, waiting_rows
from web.pages import in_snapshot, poll_response, post_only
from web.tournament_request import TournamentRequest, open_tournament

LONGEST_LABEL = 30
Shifts = Mapping[str, Shift]
"""The shift of each judge, by code."""


@require_safe
@in_snapshot
def now(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page, or its polled fragment; without `seq` the fragment is always sent."""
    req = open_tournament(request, slug, "judge")
    return poll_response(
        req,
        page="now/now.html",
        fragment="now/_now.html",
        context=lambda: now_page(req),
    )


@require_safe
def table_jump(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from a table's label, `?mesa=`, to its match; back to “Now” with a warning without one."""
    req = open_tournament(request, slug, "judge")
    label = request.GET.get("mesa", "").strip()[:LONGEST_LABEL]
    if match := match_at_table(req.tournament, label):
        return redirect("match", slug, match.code)
    messages.warning(request, _("No one is at a table “%(label)s” right now.") % {"label": label})
    return redirect("now", slug)


def now_page(req: TournamentRequest) -> dict[str, object]:
    """Return the context of `now/now.html` and its fragment, for this reader and moment."""
    tournament, moment = req.tournament, timezone.now()
    view = now_view(tournament, moment, reader=req.actor)
    facts, running = view.facts, tournament.state in (State.DRAWN, State.RUNNING)
    disputes = open_disputes(tournament) if facts.has_disputes else ()
    differing = contested_matches(tournament) if facts.has_reports else ()
    disputed = DisputedMatches([match for match, _said in differing], [doubt.match for doubt in disputes])
    return {
        **req.context("now"),
        **(_play_context(req, view, moment, disputed) if running else {}),
        "now": view,
        "step": next_step(tournament, req.role, view, disputed),
        "rounds_only": is_without_bracket(tournament),
        "reviews": disputes,
        "contested": differing,
        "may_reopen": req.may("coordinate"),
        "missing": unmet_requirements(view.missing, tournament),
        "lacks_accessible": facts.has_access_needs and lacks_accessible(tournament),
    }


def _play_context(
    req: TournamentRequest, view: NowView, moment: datetime, disputed: DisputedMatches
) -> dict[str, object]:
    """Return the context that only a tournament in play needs: forecasts, shifts, rows, calls for help."""
    tournament, facts = req.tournament, view.facts
    shifts = shifts_of(tournament) if facts.has_shifts else {}
    return {
        **(_hall_forecasts(req) if facts.shares_hall else {"forecast": forecast_of(tournament)}),
        **(_judging_context(tournament, view, moment, shifts) if shifts else {}),
        **_row_context(req, view, moment, shifts, disputed),
        "help_calls": open_calls_for_help(tournament, req.player) if facts.has_help_calls else (),
        "help_answered": summarize_answered_calls(tournament) if facts.has_help_calls else None,
        "put_aside": facts.jobs_put_aside,
        "points_warning": None if facts.are_enough_to_come else points_warning(tournament),
        "used_elsewhere": tables_in_use(tournament, req.player, moment)
        if view.ready and facts.shares_hall
        else (),
    }


def _hall_forecasts(req: TournamentRequest) -> dict[str, object]:
    """Return `forecast`, the expected end or None, and `hall_ends`, those of the others in the hall."""
    found, own = forecasts_in_hall(req.tournament, req.actor), req.tournament.ledger_id
    return {
        "forecast": next((one for one in found if one.ledger_id == own), None),
        "hall_ends": [one for one in found if one.ledger_id != own],
    }


def _row_context(
    req: TournamentRequest, view: NowView, moment: datetime, shifts: Shifts, disputed: DisputedMatches
) -> dict[str, object]:
    """Return `rows`, the HTML of tables by urgency and of waiting matches, and `startable` matches."""
    tournament = req.tournament
    own = {label for label, judge in view.judges.items() if judge.player_id == req.actor.pk}
    startable = [] if view.pause else [match for match in view.called if can_start(match)]
    marks = DayMarks(
        contested=_codes(disputed.contested),
        late=_codes(view.late),
        without_sheet=_codes(view.missing_sheets),
        startable=_codes(startable),
        for_others=barred_matches(tournament, req.actor) if view.facts.is_barred else frozenset(),
        judges=view.judges,
        gone=find_off_shift_judges(tournament, moment, view.judges, shifts, reader=req.actor)
        if shifts
        else {},
    )
    groups = group_by_clock(view, own)
    tones = {"over": "is-late", "late": "is-late", "playing": "is-live", "called": ""}
    rows = {name: table_rows(req, marks, getattr(groups, name), tone) for name, tone in tones.items()}
    rows["ready"] = waiting_rows(tournament, view.ready, view.kept_waiting)
    rows["half_known"] = waiting_rows(tournament, view.half_known)
    return {"rows": rows, "startable": startable}


def _codes(matches: Iterable[MatchView]) -> frozenset[str]:
    """Return the codes of these matches."""
    return frozenset(match.code for match in matches)


def _judging_context(
    tournament: Tournament, view: NowView, moment: datetime, shifts: Shifts
) -> dict[str, object]:
    """Return `on_shift`, who judges now, and `judges_few`, the warning if they are too few, or None.

    Counted are the tables called and in play.
    """
    there = on_shift(tournament, moment, shifts)
    few = judges_few(tournament, len(view.playing) + len(view.called), len(there))
    return {"on_shift": there, "judges_few": few}


MAX_CODES = 100


@post_only("now")
def call_blocked(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the matches that the page showed as blocked; those before a refused one stay called."""
    req = open_tournament(request, slug, "coordinate")
    codes = request.POST.getlist("match")[:MAX_CODES]

    def call_all() -> str:
        """Call the matches one by one, and return the message."""
        for code in codes:
            match = finding.find_match(req.tournament, code)
            call_anyway(match, by=req.actor, now=timezone.now())
        said = ngettext("%(count)s match is called.", "%(count)s matches are called.", len(codes))
        return said % {"count": len(codes)}

    return _act_and_redirect(req, call_all)


@post_only("now")
def separate(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a player an identity of their own: they only share the name of a player elsewhere."""
    req = open_tournament(request, slug, "coordinate")
    code = request.POST.get("person", "")

    def separate_posted() -> str:
        """Store the new identity, and return the message."""
        found = separate_person(req.tournament, person=code, by=req.actor, now=timezone.now())
        return _("%(name)s here is now another person than at the other table.") % {"name": found.name}

    return _act_and_redirect(req, separate_posted)


def _act_and_redirect(req: TournamentRequest, act: Callable[[], str]) -> HttpResponse:
    """Run the act, show the message that it returns, redirect; render the page with 422 or 409 if refused."""
    try:
        messages.success(req.http, act())
    except Refused as refused:
        return _refusal_page(req, refused.violations, 422)
    except Stale as stale:
        return _refusal_page(req, [Violation(stale.code, stale.facts)], 409)
    return redirect("now", req.tournament.slug)


def _refusal_page(req: TournamentRequest, violations: object, status: int) -> HttpResponse:
    """Render the page “Now”, read again, with the violations."""
    context = {**now_page(req.reload()), "violations": violations}
    return render(req.http, "now/now.html", context, status=status)
