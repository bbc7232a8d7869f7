"""The companion of a kingdoms table: one tap for each act, for everyone at the table.

Players use their account, or a phone that has scanned the table's card.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import Player
from core.errors import Forbidden, Refused, Stale, Violation
from core.text import number_in
from matches.lineups import Lineup
from matches.models import Match, MatchState
from rulesets.kernel.sheet import Out
from tournaments import finding
from tournaments.kingdoms import companion as kingdoms
from tournaments.kingdoms.companion import Hand
from tournaments.kingdoms.selectors import (
    Companion,
    companion_key,
    companion_of,
    earlier_games,
    has_companion,
)
from tournaments.match_views.match import match_view
from tournaments.models import Tournament
from tournaments.play.play import record_sheet
from tournaments.sheets.judge import judge_sheet
from tournaments.tables.cards import find_valid_link, match_at, tournament_of_link
from web.downloads import download
from web.kingdoms.presenter import difficulty, result_words, table_of
from web.pages import seen
from web.requests import wants_fragment
from web.sheets.forms import LONGEST_REASON
from web.tournament_request import TournamentRequest, at_tournament, open_tournament, phone_of

PAGE, TABLE = "kingdoms/kingdoms.html", "kingdoms/_table.html"
MAX_PICKED = 100


@dataclass(frozen=True, slots=True)
class CompanionRequest:
    """A reader of one game; `hand` is None for a reader who may not act; `url` is the open page."""

    req: TournamentRequest
    match: Match
    hand: Hand | None
    url: str

    @property
    def request(self) -> HttpRequest:
        """Return the HTTP request."""
        return self.req.http

    @property
    def tournament(self) -> Tournament:
        """Return the tournament of the game."""
        return self.req.tournament


@require_http_methods(["GET", "HEAD", "POST"])
def show_companion(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Show the game; for htmx its table, or 204 if nothing changed. A POST is one act."""
    req, match = _companion_match(request, slug, code)
    hand = req.actor if request.method == "POST" else req.player
    return game_page(CompanionRequest(req, match, hand, reverse("kingdoms", args=[slug, code])))


