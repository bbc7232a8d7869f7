"""Where a deck is checked: only games whose players build decks have such a page."""

from django import template
from django.urls import reverse

from rulesets.registry import GAMES, deck_checker
from rulesets.saying import localized, words_of

register = template.Library()


@register.simple_tag
def deck_check_at(game: str) -> str:
    """The address of the deck check of a game; empty where it has none."""
    has_decks = game in GAMES and deck_checker(game) is not None
    return reverse("deck_check", args=[game]) if has_decks else ""


@register.filter
def deck_example(game: str) -> str:
    """A sample list of a game, as a player would type it."""
    return words_of(game).deck_example


@register.filter
def deck_note(game: str) -> str:
    """What is marked on a list of a game; empty where nothing is."""
    return localized(words_of(game).deck_help)
