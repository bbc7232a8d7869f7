"""Types that people invent, on a page."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from catalogue.messages import ACTS, STATES
from catalogue.models import Proposal
from rulesets.invented_text import as_html

register = template.Library()
BADGES = {
    "draft": "badge-wait", "proposed": "badge-ready", "changes_asked": "badge-warn",
    "accepted": "badge-live", "superseded": "badge-done",
}  # fmt: skip


@register.filter
def invented_text(text: str) -> SafeString:
    """A text that a person wrote, with paragraphs, lists and emphasis; everything else as typed."""
    return mark_safe(as_html(text))  # noqa: S308 - raw HTML, links and pictures are off


@register.filter
def type_state(proposal: Proposal) -> str:
    """How a proposal stands."""
    return str(STATES[proposal.state])


@register.filter
def type_badge(proposal: Proposal) -> str:
    """The colour of how it stands."""
    return BADGES.get(proposal.state, "")


@register.filter
def type_act(act: str) -> str:
    """What a person did to it."""
    return str(ACTS[act])
