"""A player with an account reports the match that they sit at."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from matches.models import Match
from tournaments import finding
from tournaments.disputes.act_for_side import Speaker
from tournaments.matches.bracket import match_view
from tournaments.models import Tournament
from web.pages import posted_from, signed_in, tournament_page
from web.views.matches.context import match_page
from web.views.reports.submit import SideContext, check_report, send_flag, send_report, send_take_back

PAGE = "matches/match.html"


@posted_from("match")
def report(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Say how the match ended, or agree with who said it."""
    return _spoken(request, slug, code, send_report)


@posted_from("match")
def check(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What the report would come to."""
    return _spoken(request, slug, code, check_report)


@posted_from("match")
def retract(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take the side's report back."""
    return _spoken(request, slug, code, send_take_back)


@posted_from("match")
def flag(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Say that the recorded sheet is wrong."""
    return _spoken(request, slug, code, send_flag)


def _spoken(
    request: HttpRequest, slug: str, code: str, act: Callable[[SideContext], HttpResponse]
) -> HttpResponse:
    player = signed_in(request)
    tournament = tournament_page(request, slug)
    match = finding.find_match(tournament, code)

    def show(more: Mapping[str, Any], status: int) -> HttpResponse:
        return _page(request, tournament, match, more, status)

    back = reverse("match", args=[slug, code])
    view = match_view(tournament, match)
    return act(SideContext(request, tournament, match, view, Speaker(player), back, show))


def _page(
    request: HttpRequest, tournament: Tournament, match: Match, more: Mapping[str, Any], status: int
) -> HttpResponse:
    """The match as it is now, with what was refused."""
    fresh = finding.find(tournament.slug, None)
    context = match_page(request, fresh, finding.find_match(fresh, match.code))
    return render(request, PAGE, {**context, **more}, status=status)
