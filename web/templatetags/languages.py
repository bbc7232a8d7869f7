"""The languages of the site, and how a page marks what it has in another one than the reader's."""

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def languages() -> list[tuple[str, str]]:
    """Code and name of each language, the name in that language itself."""
    return list(settings.LANGUAGES)


@register.simple_tag
def spoken(language: str) -> SafeString | str:
    """` lang="…"` for what is in another language than the page; nothing where it is the page's own."""
    return "" if language == get_language() else format_html(' lang="{}"', language)
