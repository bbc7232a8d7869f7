"""The page of one match: seats, clock and sheet; and a judge's acts on it."""

from collections.abc import Callable, Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import Player
from core.errors import Refused, Stale, Violation
from core.text import number_in
from matches.models import Match
from tournaments import finding
from tournaments.play.notes import change_pineapples, note_redraw, take_back_redraw
from tournaments.play.play import call_time, start_match
from tournaments.play.starter import note_starter
from tournaments.play.suits import choose_suits
from web.matches.context import match_page
from web.matches.turns import cuts_from, tie_context
from web.pages import in_snapshot, poll_response, post_only, seen
from web.tournament_request import TournamentRequest, open_tournament

PAGE, HEAD = "matches/match.html", "matches/_head.html"


@require_safe
@in_snapshot
def match(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show one match to everyone; judges also get its sheet."""
    req = open_tournament(request, slug)
    found = finding.find_match_for(req.tournament, code, req.player)
    return poll_response(
        req,
        page=PAGE,
        fragment=HEAD,
        context=lambda: match_page(req, found),
    )


@post_only("match")
def start(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Start the match."""

    def act(found: Match, by: Player) -> object:
        return start_match(found, by=by, now=timezone.now(), seen=seen(request))

    return _act_and_render(request, slug, code, act, part="#sheet")


@post_only("match")
def time(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Call time by hand."""
    return _act_and_render(request, slug, code, lambda found, by: call_time(found, by=by, now=timezone.now()))


@post_only("match")
def pineapples(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record who brought a pineapple to this match, until it starts."""
    brought = request.POST.getlist("pineapples")
    return _act_and_render(
        request,
        slug,
        code,
        lambda found, by: change_pineapples(
            found, pineapples=brought, by=by, now=timezone.now(), seen=seen(request)
        ),
    )


@post_only("match")
def suits(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the suits that the table exchanged or chose, until the match starts."""
    chosen = request.POST.getlist("suits")
    return _act_and_render(
        request,
        slug,
        code,
        lambda found, by: choose_suits(found, suits=chosen, by=by, now=timezone.now(), seen=seen(request)),
    )


@post_only("match")
def starter(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the seat that began: a tapped one, or by a cut of cards; tied seats have to cut again."""
    seat = number_in(request.POST.get("seat"))
    cuts = cuts_from(request.POST.getlist("cut_seat"), request.POST.getlist("cut_card"))

    def act(found: Match, by: Player) -> object:
        return note_starter(found, seat=seat, cuts=cuts, by=by, now=timezone.now(), seen=seen(request))

    return _act_and_render(request, slug, code, act, more=lambda refusal: tie_context(cuts, refusal))


@post_only("match")
def redraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record that a player without realms restarts the game."""

    def act(found: Match, by: Player) -> object:
        persona = finding.find_seated(found, request.POST.get("persona", ""))
        return note_redraw(found, persona=persona, by=by, now=timezone.now())

    return _act_and_render(request, slug, code, act)


@post_only("match")
def redraw_back(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take back the latest redraw, noted for the wrong player."""

    def act(found: Match, by: Player) -> object:
        persona = finding.find_seated(found, request.POST.get("persona", ""))
        return take_back_redraw(found, persona=persona, by=by, now=timezone.now())

    return _act_and_render(request, slug, code, act)


def _act_and_render(
    request: HttpRequest,
    slug: str,
    code: str,
    act: Callable[[Match, Player], object],
    part: str = "",
    more: Callable[[Sequence[Violation]], Mapping[str, object]] = lambda refusal: {},
) -> HttpResponse:
    """Apply the act and show the match or a part of it, or show the match with the refusal and `more`."""
    req = open_tournament(request, slug, need="judge")
    found = finding.find_match(req.tournament, code)
    try:
        act(found, req.actor)
    except Refused as refusal:
        return _refusal_page(req, found, refusal.violations, 422, more(refusal.violations))
    except Stale as refusal:
        return _refusal_page(req, found, [Violation(refusal.code, refusal.facts)], 409)
    if request.POST.get("de") == "painel":
        return redirect(f"{reverse('now', args=[slug])}#match-{code}")
    page = "table_count" if request.POST.get("de") == "mesa" else "match"
    return redirect(f"{reverse(page, args=[slug, code])}{part}")


def _refusal_page(
    req: TournamentRequest,
    found: Match,
    violations: object,
    status: int,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    page = match_page(req, found)
    context = {**page, **(more or {}), "violations": violations}
    return render(req.http, PAGE, context, status=status)
