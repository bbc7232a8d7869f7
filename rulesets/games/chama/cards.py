"""The 52 cards of one suit's deck (1.3) and the order in which cut cards beat each other (1.4)."""

SUITS = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
COMMANDERS_IN_DECK = 16
FORMATION_SIZE = 6


def strength(card: str) -> int:
    """Return the strength of a cut card; more beats less. Raise `ValueError` for one that does not exist."""
    return -RANKS.index(card)
