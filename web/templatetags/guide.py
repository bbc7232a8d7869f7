"""Template tags for rule texts, and the Portuguese words for chapters in addresses."""

from collections.abc import Iterable, Mapping

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from rulesets.guide import Chapter, chapter, language_of
from rulesets.kernel.house_rules import COMMON
from rulesets.names import variant_notes
from rulesets.registry import GAMES
from rulesets.translation import words_of
from tournaments.models import Tournament

register = template.Library()


@register.filter
def chapter_body(chapter: Chapter) -> SafeString:
    """Return a chapter's HTML, which is safe: rendered from our own Markdown without raw HTML."""
    return mark_safe(chapter.html)  # noqa: S308


@register.filter
def counting_notes(variants: Iterable[str]) -> list[str]:
    """Return in words what these variants change when cards are counted, a sentence each."""
    return variant_notes(variants)


@register.simple_tag
def chapter_url(game: str, key: str) -> str:
    """Return the path of a game's chapter by its key."""
    return reverse("rules_chapter", args=[game, topic_of(game, key)])


@register.simple_tag
def house_url(game: str, code: str) -> str:
    """Return the path of a house rule in the guide, with its anchor."""
    key = "house-interpretations-any" if code in COMMON else "house-interpretations"
    return f"{chapter_url(game, key)}#{code}"


@register.inclusion_tag("guide/_links.html")
def choice_links(game: str) -> dict[str, object]:
    """Return the chapters on each type and variant of a game, for a list of links; none if it is unknown."""
    found = GAMES.get(game)
    keys = (
        [*(kind.key for kind in found.kinds), *(variant.key for variant in found.variants)] if found else []
    )
    return _chapter_links(game, keys)


@register.inclusion_tag("guide/_links.html")
def rules_in_force(tournament: Tournament) -> dict[str, object]:
    """Return the chapters on this tournament's type, variants and time limit, for a list of links."""
    timed = ["timed-matches"] if tournament.time_limit else []
    keys = [tournament.kind, *tournament.variants, *timed]
    return {**_chapter_links(tournament.game, keys), "tournament": tournament}


def _chapter_links(game: str, keys: list[str]) -> dict[str, object]:
    """Return the context of a list of links to these chapters (keys) of a game, as far as they exist."""
    found = (chapter(game, key, language_of(get_language())) for key in keys)
    return {"game": game, "chapters": [one for one in found if one]}


TOPICS: Mapping[str, str] = {
    "overview": "visao-geral",
    "timed-matches": "tempo",
    "points": "pontos",
    "tournament": "torneio",
    "house-interpretations": "interpretacoes",
    "house-interpretations-any": "interpretacoes-de-todo-torneio",
    "glossary": "glossario",
}
"""Chapters of every game; a game's own chapters are in its `Words`. Others keep their key."""


def topic_of(game: str, key: str) -> str:
    """Return the word for a chapter in its address; its key if there is none."""
    return _topics(game).get(key, key)


def chapter_at(game: str, topic: str) -> str:
    """Return the key of the chapter with this word in its address; "" for a key that has another word.

    Any other text is returned as it is.
    """
    topics = _topics(game)
    keys = {address: key for key, address in topics.items()}
    return keys.get(topic, "" if topic in topics else topic)


def _topics(game: str) -> Mapping[str, str]:
    """Return the words for chapters in addresses, by key."""
    return {**TOPICS, **words_of(game).chapters}
