"""Combining marks by the hundred on one letter: Unicode normalization takes quadratic time for them.

No script writes so many. 30 is what Unicode's Stream-Safe Text Format (UAX #15) allows.
"""

import unicodedata
from itertools import takewhile

MOST_MARKS = 30
STRIDE = MOST_MARKS + 1


def has_stacked_marks(text: str) -> bool:
    """Whether more than `MOST_MARKS` combining marks follow each other; linear in the length."""
    if len(text) < STRIDE or text.isascii():
        return False
    return any(_run_at(text, at) > MOST_MARKS for at in range(MOST_MARKS, len(text), STRIDE))


def _run_at(text: str, at: int) -> int:
    """How many marks stand in a row around this place; a run that is too long meets each stride once."""
    if not _is_mark(text[at]):
        return 0
    before = takewhile(_is_mark, reversed(text[at - MOST_MARKS : at]))
    after = takewhile(_is_mark, text[at : at + STRIDE])
    return sum(1 for _sign in (*before, *after))


def _is_mark(sign: str) -> bool:
    """Whether it, or what it is taken apart into, goes on the letter before it."""
    return not sign.isascii() and unicodedata.combining(unicodedata.normalize("NFKD", sign)[0]) != 0
