"""The public bracket: as a drawing, round by round, or as text."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.text import name_key
from tournaments.draw.selectors import published_draw
from tournaments.entry_names import fits, names_of, words_of_name
from tournaments.match_views.selectors import RoundSize, bracket_sizes, round_name, some_rounds
from tournaments.match_views.versioned_cache import cache_version
from tournaments.stages.plan import swiss_plan
from web.matches.bracket_drawing import draw, drawable
from web.pages import in_snapshot, not_personalized, poll_response
from web.pagination import paginate
from web.tournament_request import TournamentRequest, open_tournament

MATCHES_A_PAGE = 48
TEXT = "texto"
DIGITS, LONGEST = 4, 80
_drawn = cache_version(published_draw)


@dataclass(frozen=True, slots=True)
class BracketMode:
    """A view of the bracket: the drawing, a round, or the text."""

    query: str
    label: str
    is_here: bool


@require_safe
@in_snapshot
def show_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket, polled by its own fragment. A search for a name leads to that entry's path."""
    req = open_tournament(request, slug)
    typed = request.GET.get("nome", "")[:LONGEST].strip()
    if code := _entry_named(req, typed):
        query = {"inscricao": code, "desde": str(_first_round(request) or "")}
        return redirect(f"{reverse('bracket', args=[slug])}?{urlencode(query)}")
    return poll_response(
        req,
        page="matches/bracket.html",
        fragment="matches/_bracket.html",
        context=lambda: {
            **req.context("bracket"),
            **bracket_content(req),
        },
        around=lambda: {**req.context("bracket"), **_page_context(req), "typed": typed},
        personal=not_personalized,
    )


def _page_context(req: TournamentRequest) -> dict[str, object]:
    """Return the views of the bracket, the current one, and the drawing."""
    rounds, asked = bracket_sizes(req.tournament), req.http.GET.get("fase", "")
    known = asked == TEXT or any(str(one.number) == asked for one in rounds)
    return {
        "views": _views(rounds, asked if known else ""),
        "shown": "" if known else "drawing",
        "drawn": _drawn(req.tournament),
    }


def bracket_content(req: TournamentRequest) -> dict[str, object]:
    """Return the context of one round, the text, or the drawing; no other match is read."""
    rounds, asked = bracket_sizes(req.tournament), req.http.GET.get("fase", "")
    chosen = next((one for one in rounds if str(one.number) == asked), None)
    shown = "round" if chosen else "text" if asked == TEXT else "drawing"
    drawn = drawable(rounds, first=_first_round(req.http))
    picked = (chosen,) if chosen else drawn
    found = some_rounds(req.tournament, {one.number for one in picked})
    names = [round_name(one, rounds) for one in picked]
    drawing = draw(found) if shown == "drawing" else None
    return {
        "shown": shown,
        "poll": _query(req.http),
        "traced": req.http.GET.get("inscricao", ""),
        "round_name": names[0] if chosen else "",
        "page": paginate(found[0].matches if chosen else (), req.http.GET.get("pagina"), MATCHES_A_PAGE),
        "asked": asked,
        "drawing": drawing,
        "columns": list(zip(names, drawing.columns, strict=True)) if drawing else (),
        "named_rounds": list(zip(names, found, strict=True)),
        "undrawn": rounds[: len(rounds) - len(drawn)],
        "swiss": None if rounds else swiss_plan(req.tournament.stages),
    }


def _first_round(request: HttpRequest) -> int:
    """Return the number of the drawing's first round; 0 without a parameter."""
    asked = request.GET.get("desde", "")
    return int(asked) if len(asked) < DIGITS and asked.isdecimal() else 0


def _entry_named(req: TournamentRequest, typed: str) -> str:
    """Return the code of the first entry with a matching name; "" without a match."""
    words = words_of_name(typed)
    named = names_of(req.tournament) if words else {}
    found = (code for code, names in named.items() if fits(names, words))
    return min(found, key=lambda code: name_key(" ".join(named[code])), default="")


def _views(rounds: Sequence[RoundSize], asked: str) -> list[BracketMode]:
    """Return the tabs of the bracket page: the drawing, then each round."""
    tabs = [BracketMode("", _("Drawing"), not asked)]
    for one in rounds:
        number = str(one.number)
        tabs.append(BracketMode(f"fase={number}", round_name(one, rounds), asked == number))
    return [*tabs, BracketMode(f"fase={TEXT}", _("As text"), asked == TEXT)]


def _query(request: HttpRequest) -> str:
    """Return the poll's query: the same view, without the record number."""
    kept = QueryDict(mutable=True)
    for name in ("fase", "pagina", "inscricao", "desde"):
        if request.GET.get(name):
            kept[name] = request.GET[name]
    return kept.urlencode()
