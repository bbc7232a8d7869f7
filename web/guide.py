"""The rules of each game to read, search and print."""

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import URLPattern, path
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from rulesets import editions
from rulesets.guide import Chapter, chapters, language_of
from rulesets.guide_search import GuideHit, search
from rulesets.names import game_name
from rulesets.registry import GAMES
from web.templatetags.guide import chapter_at

LONGEST = 80


@dataclass(frozen=True, slots=True)
class GameChapters:
    """A game, by key and name in the active language, and the chapters of its rules in order."""

    key: str
    name: str
    chapters: tuple[Chapter, ...]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """List every game with its chapters."""
    shelves = [GameChapters(key, game_name(key), chapters(key, _language())) for key in GAMES]
    return render(request, "guide/rules.html", {"shelves": shelves})


@require_safe
def rules_game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's contents, search results (`?busca`), or all of it on one page (`?tudo`).

    A search takes precedence. 404 for an unknown game.
    """
    context = _context(game)
    words = request.GET.get("busca", "")[:LONGEST].strip()
    found: tuple[GuideHit, ...] = search(context["chapters"], words) if words else ()
    return render(
        request,
        "guide/game.html",
        {**context, "words": words, "found": found, "is_whole": "tudo" in request.GET and not words},
    )


@require_safe
def rules_chapter(request: HttpRequest, game: str, topic: str) -> HttpResponse:
    """Show a chapter with links to its neighbours; 404 if the game has no such chapter."""
    context = _context(game)
    all_of_them: tuple[Chapter, ...] = context["chapters"]
    key = chapter_at(game, topic)
    at = next((place for place, found in enumerate(all_of_them) if found.key == key), None)
    if at is None:
        raise Http404
    before = all_of_them[at - 1] if at else None
    after = all_of_them[at + 1] if at + 1 < len(all_of_them) else None
    shown = {"chapter": all_of_them[at], "before": before, "after": after}
    return render(request, "guide/chapter.html", {**context, **shown})


def _context(game: str) -> dict[str, Any]:
    """Return the context of a game's rules: names, chapters and edition.

    Raise `Http404` for an unknown game.
    """
    if game not in GAMES:
        raise Http404
    return {
        "game": game,
        "game_title": game_name(game),
        "chapters": chapters(game, _language()),
        "edition": editions.current(game),
    }


def _language() -> str:
    """Return the language of the rule texts for the reader: `en` or `pt-br`, which all others get."""
    return language_of(get_language())


urlpatterns: list[URLPattern] = [
    path("regras/", rules, name="rules"),
    path("regras/<slug:game>/", rules_game, name="rules_game"),
    path("regras/<slug:game>/<slug:topic>/", rules_chapter, name="rules_chapter"),
]