def game_page(at: CompanionRequest) -> HttpResponse:
    """Render the companion for accounts and for phones with the table's card."""
    if at.request.method == "POST":
        return _act_and_render(at)
    if wants_fragment(at.request) and at.request.GET.get("v") == companion_key(at.match):
        response = HttpResponse(status=204)
    else:
        response = _render_game(at, companion_of(at.tournament, at.match))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def file(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Download the game so that anyone can replay it, once the match has its sheet."""
    req, match = _companion_match(request, slug, code)
    asked = _number(request.GET["jogo"]) if "jogo" in request.GET else None
    companion = companion_of(req.tournament, match, asked)
    if not companion.is_open:
        raise Forbidden("not_found")
    text = json.dumps(companion.transcript(), indent=1, sort_keys=True) + "\n"
    game = f".{asked}" if asked else ""
    name = f"{slug}.{match.code}{game}.kingdoms.json"
    return download(text, name=name, content_type="application/json")


def _companion_match(request: HttpRequest, slug: str, code: str) -> tuple[TournamentRequest, Match]:
    """Return the request and the match. Raise `Forbidden` if the tournament has no companion."""
    req = open_tournament(request, slug)
    if not has_companion(req.tournament):
        raise Forbidden("not_found")
    return req, finding.find_match(req.tournament, code)


def _act_and_render(at: CompanionRequest) -> HttpResponse:
    """Apply an act and render the game, or render it unchanged with the refusal."""
    if at.hand is None:
        raise Forbidden
    kingdoms.require_hand(at.tournament, at.match, at.hand, timezone.now())
    what = at.request.POST.get("do", "")
    try:
        if what == "sheet":
            return _record(at, at.hand)
        _apply_event(at.request, at.match, at.hand, what)
    except Refused as refusal:
        return _refusal_page(at, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(at, [Violation(refusal.code, refusal.facts)], 409)
    if not wants_fragment(at.request):
        return redirect(at.url)
    at.match.refresh_from_db()
    return _render_game(at, companion_of(at.tournament, at.match))


def _apply_event(request: HttpRequest, match: Match, hand: Hand, what: str) -> None:
    """Apply one tap:

    `begin`, `undo`, `auto` (the app picks), `loyal` (all), or an event such as `decide:2:yes`.
    """
    now, known = timezone.now(), seen(request) or 0
    if what == "begin":
        absent = tuple(_number(text) for text in request.POST.getlist("absent"))
        kingdoms.begin_game(
            match, absent=absent, reason=request.POST.get("reason", "")[:500], by=hand, now=now
        )
    elif what == "undo":
        kingdoms.undo(match, seen=known, by=hand, now=now)
    elif what == "loyal":
        kingdoms.all_loyal(match, seen=known, by=hand, now=now)
    elif what == "auto":
        kingdoms.pick_by_app(match, seen=known, by=hand, now=now)
    else:
        kingdoms.play_event(match, event=_event(request, what), seen=known, by=hand, now=now)


def _event(request: HttpRequest, what: str) -> Mapping[str, object]:
    """Return the event of a button; the service refuses an invalid one."""
    kind, *facts = what.split(":")
    cards = request.POST.getlist("cards")[:MAX_PICKED]
    makers: Mapping[str, tuple[int, Callable[[], dict[str, object]]]] = {
        "attack": (1, lambda: {"target": _number(facts[0])}),
        "pass": (0, dict),
        "decide": (2, lambda: {"vassal": _number(facts[0]), "revolts": facts[1] == "yes"}),
        "pick": (1, lambda: {"kingdom": _number(facts[0]), "cards": [_number(card) for card in cards]}),
        "leave": (2, lambda: {"kingdom": _number(facts[0]), "way": facts[1]}),
    }
    count, make = makers.get(kind, (0, dict))
    return {"type": kind, **(make() if len(facts) == count else {"too": "many"})}


def _number(text: str) -> int:
    """Return a number of at most three digits; -1 for anything else."""
    found = number_in(text, 3)
    return -1 if found is None else found


def _record(at: CompanionRequest, hand: Hand) -> HttpResponse:
    """Record the game as the match sheet; only for judges."""
    if not isinstance(hand, Player):
        raise Forbidden
    at.req.require("judge")
    companion = companion_of(at.tournament, at.match)
    if companion.version != seen(at.request):
        raise Stale("kingdoms_moved", {"version": companion.version})
    if companion.sheet is None:
        raise Refused([Violation("kingdoms_not_over")])
    sheet = replace(companion.sheet, reason=at.request.POST.get("reason", "")[:LONGEST_REASON])
    record_sheet(at.match, sheet=sheet, by=hand, now=timezone.now())
    messages.success(at.request, _("The sheet is recorded."))
    url = reverse("match", args=[at.tournament.slug, at.match.code])
    return HttpResponseClientRedirect(url) if wants_fragment(at.request) else redirect(url)


def _refusal_page(at: CompanionRequest, violations: Sequence[Violation], status: int) -> HttpResponse:
    at.match.refresh_from_db()
    return _render_game(at, companion_of(at.tournament, at.match), violations, status)


def _render_game(
    at: CompanionRequest, companion: Companion, violations: Sequence[Violation] = (), status: int = 200
) -> HttpResponse:
    template = TABLE if wants_fragment(at.request) else PAGE
    context = {**_page(at, companion), "violations": violations}
    return render(at.request, template, context, status=status)


def _page(at: CompanionRequest, companion: Companion) -> dict[str, object]:
    is_playing = companion.match.state == MatchState.PLAYING
    may_judge = isinstance(at.hand, Player) and at.req.may("judge")
    may_play = is_playing and kingdoms.may_act(companion.match, at.hand, judges=may_judge)
    last, everything = companion.last, "tudo" in at.request.GET
    return {
        **at.req.context("bracket"),
        "url": at.url,
        "match": match_view(at.tournament, companion.match),
        "companion": companion,
        "everything": everything,
        "table": table_of(companion, everything=everything),
        "difficulty": difficulty(companion),
        "earlier": earlier_games(companion),
        "people": sorted(companion.names.items()),
        "is_playing": is_playing,
        "may_judge": may_judge,
        "may_play": may_play,
        "may_undo": may_play and last is not None and (may_judge or not kingdoms.had_chance(last.outcomes)),
        **(_result(at, companion) if is_playing else {}),
    }


def _result(at: CompanionRequest, companion: Companion) -> dict[str, object]:
    """Return the result of the sheet, if the game has come to one."""
    if companion.sheet is None:
        return {}
    verdict = judge_sheet(at.tournament, Lineup(companion.match), companion.sheet)
    return {
        "has_sheet": True,
        "needs_reason": any(line.out is Out.DISQUALIFIED for line in companion.sheet.lines),
        "verdict": verdict,
        "result": result_words(companion, verdict),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_kingdoms(request: HttpRequest) -> HttpResponse:
    """Show the game at the phone's table; refuse a tap from another match's page as stale."""
    phone = phone_of(request)
    if phone is None:
        raise Forbidden("card_not_valid")
    link = find_valid_link(phone.link, timezone.now())
    tournament, match = tournament_of_link(link), match_at(link.table)
    if match is None or not has_companion(tournament):
        return redirect("table_phone")
    if request.method == "POST" and request.POST.get("match") != match.code:
        raise Stale("match_moved")
    return game_page(
        CompanionRequest(at_tournament(request, tournament), match, phone, reverse("table_kingdoms"))
    )


KINGDOMS = "torneios/<slug:slug>/partidas/<str:code>/reinos/"

urlpatterns: list[URLPattern] = [
    path(KINGDOMS, show_companion, name="kingdoms"),
    path(f"{KINGDOMS}arquivo/", file, name="kingdoms_file"),
    path("mesa/reinos/", table_kingdoms, name="table_kingdoms"),
]
