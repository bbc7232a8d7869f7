"""The match on a judge's phone: who sits where, the clock, and the way to its sheet."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from matches.models import Match
from tournaments import finding
from tournaments.play.notes import change_pineapples, note_redraw, take_back_redraw
from tournaments.play.play import call_time, start_match
from web.matches.context import match_page
from web.pages import at_one_moment, poll_response, posted_from, seen
from web.visits import Visit, visiting

PAGE, HEAD = "matches/match.html", "matches/_head.html"


@require_safe
@at_one_moment
def match(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """One match, for everybody; its judge also finds the sheet here."""
    visit = visiting(request, slug)
    found = finding.find_match_for(visit.tournament, code, visit.player)
    return poll_response(
        visit,
        page=PAGE,
        fragment=HEAD,
        context=lambda: match_page(visit, found),
    )


@posted_from("match")
def start(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The game begins."""

    def act(found: Match, by: Player) -> object:
        return start_match(found, by=by, now=timezone.now(), seen=seen(request))

    return _acted(request, slug, code, act, part="#sheet")


@posted_from("match")
def time(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The time is over, said by a person."""
    return _acted(request, slug, code, lambda found, by: call_time(found, by=by, now=timezone.now()))


@posted_from("match")
def pineapples(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Who brought a pineapple to this match; until it starts."""
    brought = request.POST.getlist("pineapples")
    return _acted(
        request,
        slug,
        code,
        lambda found, by: change_pineapples(
            found, pineapples=brought, by=by, now=timezone.now(), seen=seen(request)
        ),
    )


@posted_from("match")
def redraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A player without realms restarts the game."""

    def act(found: Match, by: Player) -> object:
        persona = finding.find_seated(found, request.POST.get("persona", ""))
        return note_redraw(found, persona=persona, by=by, now=timezone.now())

    return _acted(request, slug, code, act)


@posted_from("match")
def redraw_back(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The latest redraw was noted for the wrong person."""

    def act(found: Match, by: Player) -> object:
        persona = finding.find_seated(found, request.POST.get("persona", ""))
        return take_back_redraw(found, persona=persona, by=by, now=timezone.now())

    return _acted(request, slug, code, act)


def _acted(
    request: HttpRequest, slug: str, code: str, act: Callable[[Match, Player], object], part: str = ""
) -> HttpResponse:
    """Do it and show the match, or that part of it; where it is refused, the match with the reason."""
    visit = visiting(request, slug, need="judge")
    found = finding.find_match(visit.tournament, code)
    try:
        act(found, visit.by)
    except Refused as refusal:
        return _refused(visit, found, refusal.violations, 422)
    except Stale as refusal:
        return _refused(visit, found, [Violation(refusal.code, refusal.facts)], 409)
    if request.POST.get("de") == "painel":
        return redirect(f"{reverse('now', args=[slug])}#match-{code}")
    page = "table_count" if request.POST.get("de") == "mesa" else "match"
    return redirect(f"{reverse(page, args=[slug, code])}{part}")


def _refused(visit: Visit, found: Match, violations: object, status: int) -> HttpResponse:
    context = {**match_page(visit, found), "violations": violations}
    return render(visit.request, PAGE, context, status=status)
