"""Text functions: comparison keys of names, stacked combining marks, numbers, spreadsheet formulas.

Unicode normalization takes quadratic time for hundreds of combining marks on one letter. No script writes so
many; 30 is what Unicode's Stream-Safe Text Format (UAX #15) allows.
"""

import unicodedata
from itertools import takewhile

_CONTROL_BLANKS = "\t\n\v\f\r\x85"
_APOSTROPHES = (
    "'`\u00b4\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb"
    "\u2018\u2019\u201a\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40"
)
_HYPHENS = (
    "-\u02d7\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2e17\u2e1a\u2e3a"
    "\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead"
)
_STROKES = {
    "ł": "l",
    "ø": "o",
    "đ": "d",
    "ħ": "h",
    "ŧ": "t",
    "ı": "i",
}  # letters that Unicode does not decompose
_NAME_MARKS = str.maketrans(dict.fromkeys(_APOSTROPHES, "") | dict.fromkeys(f"{_HYPHENS}.", " ") | _STROKES)


def tidy_text(text: str) -> str:
    """Return the text in Unicode NFC, with blanks of every kind trimmed and collapsed to one space."""
    normal = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if _is_blank(sign) else sign for sign in normal)
    return unicodedata.normalize("NFC", " ".join(part for part in spaced.split(" ") if part))


_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_ZERO_WIDTH = frozenset("\u200b\u2060\ufeff")


def tidy_lines(text: str) -> str:
    """Return lines in Unicode NFC, without control characters, direction marks and invisible blanks.

    Blanks are collapsed to one space, empty lines to one, none at either end. Joiners of letters and of emoji
    stay.
    """
    signs = (sign for sign in unicodedata.normalize("NFC", text) if not _is_hidden(sign))
    lines = [" ".join(line.split()) for line in "".join(signs).splitlines()]
    kept = (line for line, before in zip(lines, ["", *lines], strict=False) if line or before)
    return "\n".join(kept).rstrip()


def _is_hidden(sign: str) -> bool:
    """Return whether it is a direction mark, a zero-width blank, a control character or a surrogate."""
    if sign in _DIRECTIONS or sign in _ZERO_WIDTH:
        return True
    return not sign.isspace() and unicodedata.category(sign) in ("Cc", "Cs")


def fold(text: str) -> str:
    """Return the tidied text for a comparison that ignores case."""
    return unicodedata.normalize("NFC", tidy_text(text).casefold())


def unaccented(text: str) -> str:
    """Return a folded text without accents, for near misses and for searching."""
    signs = unicodedata.normalize("NFD", fold(text))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def name_key(text: str) -> str:
    """Return the comparison key of a name: equal for `D´ÁVILA` and `d’avila`, for `Ana-Maria` and `Ana
    Maria`.

    It ignores accents, case, apostrophes, invisible characters and compatibility forms (NFKC); any hyphen or
    full stop is a space. A text of only such characters keeps them, so that only a blank text has an empty
    key.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_NAME_MARKS)).casefold()
    signs = unicodedata.normalize("NFKD", plain).translate(_NAME_MARKS)
    return tidy_text("".join(sign for sign in signs if not _is_ignored(sign))) or fold(text)


def _is_ignored(sign: str) -> bool:
    """Return whether `name_key` drops the character: a combining mark or a format character."""
    return unicodedata.combining(sign) != 0 or unicodedata.category(sign) == "Cf"


def _is_blank(sign: str) -> bool:
    """Return whether it is a Unicode separator, or a control character that is a blank (tab, line end)."""
    return sign in _CONTROL_BLANKS or unicodedata.category(sign).startswith("Z")


MAX_MARKS = 30
STRIDE = MAX_MARKS + 1


def has_stacked_marks(text: str) -> bool:
    """Return whether more than `MAX_MARKS` combining marks follow each other, in linear time."""
    if len(text) < STRIDE or text.isascii():
        return False
    return any(_run_at(text, at) > MAX_MARKS for at in range(MAX_MARKS, len(text), STRIDE))


def _run_at(text: str, at: int) -> int:
    """Return how many combining marks follow each other around this index, counted `MAX_MARKS` each way."""
    if not _is_mark(text[at]):
        return 0
    before = takewhile(_is_mark, reversed(text[at - MAX_MARKS : at]))
    after = takewhile(_is_mark, text[at : at + STRIDE])
    return sum(1 for _sign in (*before, *after))


def _is_mark(sign: str) -> bool:
    """Return whether the character, or the first of its decomposition, is drawn onto the one before it.

    Marks that enclose, and vowel signs of many Indic and Thai letters, are none here: their combining class
    is 0.
    """
    return not sign.isascii() and unicodedata.combining(unicodedata.normalize("NFKD", sign)[0]) != 0


def number_in(text: str | None, most: int = 9) -> int | None:
    """Return the number, 0 or more, in a text of at most `most` ASCII digits; None for any other text."""
    if not text or not text.isascii() or not text.isdecimal() or len(text) > most:
        return None
    return int(text)


_FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n")
_TEXT_MARK = "'"


def escape_formula(text: str) -> str:
    """Return the text for a CSV file, with an apostrophe in front if a spreadsheet would read it as a
    formula.
    """
    return f"{_TEXT_MARK}{text}" if text.startswith(_FORMULA_SIGNS) else text


def unescape_formula(text: str) -> str:
    """Return the text without the apostrophe of `escape_formula`."""
    bare = text.removeprefix(_TEXT_MARK)
    return bare if bare.startswith(_FORMULA_SIGNS) else text
