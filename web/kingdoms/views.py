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
from web.http.downloads import download
from web.http.requests import wants_fragment
from web.kingdoms.presenter import difficulty, result_words, table_of
from web.pages import seen
from web.sheets.forms import LONGEST_REASON
from web.tournament_request import TournamentRequest, at_tournament, open_tournament, phone_of

PAGE, TABLE = "kingdoms/kingdoms.html", "kingdoms/_table.html"
MAX_PICKED = 100


@dataclass(frozen=True, slots=True)
class CompanionRequest:
    """A reader of one game. `hand`: their player or phone, None for a visitor; it may lack the right to act.

    `url` is the address of the open page, for posts and redirects.
    """

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


def game_page(reader: CompanionRequest) -> HttpResponse:
    """Render the companion for accounts and for phones with the table's card."""
    if reader.request.method == "POST":
        return _act_and_render(reader)
    if wants_fragment(reader.request) and reader.request.GET.get("v") == companion_key(reader.match):
        response = HttpResponse(status=204)
    else:
        response = _render_game(reader, companion_of(reader.tournament, reader.match))
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def download_game(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Return the game as a JSON file from which anyone can replay it, `?jogo=` an earlier one by number.

    Raise `Forbidden` `not_found` until the match has its sheet.
    """
    req, match = _companion_match(request, slug, code)
    asked = _parse_number(request.GET["jogo"]) if "jogo" in request.GET else None
    companion = companion_of(req.tournament, match, asked)
    if not companion.is_open:
        raise Forbidden("not_found")
    text = json.dumps(companion.transcript(), indent=1, sort_keys=True) + "\n"
    game = f".{asked}" if asked else ""
    name = f"{slug}.{match.code}{game}.kingdoms.json"
    return download(text, name=name, content_type="application/json")


def _companion_match(request: HttpRequest, slug: str, code: str) -> tuple[TournamentRequest, Match]:
    """Return the request and the match. Raise `Forbidden` `not_found` if the tournament has no companion."""
    req = open_tournament(request, slug)
    if not has_companion(req.tournament):
        raise Forbidden("not_found")
    return req, finding.find_match(req.tournament, code)


def _act_and_render(reader: CompanionRequest) -> HttpResponse:
    """Apply the posted act (`do`), then redirect, for htmx render the game; 422 or 409 if it is refused.

    `sheet` records the game as the match sheet. Raise `Forbidden` for a reader who may not act.
    """
    if reader.hand is None:
        raise Forbidden
    kingdoms.require_may_act(reader.tournament, reader.match, reader.hand, timezone.now())
    what = reader.request.POST.get("do", "")
    try:
        if what == "sheet":
            return _record_game(reader, reader.hand)
        _apply_event(reader.request, reader.match, reader.hand, what)
    except Refused as refusal:
        return _refusal_page(reader, refusal.violations, 422)
    except Stale as refusal:
        return _refusal_page(reader, [Violation(refusal.code, refusal.facts)], 409)
    if not wants_fragment(reader.request):
        return redirect(reader.url)
    reader.match.refresh_from_db()
    return _render_game(reader, companion_of(reader.tournament, reader.match))


def _apply_event(request: HttpRequest, match: Match, hand: Hand, what: str) -> None:
    """Store one act: `begin`, `undo`, `auto` (the app picks cards), `loyal` (no vassal revolts) or an event.

    An event is such as `decide:2:yes`. Raise `Refused` and `Stale` as the acts do.
    """
    now, known = timezone.now(), seen(request) or 0
    if what == "begin":
        absent = tuple(_parse_number(text) for text in request.POST.getlist("absent"))
        kingdoms.begin_game(
            match, absent=absent, reason=request.POST.get("reason", "")[:500], by=hand, now=now
        )
    elif what == "undo":
        kingdoms.undo(match, seen=known, by=hand, now=now)
    elif what == "loyal":
        kingdoms.keep_all_loyal(match, seen=known, by=hand, now=now)
    elif what == "auto":
        kingdoms.pick_by_app(match, seen=known, by=hand, now=now)
    else:
        kingdoms.play_event(match, event=_parse_event(request, what), seen=known, by=hand, now=now)


def _parse_event(request: HttpRequest, what: str) -> Mapping[str, object]:
    """Return the event of a button's value `what`, such as `decide:2:yes`.

    For an invalid value return an event that the service refuses.
    """
    kind, *facts = what.split(":")
    cards = request.POST.getlist("cards")[:MAX_PICKED]
    makers: Mapping[str, tuple[int, Callable[[], dict[str, object]]]] = {
        "attack": (1, lambda: {"target": _parse_number(facts[0])}),
        "pass": (0, dict),
        "decide": (2, lambda: {"vassal": _parse_number(facts[0]), "revolts": facts[1] == "yes"}),
        "pick": (1, lambda: {"kingdom": _parse_number(facts[0]), "cards": list(map(_parse_number, cards))}),
        "leave": (2, lambda: {"kingdom": _parse_number(facts[0]), "way": facts[1]}),
    }
    count, make = makers.get(kind, (0, dict))
    return {"type": kind, **(make() if len(facts) == count else {"too": "many"})}


def _parse_number(text: str) -> int:
    """Return a number of at most three digits; -1 for anything else."""
    found = number_in(text, 3)
    return -1 if found is None else found


def _record_game(reader: CompanionRequest, hand: Hand) -> HttpResponse:
    """Record the game as the match sheet and redirect to the match.

    Raise `Forbidden` unless the hand is a judge's, `Stale` `kingdoms_moved` after another act, `Refused`
    `kingdoms_not_over`, and as `record_sheet`.
    """
    if not isinstance(hand, Player):
        raise Forbidden
    reader.req.require("judge")
    companion = companion_of(reader.tournament, reader.match)
    if companion.version != seen(reader.request):
        raise Stale("kingdoms_moved", {"version": companion.version})
    if companion.sheet is None:
        raise Refused([Violation("kingdoms_not_over")])
    sheet = replace(companion.sheet, reason=reader.request.POST.get("reason", "")[:LONGEST_REASON])
    record_sheet(reader.match, sheet=sheet, by=hand, now=timezone.now())
    messages.success(reader.request, _("The sheet is recorded."))
    url = reverse("match", args=[reader.tournament.slug, reader.match.code])
    return HttpResponseClientRedirect(url) if wants_fragment(reader.request) else redirect(url)


def _refusal_page(reader: CompanionRequest, violations: Sequence[Violation], status: int) -> HttpResponse:
    """Render the game, read again, with the violations."""
    reader.match.refresh_from_db()
    return _render_game(reader, companion_of(reader.tournament, reader.match), violations, status)


def _render_game(
    reader: CompanionRequest, companion: Companion, violations: Sequence[Violation] = (), status: int = 200
) -> HttpResponse:
    """Render the page, or for htmx only the table; `violations` are those of a refused tap."""
    template = TABLE if wants_fragment(reader.request) else PAGE
    context = {**_page_context(reader, companion), "violations": violations}
    return render(reader.request, template, context, status=status)


def _page_context(reader: CompanionRequest, companion: Companion) -> dict[str, object]:
    """Return the page's context: the game, and what the reader may do in it."""
    is_playing = companion.match.state == MatchState.PLAYING
    may_judge = isinstance(reader.hand, Player) and reader.req.may("judge")
    may_play = is_playing and kingdoms.may_act(companion.match, reader.hand, judges=may_judge)
    last, everything = companion.last, "tudo" in reader.request.GET
    return {
        **reader.req.context("bracket"),
        "url": reader.url,
        "match": match_view(reader.tournament, companion.match),
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
        **(_result_context(reader, companion) if is_playing else {}),
    }


def _result_context(reader: CompanionRequest, companion: Companion) -> dict[str, object]:
    """Return the context of the sheet's result; {} while the game has come to none."""
    if companion.sheet is None:
        return {}
    verdict = judge_sheet(reader.tournament, Lineup(companion.match), companion.sheet)
    return {
        "has_sheet": True,
        "needs_reason": any(line.out is Out.DISQUALIFIED for line in companion.sheet.lines),
        "verdict": verdict,
        "result": result_words(companion, verdict),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_kingdoms(request: HttpRequest) -> HttpResponse:
    """Show the game at the phone's table; a POST is one act.

    Redirect to the phone's page if the table has no match, or its game has no companion. Raise `Forbidden`
    `card_not_valid`, or `Stale` `match_moved` for a tap from another match's page.
    """
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
    path(f"{KINGDOMS}arquivo/", download_game, name="kingdoms_file"),
    path("mesa/reinos/", table_kingdoms, name="table_kingdoms"),
]
