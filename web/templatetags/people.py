"""Names of people that lead to their pages, where they have one."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.standings.series import series_key

register = template.Library()
register.filter("series_key", series_key)

MOST = 16_384  # people and sides that are kept written


@register.simple_tag
@lru_cache(MOST)
def person(name: str, page: str = "") -> SafeString:
    """A name, isolated from the text around it; a link where `page`, the code of a public page, is given."""
    if not page:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<a class="person" href="{}"><bdi>{}</bdi></a>', reverse("player", args=[page]), name)


@register.simple_tag
def side_people(names: Sequence[str], pages: Sequence[str] = ()) -> SafeString:
    """The names of a side, joined by an ampersand; `pages` are in the same order, or none at all."""
    return _side(tuple(names), tuple(pages) or ("",) * len(names))


@lru_cache(MOST)
def _side(names: tuple[str, ...], pages: tuple[str, ...]) -> SafeString:
    return format_html_join(" & ", "{}", ((person(*one),) for one in zip(names, pages, strict=True)))


@register.simple_tag
def people_list(people: Iterable[tuple[str, str]]) -> SafeString:
    """Names with the codes of their pages, joined by commas."""
    return format_html_join(", ", "{}", ((person(*one),) for one in people))
