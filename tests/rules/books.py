"""The sections of each game's book, for the cases that cite them and the page that lists them."""

from collections.abc import Mapping

BOOKS: Mapping[str, str] = {
    "chama": (
        "1 1.1 1.2 1.3 1.4 1.4.1 1.4.2 2 2.1 2.2 2.2.1 2.3 2.4 2.5 2.5.1 2.5.2 2.5.3 2.5.4 2.6 3 "
        "4 4.1 4.3 5.4 4.5 4.5.1 4.6 4.7 4.7.1"
    ),
    "castelo": "1 2 3 4 5 6 7 8 9 10 11 12 13",
    "hermetica": "1 2 3 3.1 3.2 3.3 4 5",
    "jogo-dos-reinos": "1 1.1 1.1.1 1.1.2 1.1.3 1.1.4 2.1 2.2 2.3 3",
}
"""As each book numbers them; Castelo's numbers are ours, in the order of the book."""
HEADINGS: Mapping[str, str] = {
    "Chama, chapters 1 to 3": "chama",
    "Chama, chapter 4": "chama",
    "Castelo": "castelo",
    "Hermética": "hermetica",
    "Jogo dos Reinos": "jogo-dos-reinos",
}
"""The headings of docs/rules-coverage.md, and the game that each is about."""
