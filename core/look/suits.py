"""The outlines of the four suits in a box of 24 × 24.

Pages show them as SVG. The display font has them as letters (`core.look.face`), so that ♥♦♣♠ look the same in
a sentence, on paper and on every phone.
"""

from collections.abc import Mapping
from types import MappingProxyType

BOX = 24

SUITS: Mapping[str, str] = MappingProxyType(
    {
        "hearts": "M12 21.5C5.2 15.9 2 12.3 2 8.3C2 5.1 4.3 2.8 7.2 2.8C9.2 2.8 10.9 3.9 12 5.7"
        "C13.1 3.9 14.8 2.8 16.8 2.8C19.7 2.8 22 5.1 22 8.3C22 12.3 18.8 15.9 12 21.5Z",
        "diamonds": "M12 1.6C14.1 5.5 16.8 9 20 12C16.8 15 14.1 18.5 12 22.4C9.9 18.5 7.2 15 4 12"
        "C7.2 9 9.9 5.5 12 1.6Z",
        "clubs": "M12 1.8A4.7 4.7 0 1 1 12 11.2A4.7 4.7 0 1 1 12 1.8Z"
        "M6.7 8.7A4.7 4.7 0 1 1 6.7 18.1A4.7 4.7 0 1 1 6.7 8.7Z"
        "M17.3 8.7A4.7 4.7 0 1 1 17.3 18.1A4.7 4.7 0 1 1 17.3 8.7Z"
        "M9.5 9H14.5V15H9.5Z"
        "M10.9 13H13.1C13.2 17.2 14.2 20 16.4 22H7.6C9.8 20 10.8 17.2 10.9 13Z",
        "spades": "M12 1.8C18.4 7.1 22 10.4 22 14C22 16.6 20 18.4 17.6 18.4C15.8 18.4 14.3 17.5 13.3 16.1"
        "C13.5 18.7 14.5 20.6 16.4 22H7.6C9.5 20.6 10.5 18.7 10.7 16.1C9.7 17.5 8.2 18.4 6.4 18.4"
        "C4 18.4 2 16.6 2 14C2 10.4 5.6 7.1 12 1.8Z",
    }
)
SIGNS: Mapping[str, str] = MappingProxyType({"hearts": "♥", "diamonds": "♦", "clubs": "♣", "spades": "♠"})
"""The character for each suit."""
