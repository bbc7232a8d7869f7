"""The secret of a draw: its hash before the first check-in, its seed once all entries are known.

Pure. Texts and bytes are those of docs/record.md, "From seed to draw".
"""

import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from random import Random

from core.errors import Violation

SECRET_BYTES = 32
LONGEST_WORD = 60


def new_secret(rng: Random) -> str:
    """Return 32 random bytes as 64 hexadecimal digits."""
    return rng.randbytes(SECRET_BYTES).hex()


def hash_of(secret: str) -> str:
    """Return the commitment to a secret: SHA-256 of its bytes, in hexadecimal."""
    return sha256(bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str, entries: Iterable[str], word: str) -> str:
    """Return the seed's text:

    SHA-256 of the secret's bytes, each entry's code and a line feed, and the word. Codes are sorted by their
    bytes, so the order of reading does not matter.
    """
    codes = sorted(_bytes(f"{code}\n") for code in entries)
    return sha256(bytes.fromhex(secret) + b"".join(codes) + _bytes(word)).hexdigest()


def _bytes(text: str) -> bytes:
    """Return UTF-8; lone surrogates of a record are encoded, not refused."""
    return text.encode("utf-8", "surrogatepass")


def clean_word(text: str) -> str:
    """Return the word as it is hashed and recorded: NFC, with blanks trimmed and collapsed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def check_word(word: str) -> list[Violation]:
    """Return what is wrong with a cleaned word: too long, or with invisible characters."""
    if len(word) > LONGEST_WORD:
        return [Violation("word_too_long", {"most": LONGEST_WORD}, "word")]
    if any(unicodedata.category(sign)[0] == "C" for sign in word):
        return [Violation("word_unseen_signs", {}, "word")]
    return []
