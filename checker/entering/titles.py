"""The grammar of titles: which names and title words a record may bear (record.md, Titles)."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

LONGEST_NAME, LONGEST_WORD = 80, 30
YEARS = range(1900, 3000)
_CONTROL_BLANKS = "\t\n\v\f\r\x85"
_BLANK_LOOKING = (
    (0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800),
    (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF),
)  # fmt: skip
"""First and last code points of signs that show nothing though their category says otherwise."""
_WORD_SIGNS = " -'’"


def tidy(text: str) -> str:
    """Return the text in NFC with single spaces between its words."""
    spaced = "".join(" " if _is_blank(sign) else sign for sign in unicodedata.normalize("NFC", text))
    return unicodedata.normalize("NFC", " ".join(word for word in spaced.split(" ") if word))


def name_faults(name: str, word: str, others: Iterable[str], variants: Iterable[str]) -> Iterator[str]:
    """Yield what keeps a name from standing behind the type `word` in a title.

    `others` are the words of the game's other types, `variants` those of its variants.
    """
    yield from _text_faults("name", name, LONGEST_NAME)
    last = name.rpartition(" ")[2]
    if len(last) == 4 and last.isascii() and last.isdecimal() and int(last) in YEARS:
        yield f"the name {name!r} ends in a year"
    known = {fold(variant) for variant in variants}
    if any(fold(item) in known for item in _in_last_parentheses(name)):
        yield f"the name {name!r} ends in a variant"
    words = fold(f"{word} {name}").split(" ")
    if any(_is_longer(other, word) and _begins(words, other) for other in others):
        yield f"{word} {name!r} begins like another type"


def word_faults(word: str) -> Iterator[str]:
    """Yield what keeps a text from being the title words of a composed type."""
    yield from _text_faults("title word", word, LONGEST_WORD)
    if not all(sign.isalpha() or sign.isdecimal() or sign in _WORD_SIGNS for sign in word):
        yield f"the title word {word!r} holds other signs than letters, digits, blanks, hyphens, apostrophes"
    if not any(sign.isascii() and sign.isalpha() for sign in unicodedata.normalize("NFD", fold(word))):
        yield f"the title word {word!r} has no Latin letter"


def fold(text: str) -> str:
    """Return the text as it compares without regard to case."""
    return unicodedata.normalize("NFC", tidy(text).casefold())


def _text_faults(what: str, text: str, longest: int) -> Iterator[str]:
    """Yield faults of any text in a title: empty, untidy, with invisible signs, or too long."""
    if not tidy(text):
        yield f"the {what} is empty"
    if text != tidy(text):
        yield f"the {what} {text!r} is not in its one form, {tidy(text)!r}"
    hidden = [f"U+{ord(sign):04X}" for sign in text if _is_invisible(sign)]
    if hidden:
        yield f"the {what} holds {', '.join(hidden[:5])}"
    if len(text) > longest:
        yield f"the {what} has {len(text)} signs, {longest} are the most"


def _in_last_parentheses(name: str) -> Sequence[str]:
    """Return what the parentheses at the end list; () if there are none."""
    start = name.rfind("(")
    inside = name[start + 1 : -1]
    if start < 0 or not name.endswith(")") or ")" in inside:
        return ()
    return inside.split(",")


def _is_longer(other: str, word: str) -> bool:
    """Whether the other type has more words."""
    return len(other.split(" ")) > len(word.split(" "))


def _begins(words: Sequence[str], other: str) -> bool:
    """Whether the folded words begin with those of the other type."""
    wanted = fold(other).split(" ")
    return list(words[: len(wanted)]) == wanted


def _is_blank(sign: str) -> bool:
    """Whether a sign counts as a blank between words."""
    return sign in _CONTROL_BLANKS or unicodedata.category(sign).startswith("Z")


def _is_invisible(sign: str) -> bool:
    """Whether a sign shows nothing: control and format signs, and those that only look blank."""
    shows_nothing = any(first <= ord(sign) <= last for first, last in _BLANK_LOOKING)
    return shows_nothing or unicodedata.category(sign).startswith("C")
