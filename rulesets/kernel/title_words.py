"""The words of a game found in the text of a title: its types, and variants in parentheses (4.5)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Protocol

from core.errors import Violation
from core.text import fold, name_key, tidy_text, unaccented
from rulesets.kernel.rules import Kind, Variant

_SIGNS = str.maketrans(dict.fromkeys(":(),", " "))
_VARIATION_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
# Invisible, though Unicode counts them among letters, marks and symbols.
_BLANK_LOOKING = frozenset(
    chr(code)
    for codes in ((0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0), *_VARIATION_SELECTORS)
    for code in codes
)


def invisible(text: str) -> tuple[str, ...]:
    """Return the control and invisible characters of a text as `U+200B`, each once, in order."""
    found = dict.fromkeys(sign for sign in text if _is_invisible(sign))
    return tuple(f"U+{ord(sign):04X}" for sign in found)


def searchable(title: str) -> str:
    """Return a title as it is searched: its `name_key`, with blanks for the signs between its parts."""
    return name_key(title).translate(_SIGNS)


def starts_with_words(words: Sequence[str], phrase: str) -> bool:
    """Return whether `words` begin with the words of `phrase`, without regard to case."""
    wanted = [fold(word) for word in phrase.split(" ")]
    return [fold(word) for word in words[: len(wanted)]] == wanted


def _is_invisible(sign: str) -> bool:
    """Return whether the character is invisible: of control or format, or one that looks like a blank."""
    return unicodedata.category(sign).startswith("C") or sign in _BLANK_LOOKING


_NEAR = 0.75
_JOINED = re.compile(r"[/&+;|]|\s(?:e|and|com)\s", re.IGNORECASE)
"""What people write between two variants instead of a comma."""


class TitleWords(Protocol):
    """What a title needs of a game."""

    @property
    def key(self) -> str:
        """Stable key."""

    @property
    def title_word(self) -> str:
        """Return how its titles begin."""

    @property
    def kinds(self) -> Sequence[Kind]:
        """Its types."""

    @property
    def variants(self) -> Sequence[Variant]:
        """Its variants, in catalogue order."""


def longest_kind(game: TitleWords, words: Sequence[str]) -> Kind | None:
    """Return the type with the most words that `words` begin with; None if none fits."""
    fitting = [kind for kind in game.kinds if starts_with_words(words, kind.title_word)]
    return max(fitting, key=lambda kind: len(kind.title_word.split(" ")), default=None)


def split_variants(text: str, game: TitleWords) -> tuple[str, tuple[str, ...], list[Violation]]:
    """Return the text before variants in parentheses at its end, their keys, and what is wrong with them.

    Parentheses without any known variant are part of the text.
    """
    words = {fold(variant.title_word): variant.key for variant in game.variants}
    before, items = _last_parentheses(text)
    known = [words[fold(item)] for item in items if fold(item) in words]
    if not known:
        return text, (), []
    unknown = [item for item in items if fold(item) not in words]
    found = [Violation("title_variant_unknown", {"variant": item}, "title", "4.3") for item in unknown]
    twice = sorted({key for key in known if known.count(key) > 1})
    found += [Violation("title_variant_twice", {"variant": key}, "title", "4.3") for key in twice]
    return before, tuple(dict.fromkeys(known)), found


def near_misses(name: str, game: TitleWords) -> tuple[Violation, ...]:
    """Return warnings for a name whose last parentheses nearly name variants (`Xizum`, `Aliados e Xisum`).

    `name` is what is left once `split_variants` has taken the variants out of a title.
    """
    _, items = _last_parentheses(tidy_text(name))
    words = {unaccented(variant.title_word): variant for variant in game.variants}
    parts = (part.strip() for item in items for part in _JOINED.split(item))
    return tuple(_near_miss_warnings(parts, words))


def _last_parentheses(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the text before parentheses at its end, and what they list; the whole text without them."""
    start = text.rfind("(")
    inside = text[start + 1 : -1]
    if not text.endswith(")") or start < 0 or ")" in inside:
        return text, ()
    items = tuple(item for part in inside.split(",") if (item := part.strip()))
    return text[:start].rstrip(" "), items


def _near_miss_warnings(items: Iterable[str], words: Mapping[str, Variant]) -> Iterator[Violation]:
    """Yield a warning for each item that is nearly the name of a variant."""
    for item in items:
        close = get_close_matches(unaccented(item), list(words), n=1, cutoff=_NEAR)
        if close:
            facts = {"written": item, "variant": words[close[0]].key}
            yield Violation("variant_near_miss", facts, "name", "house:title_grammar")
