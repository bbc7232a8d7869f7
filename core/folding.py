"""Texts as they compare: without regard to blanks and case, and without accents."""

import unicodedata

_CONTROL_BLANKS = "\t\n\v\f\r\x85"


def tidy_text(text: str) -> str:
    """Unicode NFC, blanks of every sort trimmed and collapsed to one space."""
    normal = unicodedata.normalize("NFC", text)
    spaced = "".join(" " if _is_blank(sign) else sign for sign in normal)
    return unicodedata.normalize("NFC", " ".join(part for part in spaced.split(" ") if part))


def fold(text: str) -> str:
    """A text as it compares without regard to case."""
    return unicodedata.normalize("NFC", tidy_text(text).casefold())


def unaccented(text: str) -> str:
    """A folded text without its accents: for near misses, and for finding what somebody typed."""
    signs = unicodedata.normalize("NFD", fold(text))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def _is_blank(sign: str) -> bool:
    return sign in _CONTROL_BLANKS or unicodedata.category(sign).startswith("Z")
