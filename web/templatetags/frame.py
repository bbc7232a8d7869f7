"""The frame of pages: languages, and the head of a tournament’s pages.

The head is cached by record version and role.
"""

from django import template
from django.conf import settings
from django.template.context import RequestContext
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Role, Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def tournament_head(context: RequestContext) -> SafeString:
    """Return the head of a tournament's pages as HTML: state, name, day, venue, record number, own role."""
    return _head_html(context["tournament"], context.get("role"))


@cache_version
def _head_html(tournament: Tournament, role: Role | None) -> SafeString:
    """Return the head for a role, rendered once for each version and language."""
    shown = {"tournament": tournament, "role": role}
    return mark_safe(get_template("tournament/_head.html").render(shown))  # noqa: S308 - a template escapes what it shows


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Return code and name of each language, the name in that language itself."""
    return list(settings.LANGUAGES)


@register.simple_tag
def spoken(language: str) -> SafeString | str:
    """Return the attribute ` lang="…"` for text in another language than the page, else ""."""
    return "" if language == get_language() else format_html(' lang="{}"', language)
