"""Texts as they compare: without regard to blanks and case, without accents, and names by one key."""

import unicodedata

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
_NAME_MARKS = str.maketrans(dict.fromkeys(_APOSTROPHES, "") | dict.fromkeys(_HYPHENS, " ") | _STROKES)


def tidy_text(text: str) -> str:
    """Unicode NFC, blanks of every sort trimmed and collapsed to one space."""
    normal = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if _is_blank(sign) else sign for sign in normal)
    return unicodedata.normalize("NFC", " ".join(part for part in spaced.split(" ") if part))


def fold(text: str) -> str:
    """A text as it compares without regard to case."""
    return unicodedata.normalize("NFC", tidy_text(text).casefold())


def unaccented(text: str) -> str:
    """A folded text without its accents: for near misses, and for finding what a person typed."""
    signs = unicodedata.normalize("NFD", fold(text))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def name_key(text: str) -> str:
    """Return what two spellings of one name share: `D´ÁVILA`, `d’avila`; `Ana-Maria`, `Ana Maria`.

    It ignores accents, case, apostrophes, invisible characters and compatibility forms (NFKC); any hyphen is
    a space. A text of nothing else keeps it, so that only a blank text has an empty key.
    """
    plain = unicodedata.normalize("NFKD", text.translate(_NAME_MARKS)).casefold()
    signs = unicodedata.normalize("NFKD", plain).translate(_NAME_MARKS)
    return tidy_text("".join(sign for sign in signs if not _is_ignored(sign))) or fold(text)


def _is_ignored(sign: str) -> bool:
    return unicodedata.combining(sign) != 0 or unicodedata.category(sign) == "Cf"


def _is_blank(sign: str) -> bool:
    return sign in _CONTROL_BLANKS or unicodedata.category(sign).startswith("Z")
