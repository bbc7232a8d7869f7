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
    """Return the HTML of a chapter, rendered from our own Markdown, in which raw HTML is off."""
    return mark_safe(chapter.html)  # noqa: S308


@register.filter
def counting_notes(variants: Iterable[str]) -> list[str]:
    """Return what the variants change when cards are counted."""
    return variant_notes(variants)


@register.simple_tag
def chapter_url(game: str, key: str) -> str:
    """Return the address of a chapter by its key."""
    return reverse("rules_chapter", args=[game, topic_of(game, key)])


@register.simple_tag
def house_url(game: str, code: str) -> str:
    """Return the guide's address of a house rule."""
    key = "house-interpretations-any" if code in COMMON else "house-interpretations"
    return f"{chapter_url(game, key)}#{code}"


@register.inclusion_tag("guide/_links.html")
def choice_links(game: str) -> dict[str, object]:
    """List the guide's chapters on each type and variant of a game."""
    found = GAMES.get(game)
    keys = (
        [*(kind.key for kind in found.kinds), *(variant.key for variant in found.variants)] if found else []
    )
    return _links(game, keys)


@register.inclusion_tag("guide/_links.html")
def rules_in_force(tournament: Tournament) -> dict[str, object]:
    """List the guide's chapters on this tournament's type, variants and time limit."""
    timed = ["timed-matches"] if tournament.time_limit else []
    keys = [tournament.kind, *tournament.variants, *timed]
    return {**_links(tournament.game, keys), "tournament": tournament}


def _links(game: str, keys: list[str]) -> dict[str, object]:
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
    """Return the part of a chapter's address."""
    return _topics(game).get(key, key)


def chapter_at(game: str, topic: str) -> str:
    """Return the key of the chapter at an address; "" if the chapter has another address."""
    topics = _topics(game)
    keys = {address: key for key, address in topics.items()}
    return keys.get(topic, "" if topic in topics else topic)


def _topics(game: str) -> Mapping[str, str]:
    return {**TOPICS, **words_of(game).chapters}
