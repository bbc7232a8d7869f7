"""The head of a tournament's pages: drawn once a version of its record, for all who have the same role."""

from django import template
from django.template.context import RequestContext
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from core.record.signing import public_key
from tournaments.match_views.versioned_cache import cache_version
from tournaments.models import Role, Tournament

register = template.Library()


@register.simple_tag(takes_context=True)
def tournament_head(context: RequestContext) -> SafeString:
    """Its state, name, day and place, where its record stands, and who the reader is here."""
    return _head(context["tournament"], context.get("role"))


@cache_version
def _head(tournament: Tournament, role: Role | None) -> SafeString:
    shown = {"tournament": tournament, "role": role, "site_key": public_key()}
    return mark_safe(get_template("tournament/_head.html").render(shown))  # noqa: S308 - a template escapes what it shows
