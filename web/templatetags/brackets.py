"""Template tags for boxes and cards of matches."""

from django import template
from django.template.context import Context
from django.utils.safestring import SafeString, mark_safe

from matches.models import MatchState
from tournaments.match_views.match import MatchView
from tournaments.match_views.selectors import RoundView
from web.matches.boxes import box_of, card_of, slide_of
from web.matches.bracket_drawing import BoxLink, BracketDrawing, MatchBox, RoundColumn

register = template.Library()


@register.filter
def is_foldable(one: RoundView, drawing: BracketDrawing) -> bool:
    """Return whether the drawing may leave this round out: it is over, and the first of several."""
    rounds = [column.round for column in drawing.columns]
    over = all(match.state == MatchState.ENDED for match in one.matches)
    return len(rounds) > 1 and one is rounds[0] and over


@register.simple_tag(takes_context=True)
def bracket_box(context: Context, match: MatchView) -> SafeString:
    """Return the match's box in the bracket, with the traced entry's path highlighted."""
    return box_of(match, context["tournament"], context.get("traced") or "")


@register.simple_tag(takes_context=True)
def bracket_column(context: Context, column: RoundColumn) -> SafeString:
    """Return all boxes of a round at their positions."""
    tournament, traced = context["tournament"], context.get("traced") or ""
    boxes = (_placed(box, box_of(box.match, tournament, traced)) for box in column.boxes)
    return mark_safe("".join(boxes))  # noqa: S308 - numbers of ours around templates


@register.simple_tag(takes_context=True)
def bracket_links(context: Context, drawing: BracketDrawing) -> SafeString:
    """Return the lines between the boxes, with the traced entry's path highlighted."""
    lines = (_line(link, context.get("traced") or "") for link in drawing.links)
    return mark_safe("".join(lines))  # noqa: S308 - numbers and codes of ours


def _placed(box: MatchBox, drawn: SafeString) -> str:
    """Return the HTML of a match at its place in the drawing."""
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
    return f'<foreignObject role="listitem" {place}>{drawn}</foreignObject>'


def _line(link: BoxLink, traced: str) -> str:
    if not link.entry:
        return f'<path d="{link.line}"/>'
    lit = " on-path" if link.entry == traced else ""
    return f'<path d="{link.line}" data-path="{link.entry}" class="is-known{lit}"/>'


@register.simple_tag(takes_context=True)
def match_card(context: Context, match: MatchView) -> SafeString:
    """Return the match's card."""
    return card_of(match, context["tournament"])


@register.simple_tag(takes_context=True)
def hall_match(context: Context, match: MatchView, kind: str) -> SafeString:
    """Return the match's part of the hall screen."""
    return slide_of(match, context["tournament"], kind)
