"""The 52 cards of one suit's deck (1.3) and the order in which cut cards beat each other (1.4)."""

SUITS = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
COMMANDERS_IN_DECK = 16
FORMATION_SIZE = 6


def strength(card: str) -> int:
    """How strong a cut card is, higher beats lower; ValueError for a card that does not exist."""
    return -RANKS.index(card)
