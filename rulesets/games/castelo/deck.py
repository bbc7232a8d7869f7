"""The deck of Castelo (9): 60 cards, at most three of a card and one of a very rare one.

Producers are free of both limits; the book advises a quarter of the deck, 15 cards. The list marks
them: `[produtor]` or under `Produtores:`; very rare cards `[muito rara]`. English words are read too.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from core.errors import Violation
from rulesets.kernel.decks import DeckCard, DeckReport, check_marks, merge_by_name, read_deck

DECK_SIZE = 60
MAX_COPIES = 3
MAX_VERY_RARE = 1
ADVISED_PRODUCERS = 15
PRODUCER = "producer"
VERY_RARE = "very_rare"
RULE = "9"

WORDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("produtor", "produtores", "produtora", "produtoras", "produção"), PRODUCER),
        **dict.fromkeys(("recurso", "recursos", "producer", "producers", "production"), PRODUCER),
        **dict.fromkeys(("muito rara", "muito raras", "muito raro", "muito raros"), VERY_RARE),
        **dict.fromkeys(("very rare", "very rares"), VERY_RARE),
    }
)


def check_deck(text: str) -> DeckReport:
    """Return the cards of a deck list, everything wrong with it and all there is to warn of."""
    written, unreadable = read_deck(text, WORDS)
    cards = merge_by_name(written)
    if not cards:
        return DeckReport((), unreadable)
    violations = (*unreadable, *check_marks(written), *_violations(cards))
    return DeckReport(cards, violations, tuple(_warnings(cards)))


def _violations(cards: Sequence[DeckCard]) -> Iterator[Violation]:
    """Yield violations of the deck's size and of too many copies of a card that is no producer (9)."""
    size = sum(card.copies for card in cards)
    if size != DECK_SIZE:
        yield Violation("deck_size_wrong", {"size": size, "due": DECK_SIZE}, "deck", RULE)
    for card in cards:
        path = f"deck.{card.line}"
        if PRODUCER in card.marks:
            continue
        if VERY_RARE in card.marks and card.copies > MAX_VERY_RARE:
            facts = {"card": card.name, "copies": card.copies, "most": MAX_VERY_RARE}
            yield Violation("very_rare_copies", facts, path, RULE)
        elif card.copies > MAX_COPIES:
            facts = {"card": card.name, "copies": card.copies, "most": MAX_COPIES}
            yield Violation("too_many_copies", facts, path, RULE)


def _warnings(cards: Sequence[DeckCard]) -> Iterator[Violation]:
    """Yield a warning if the deck has no producers, or fewer than the book advises."""
    producers = sum(card.copies for card in cards if PRODUCER in card.marks)
    if producers == 0:
        yield Violation("no_producers", {"advised": ADVISED_PRODUCERS}, "deck", RULE)
    elif producers < ADVISED_PRODUCERS:
        facts = {"producers": producers, "advised": ADVISED_PRODUCERS}
        yield Violation("few_producers", facts, "deck", RULE)
