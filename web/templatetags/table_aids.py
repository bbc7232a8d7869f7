"""Where the judge's aid of a table is: chosen by what the game offers, never by its name."""

from collections.abc import Mapping

from django import template
from django.urls import reverse

from rulesets.kernel.extras import CountsAtTable, PlaysAtTable
from rulesets.registry import game_of
from tournaments.models import Tournament
from tournaments.reports.selectors import players_report

register = template.Library()

PAGES: Mapping[type, str] = {CountsAtTable: "table_count"}
"""The page of each thing that a game can offer at its tables (`rulesets/kernel/extras.py`)."""


@register.simple_tag
def table_aid(tournament: Tournament, code: str) -> str:
    """The address of the aid for the match with this code; empty where the game has none."""
    game = game_of(tournament.game)
    page = next((page for offer, page in PAGES.items() if isinstance(game, offer)), None)
    return reverse(page, args=[tournament.slug, code]) if page else ""


@register.simple_tag
def players_aid(tournament: Tournament, code: str) -> str:
    """The same for who plays there; empty where players report nothing."""
    return table_aid(tournament, code) if players_report(tournament) else ""


@register.simple_tag
def companion_at(tournament: Tournament, code: str) -> str:
    """The address of the companion that plays this match with its table; empty where the game has none."""
    offers = isinstance(game_of(tournament.game), PlaysAtTable)
    return reverse("kingdoms", args=[tournament.slug, code]) if offers else ""
