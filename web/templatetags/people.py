"""Template tags for names of people, with links to their public pages."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.standings.series import series_key

register = template.Library()
register.filter("series_key", series_key)

MAX_CACHED_PEOPLE = 16_384  # cached people and sides


@register.simple_tag
@lru_cache(MAX_CACHED_PEOPLE)
def person(name: str, page: str = "") -> SafeString:
    """Return a name as HTML, isolated from the text direction around it.

    A link if `page` is given: the code of the person's public page.
    """
    if not page:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<a class="person" href="{}"><bdi>{}</bdi></a>', reverse("player", args=[page]), name)


@register.simple_tag
def side_people(names: Sequence[str], pages: Sequence[str] = ()) -> SafeString:
    """Return the names of a side as HTML, joined by an ampersand.

    `pages` are codes of public pages in the same order, or none at all.
    """
    return _side_html(tuple(names), tuple(pages) or ("",) * len(names))


@lru_cache(MAX_CACHED_PEOPLE)
def _side_html(names: tuple[str, ...], pages: tuple[str, ...]) -> SafeString:
    """Return what `side_people` does, cached; `pages` has a code or "" for each name."""
    return format_html_join(" & ", "{}", ((person(*one),) for one in zip(names, pages, strict=True)))


@register.simple_tag
def people_list(people: Iterable[tuple[str, str]]) -> SafeString:
    """Return pairs of a name and the code of a public page, or "", as HTML, joined by commas."""
    return format_html_join(", ", "{}", ((person(*one),) for one in people))
