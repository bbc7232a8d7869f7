"""Reports by a player with an account who sits at the match."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from core.errors import Forbidden
from tournaments import finding
from tournaments.disputes.act_for_side import Speaker
from tournaments.policies import sits_at
from web.matches.context import match_page
from web.pages import post_only
from web.reports.submit import SideContext, check_report, send_flag, send_report, send_take_back
from web.sheets.draft import place_of
from web.tournament_request import TournamentRequest, open_tournament, signed_in

PAGE = "matches/match.html"


@post_only("match")
def report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Report a result for the player's side, or agree with another side's report."""
    return _act_for_side(request, slug, code, send_report)


@post_only("match")
def check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Preview the result of a report."""
    return _act_for_side(request, slug, code, check_report)


@post_only("match")
def retract(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take back the report of the player's side."""
    return _act_for_side(request, slug, code, send_take_back)


@post_only("match")
def flag(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Report that the recorded sheet is wrong."""
    return _act_for_side(request, slug, code, send_flag)


def _act_for_side(
    request: HttpRequest, slug: str, code: str, act: Callable[[SideContext], HttpResponse]
) -> HttpResponse:
    player = signed_in(request)
    req = open_tournament(request, slug)
    match = finding.find_match(req.tournament, code)
    if not sits_at(match, player):
        raise Forbidden("not_at_this_match")
    place = place_of(req.tournament, match.code)

    def show(more: Mapping[str, object], status: int) -> HttpResponse:
        return _page(req.reload(), code, more, status)

    return act(SideContext(req, place, Speaker(player), reverse("match", args=[slug, code]), show))


def _page(fresh: TournamentRequest, code: str, more: Mapping[str, object], status: int) -> HttpResponse:
    """Render the match with the refusal."""
    context = match_page(fresh, finding.find_match(fresh.tournament, code))
    return render(fresh.http, PAGE, {**context, **more}, status=status)
