"""Template tags for what games offer: aids at the table, deck checks, invented types.

Templates ask what a game offers, never for its name.
"""

from collections.abc import Mapping

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from catalogue.messages import ACTS, STATES
from catalogue.models import Proposal
from rulesets.invented_text import as_html
from rulesets.kernel.extras import CountsAtTable, PlaysAtTable
from rulesets.registry import GAMES, deck_checker, game_of
from rulesets.translation import localized, words_of
from tournaments.models import Tournament
from tournaments.reports.selectors import players_report

register = template.Library()

PAGES: Mapping[type, str] = {CountsAtTable: "table_count"}
"""The URL name of each aid that a game can offer at its tables (`rulesets/kernel/extras.py`)."""


@register.simple_tag
def table_aid(tournament: Tournament, code: str) -> str:
    """Return the path of the game's aid for the match of this code, such as its count; "" if it has none."""
    game = game_of(tournament.game)
    page = next((page for offer, page in PAGES.items() if isinstance(game, offer)), None)
    return reverse(page, args=[tournament.slug, code]) if page else ""


@register.simple_tag
def players_aid(tournament: Tournament, code: str) -> str:
    """Return the path of the aid as `table_aid` does; "" if players do not report results here."""
    return table_aid(tournament, code) if players_report(tournament) else ""


@register.simple_tag
def companion_url(tournament: Tournament, code: str) -> str:
    """Return the path of the companion, a game played with the app, for the match; "" if there is none."""
    offers = isinstance(game_of(tournament.game), PlaysAtTable)
    return reverse("kingdoms", args=[tournament.slug, code]) if offers else ""


@register.simple_tag
def deck_check_url(game: str) -> str:
    """Return the path of a game's deck check; "" if it has none."""
    has_decks = game in GAMES and deck_checker(game) is not None
    return reverse("deck_check", args=[game]) if has_decks else ""


@register.filter
def deck_example(game: str) -> str:
    """Return a sample deck list as a player would type it."""
    return words_of(game).deck_example


@register.filter
def deck_help(game: str) -> str:
    """Return the game's explanation of marks in a deck list; "" if there are none."""
    return localized(words_of(game).deck_help)


PROPOSAL_BADGES = {
    "draft": "badge-wait", "proposed": "badge-ready", "changes_asked": "badge-warn",
    "accepted": "badge-live", "superseded": "badge-done",
}  # fmt: skip


@register.filter
def invented_text(text: str) -> SafeString:
    """Return a person's text as HTML: paragraphs, lists and emphasis only."""
    return mark_safe(as_html(text))  # noqa: S308 - raw HTML, links and pictures are off


@register.filter
def type_state(proposal: Proposal) -> str:
    """Return the state of a proposed tournament type in words."""
    return str(STATES[proposal.state])


@register.filter
def type_badge(proposal: Proposal) -> str:
    """Return the CSS class of the badge for a proposed type's state; "" if it has none."""
    return PROPOSAL_BADGES.get(proposal.state, "")


@register.filter
def type_act(act: str) -> str:
    """Return in words what was done with a proposed type."""
    return str(ACTS[act])
