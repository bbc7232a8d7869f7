"""The public bracket: as a drawing, round by round, or as text."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.text import name_key
from tournaments.draw.selectors import published_draw
from tournaments.entry_names import has_all_words, names_of, words_of_name
from tournaments.match_views.selectors import (
    RoundSize,
    RoundView,
    bracket_sizes,
    round_name,
    second_chance_sizes,
    some_rounds,
)
from tournaments.match_views.versioned_cache import cache_version
from tournaments.stages.kinds import stage_plan
from web.matches.bracket_drawing import BracketDrawing, RoundColumn, lay_out_bracket, rounds_that_fit
from web.pages import in_snapshot, not_personalized, poll_response
from web.pagination import paginate
from web.tournament_request import TournamentRequest, open_tournament

MATCHES_A_PAGE = 48
TEXT, SECOND_CHANCE = "texto", "repescagem"
DIGITS, LONGEST = 4, 80
_drawn = cache_version(published_draw)


@dataclass(frozen=True, slots=True)
class BracketMode:
    """A tab of the bracket page: the drawing, a round, or the text; `query` is that of its address."""

    query: str
    label: str
    is_here: bool


@dataclass(frozen=True)
class ShownRounds:
    """Rounds of the bracket, or of the second chance, with their names.

    `undrawn` are earlier ones that the drawing leaves out.
    """

    names: tuple[str, ...]
    rounds: tuple[RoundView, ...]
    undrawn: tuple[RoundSize, ...]

    @property
    def named(self) -> list[tuple[str, RoundView]]:
        """Return pairs of a name and its round."""
        return list(zip(self.names, self.rounds, strict=True))

    @cached_property
    def drawing(self) -> BracketDrawing:
        """Return the layout of the rounds."""
        return lay_out_bracket(self.rounds)

    @property
    def columns(self) -> list[tuple[str, RoundColumn]]:
        """Return pairs of a round's name and its column of the drawing."""
        return list(zip(self.names, self.drawing.columns, strict=True))


@require_safe
@in_snapshot
def show_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the bracket, polled by its own fragment.

    A search for a name redirects to the bracket with that entry's path highlighted.
    """
    req = open_tournament(request, slug)
    typed = request.GET.get("nome", "")[:LONGEST].strip()
    if code := _entry_of_name(req, typed):
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
    """Return the context of the page around the fragment: tabs, which one is open, and the published draw."""
    rounds, second_rounds = bracket_sizes(req.tournament), second_chance_sizes(req.tournament)
    asked = req.http.GET.get("fase", "")
    shown = _part_to_show(asked, rounds, second_rounds)
    return {
        "views": _tabs(rounds, second_rounds, asked if shown != "drawing" else ""),
        "shown": "drawing" if shown in ("drawing", "second_chance") else "",
        "drawn": _drawn(req.tournament),
    }


def _part_to_show(asked: str, rounds: Sequence[RoundSize], second_rounds: Sequence[RoundSize]) -> str:
    """Return what the page shows for `?fase=`: `round`, `text`, `second_chance` alone, else the `drawing`."""
    if any(str(one.number) == asked for one in rounds):
        return "round"
    if asked == SECOND_CHANCE and second_rounds:
        return "second_chance"
    return "text" if asked == TEXT else "drawing"


def bracket_content(req: TournamentRequest) -> dict[str, object]:
    """Return the context of the fragment: one round, the text, or the drawing; no other match is read."""
    rounds, second_rounds = bracket_sizes(req.tournament), second_chance_sizes(req.tournament)
    asked = req.http.GET.get("fase", "")
    shown = _part_to_show(asked, rounds, second_rounds)
    if shown == "round":
        main = _read_rounds(req, rounds, [one for one in rounds if str(one.number) == asked])
    else:
        main = _read_rounds(req, rounds, () if shown == "second_chance" else None)
    return {
        "shown": shown,
        "poll": _poll_query(req.http),
        "traced": req.http.GET.get("inscricao", ""),
        "page": paginate(
            main.rounds[0].matches if shown == "round" else (), req.http.GET.get("pagina"), MATCHES_A_PAGE
        ),
        "asked": asked,
        "fold": f"fase={SECOND_CHANCE}&" if shown == "second_chance" else "",
        "main": main,
        "beside": _read_rounds(req, second_rounds, () if shown == "round" else None),
        "is_drawn": bool(rounds),
        "plan": None if rounds else stage_plan(req.tournament.stages),
    }


def _read_rounds(
    req: TournamentRequest, sizes: Sequence[RoundSize], chosen: Sequence[RoundSize] | None
) -> ShownRounds:
    """Return the `chosen` rounds with their matches; if None, those that fit the drawing.

    `sizes` are all rounds of the bracket, or all of the second chance.
    """
    picked = rounds_that_fit(sizes, first=_first_round(req.http)) if chosen is None else chosen
    second_chance = any(one.second_chance for one in picked)
    numbers = {one.number for one in picked}
    found = some_rounds(req.tournament, numbers, second_chance=second_chance) if picked else ()
    undrawn = sizes[: len(sizes) - len(picked)] if chosen is None else ()
    return ShownRounds(tuple(round_name(one, sizes) for one in picked), found, tuple(undrawn))


def _first_round(request: HttpRequest) -> int:
    """Return the requested number of the drawing's first round (`?desde=`); 0 for none."""
    asked = request.GET.get("desde", "")
    return int(asked) if len(asked) < DIGITS and asked.isdecimal() else 0


def _entry_of_name(req: TournamentRequest, typed: str) -> str:
    """Return the code of the entry whose names have all typed words, the first by name; "" for none."""
    words = words_of_name(typed)
    named = names_of(req.tournament) if words else {}
    found = (code for code, names in named.items() if has_all_words(names, words))
    return min(found, key=lambda code: name_key(" ".join(named[code])), default="")


def _tabs(rounds: Sequence[RoundSize], second_rounds: Sequence[RoundSize], asked: str) -> list[BracketMode]:
    """Return the tabs: the drawing and that of the second chance, then each round, at last the text."""
    tabs = [BracketMode("", _("Drawing"), not asked)]
    if second_rounds:
        tabs.append(BracketMode(f"fase={SECOND_CHANCE}", _("Second chance"), asked == SECOND_CHANCE))
    for one in rounds:
        number = str(one.number)
        tabs.append(BracketMode(f"fase={number}", round_name(one, rounds), asked == number))
    return [*tabs, BracketMode(f"fase={TEXT}", _("As text"), asked == TEXT)]


def _poll_query(request: HttpRequest) -> str:
    """Return the poll's query: the same view, without the record number."""
    kept = QueryDict(mutable=True)
    for name in ("fase", "pagina", "inscricao", "desde"):
        if request.GET.get(name):
            kept[name] = request.GET[name]
    return kept.urlencode()
