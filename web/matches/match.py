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
from web.matches.turns import posted_cuts, tie_context
from web.pages import in_snapshot, poll_response, post_only, seen
from web.tournament_request import TournamentRequest, open_tournament

PAGE, HEAD = "matches/match.html", "matches/_head.html"


@require_safe
@in_snapshot
def show_match(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show one match; judges also get its sheet. A fragment of it polls."""
    req = open_tournament(request, slug)
    found = finding.find_match_for(req.tournament, code, req.player)
    return poll_response(
        req,
        page=PAGE,
        fragment=HEAD,
        context=lambda: match_page(req, found),
    )


@post_only("match")
def submit_start(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Start the match and its clock."""

    def start(found: Match, by: Player) -> object:
        """Start the match."""
        return start_match(found, by=by, now=timezone.now(), seen=seen(request))

    return _act_and_render(request, slug, code, start, part="#sheet")


@post_only("match")
def submit_time_call(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Call time in the match: its limit is reached."""
    return _act_and_render(request, slug, code, lambda found, by: call_time(found, by=by, now=timezone.now()))


@post_only("match")
def submit_pineapples(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record who brought a pineapple, for this match and all later ones; until it starts."""
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
def submit_suits(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the suits that the table exchanged or chose, until the match starts."""
    chosen = request.POST.getlist("suits")
    return _act_and_render(
        request,
        slug,
        code,
        lambda found, by: choose_suits(found, suits=chosen, by=by, now=timezone.now(), seen=seen(request)),
    )


@post_only("match")
def submit_starter(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record the seat that began: a tapped one, or by cuts of cards; neither: it is unknown again.

    Seats that are tied in the cuts are shown, to cut again (422).
    """
    seat = number_in(request.POST.get("seat"))
    cuts = posted_cuts(request.POST.getlist("cut_seat"), request.POST.getlist("cut_card"))

    def note(found: Match, by: Player) -> object:
        """Record who began. Raise as `note_starter`."""
        return note_starter(found, seat=seat, cuts=cuts, by=by, now=timezone.now(), seen=seen(request))

    return _act_and_render(request, slug, code, note, more=lambda refusal: tie_context(cuts, refusal))


@post_only("match")
def submit_redraw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record that the posted player, who has no realms, redraws: starts again with another hand."""

    def note(found: Match, by: Player) -> object:
        """Record the redraw. Raise as `find_seated` and `note_redraw`."""
        persona = finding.find_seated(found, request.POST.get("persona", ""))
        return note_redraw(found, persona=persona, by=by, now=timezone.now())

    return _act_and_render(request, slug, code, note)


@post_only("match")
def submit_redraw_undo(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Record that the posted player's latest redraw was noted by mistake."""

    def undo(found: Match, by: Player) -> object:
        """Take the redraw back. Raise as `find_seated` and `take_back_redraw`."""
        persona = finding.find_seated(found, request.POST.get("persona", ""))
        return take_back_redraw(found, persona=persona, by=by, now=timezone.now())

    return _act_and_render(request, slug, code, undo)


def _act_and_render(
    request: HttpRequest,
    slug: str,
    code: str,
    act: Callable[[Match, Player], object],
    part: str = "",
    more: Callable[[Sequence[Violation]], Mapping[str, object]] = lambda refusal: {},
) -> HttpResponse:
    """Call `act` for a judge, and redirect to the page that posted (`de`), else to the match at `part`.

    If it is refused, render the match with the violations and the context of `more`: 422, or 409.
    """
    req = open_tournament(request, slug, need="judge")
    found = finding.find_match(req.tournament, code)
    try:
        act(found, req.actor)
    except Refused as refusal:
        return _refusal_page(req, code, refusal.violations, 422, more(refusal.violations))
    except Stale as refusal:
        return _refusal_page(req, code, [Violation(refusal.code, refusal.facts)], 409)
    if request.POST.get("de") == "painel":
        return redirect(f"{reverse('now', args=[slug])}#match-{code}")
    page = "table_count" if request.POST.get("de") == "mesa" else "match"
    return redirect(f"{reverse(page, args=[slug, code])}{part}")


def _refusal_page(
    req: TournamentRequest,
    code: str,
    violations: object,
    status: int,
    more: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Render the match, read again, with the violations; `more` is further context."""
    fresh = req.reload()
    page = match_page(fresh, finding.find_match(fresh.tournament, code))
    context = {**page, **(more or {}), "violations": violations}
    return render(req.http, PAGE, context, status=status)
