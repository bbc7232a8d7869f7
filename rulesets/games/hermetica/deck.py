"""The deck of Hermética (4): at least 15 cards, which may repeat without limit."""

from core.errors import Violation
from rulesets.kernel.decks import DeckReport, merged, read_deck

LEAST_CARDS = 15
RULE = "4"


def check_deck(text: str) -> DeckReport:
    """Everything wrong with a deck list; brackets are part of a name, since cards bear no marks."""
    written, violations = read_deck(text, {})
    cards = merged(written)
    size = sum(card.copies for card in cards)
    if cards and size < LEAST_CARDS:
        facts = {"size": size, "least": LEAST_CARDS}
        violations = (*violations, Violation("deck_too_small", facts, "deck", RULE))
    return DeckReport(cards, violations)
