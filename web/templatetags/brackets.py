"""The boxes and cards of matches, in templates."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString

from tournaments.matches.bracket import MatchView
from web.views.matches.boxes import box_of, card_of, slide_of

register = template.Library()


@register.simple_tag(takes_context=True)
def bracket_box(context: Context, match: MatchView) -> SafeString:
    """The box of a match of the page's tournament, with the way of the traced entry lit up."""
    return box_of(match, context["tournament"], context.get("traced") or "")


@register.simple_tag(takes_context=True)
def match_card(context: Context, match: MatchView) -> SafeString:
    """The card of a match of the page's tournament."""
    return card_of(match, context["tournament"])


@register.simple_tag(takes_context=True)
def hall_match(context: Context, match: MatchView, kind: str) -> SafeString:
    """A match of the page's tournament on the hall screen."""
    return slide_of(match, context["tournament"], kind)
