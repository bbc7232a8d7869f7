"""The secret of a draw: its hash before anybody is checked in, its seed once everybody is. Pure.

Texts and bytes are those of docs/record.md, "From seed to draw".
"""

import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from random import Random

from core.errors import Violation

SECRET_BYTES = 32
LONGEST_WORD = 60


def new_secret(rng: Random) -> str:
    """32 random bytes as 64 hexadecimal digits."""
    return rng.randbytes(SECRET_BYTES).hex()


def hash_of(secret: str) -> str:
    """What is promised before the draw: SHA-256 of the secret's bytes, in hexadecimal."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, entries: Iterable[str], word: str) -> str:
    """The seed's text: SHA-256 of the secret's bytes, each entry's code and a line feed, and the word.

    The codes in the order of their bytes, so that it does not matter how the entries were read.
    """
    codes = sorted(_bytes(f"{code}\n") for code in entries)
    return sha256(bytes.fromhex(secret) + b"".join(codes) + _bytes(word)).hexdigest()


def _bytes(text: str) -> bytes:
    """UTF-8; a record may hold half a sign, which is to be found and not to be stumbled over."""
    return text.encode("utf-8", "surrogatepass")


def clean_word(text: str) -> str:
    """The word as it is hashed and recorded: NFC, blanks trimmed and made one."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def check_word(word: str) -> list[Violation]:
    """What is wrong with a cleaned word: too long, or with signs that no one could call or see."""
    if len(word) > LONGEST_WORD:
        return [Violation("word_too_long", {"most": LONGEST_WORD}, "word")]
    if any(unicodedata.category(sign)[0] == "C" for sign in word):
        return [Violation("word_unseen_signs", {}, "word")]
    return []
