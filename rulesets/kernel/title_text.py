"""The characters of a title: invisible signs, what is searched, and words without regard to case."""

import unicodedata
from collections.abc import Sequence

from core.text import fold, name_key

_SIGNS = str.maketrans(dict.fromkeys(":(),", " "))
_VARIATION_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
# Invisible, though Unicode counts them among letters, marks and symbols.
_BLANK_LOOKING = frozenset(
    chr(code)
    for codes in ((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0), *_VARIATION_SELECTORS)
    for code in codes
)


def invisible(text: str) -> tuple[str, ...]:
    """The control and invisible characters of a text as `U+200B`, each once, in order."""
    found = dict.fromkeys(sign for sign in text if _is_invisible(sign))
    return tuple(f"U+{ord(sign):04X}" for sign in found)


def searchable(title: str) -> str:
    """Return a title as it is searched: its `name_key`, with blanks for the signs between its parts."""
    return name_key(title).translate(_SIGNS)


def starts_with_words(words: Sequence[str], phrase: str) -> bool:
    """Whether `words` begin with the words of `phrase`, without regard to case."""
    wanted = [fold(word) for word in phrase.split(" ")]
    return [fold(word) for word in words[: len(wanted)]] == wanted


def _is_invisible(sign: str) -> bool:
    return unicodedata.category(sign).startswith("C") or sign in _BLANK_LOOKING
