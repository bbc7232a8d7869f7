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
    """Return whether the page may fold this round away: it is over, and the first of several drawn."""
    rounds = [column.round for column in drawing.columns]
    over = all(match.state == MatchState.ENDED for match in one.matches)
    return len(rounds) > 1 and one is rounds[0] and over


@register.simple_tag(takes_context=True)
def bracket_box(context: Context, match: MatchView) -> SafeString:
    """Return the match's box as HTML; the traced entry, whose path is highlighted, is in the context."""
    return box_of(match, context["tournament"], context.get("traced") or "")


@register.simple_tag(takes_context=True)
def bracket_column(context: Context, column: RoundColumn) -> SafeString:
    """Return all boxes of a round as SVG, at their positions in the drawing."""
    tournament, traced = context["tournament"], context.get("traced") or ""
    boxes = (_placed_box(box, box_of(box.match, tournament, traced)) for box in column.boxes)
    return mark_safe("".join(boxes))  # noqa: S308 - numbers of ours around templates


@register.simple_tag(takes_context=True)
def bracket_links(context: Context, drawing: BracketDrawing) -> SafeString:
    """Return the lines between the boxes as SVG, with the traced entry's path highlighted."""
    lines = (_path(link, context.get("traced") or "") for link in drawing.links)
    return mark_safe("".join(lines))  # noqa: S308 - numbers and codes of ours


def _placed_box(box: MatchBox, drawn: SafeString) -> str:
    """Return a box, drawn as HTML, at its position in the SVG."""
    place = f'x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"'
    return f'<foreignObject role="listitem" {place}>{drawn}</foreignObject>'


def _path(link: BoxLink, traced: str) -> str:
    """Return a line as SVG, highlighted if the traced entry goes along it."""
    if not link.entry:
        return f'<path d="{link.line}"/>'
    lit = " on-path" if link.entry == traced else ""
    return f'<path d="{link.line}" data-path="{link.entry}" class="is-known{lit}"/>'


@register.simple_tag(takes_context=True)
def match_card(context: Context, match: MatchView) -> SafeString:
    """Return the match's card as HTML, for phones and lists."""
    return card_of(match, context["tournament"])


@register.simple_tag(takes_context=True)
def hall_match(context: Context, match: MatchView, kind: str) -> SafeString:
    """Return the match as HTML for the hall screen; `kind` is the part of the screen it stands in."""
    return slide_of(match, context["tournament"], kind)
