"""The boxes of a bracket, in templates."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from tournaments.selectors.bracket import MatchView
from web.views.live_boxes import box_of

register = template.Library()


@register.simple_tag(takes_context=True)
def bracket_box(context: Context, match: MatchView) -> SafeString:
    """The box of a match of the page's tournament, with the way of the traced entry lit up."""
    return box_of(match, context["tournament"].slug, context.get("traced") or "")
