"""The rule texts on a page."""

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesets.guide import Chapter
from rulesets.kernel.house_rules import HOUSE_RULES
from web.addresses import topic_of

register = template.Library()


@register.filter
def chapter_body(chapter: Chapter) -> SafeString:
    """The HTML of a chapter: made of our own Markdown files, in which raw HTML is off."""
    return mark_safe(chapter.html)  # noqa: S308


@register.simple_tag
def chapter_url(game: str, key: str) -> str:
    """The address of a chapter by its key."""
    return reverse("rules_chapter", args=[game, topic_of(key)])


@register.simple_tag
def house_url(game: str, code: str) -> str:
    """Where the guide tells a house interpretation."""
    everywhere = HOUSE_RULES[code].applies == "any"
    key = "house-interpretations-any" if everywhere else "house-interpretations"
    return f"{chapter_url(game, key)}#{code}"
