"""Bytes that people upload, as text: which encoding it is, and whether it is text at all."""

import codecs
import unicodedata

from core.errors import Refused, Violation
from core.stacked_marks import has_stacked_marks

MOST_BYTES = 1_000_000
NOT_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\x1f\x8b")
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decoded(data: bytes | str) -> tuple[str, str]:
    """The text with line ends as LF and without control characters, and the encoding's name.

    Raises `Refused`: `file_too_large` (bytes), `file_not_text`, `file_empty`.
    """
    if len(data) > MOST_BYTES:
        raise Refused([Violation("file_too_large", {"most": MOST_BYTES})])
    text, encoding = (data.removeprefix("\ufeff"), "") if isinstance(data, str) else _decode(data)
    kept = "".join(filter(_is_kept, text.replace("\r\n", "\n").replace("\r", "\n")))
    if has_stacked_marks(kept):
        raise Refused([Violation("file_not_text")])
    if not kept.strip():
        raise Refused([Violation("file_empty")])
    return kept, encoding


def _is_kept(sign: str) -> bool:
    return sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cs"}


def _decode(data: bytes) -> tuple[str, str]:
    if data.startswith(NOT_TEXT):
        raise Refused([Violation("file_not_text")])
    for encoding in _candidates(data):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    raise Refused([Violation("file_not_text")])


def _candidates(data: bytes) -> list[str]:
    """Encodings to try: what a mark says, or where the zero bytes of UTF-16 stand, else 8 bits."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return [encoding]
    odd, even = data[1::2].count(0), data[0::2].count(0)
    if max(odd, even) * 4 > len(data):
        return ["utf-16-le" if odd > even else "utf-16-be"]
    return ["utf-8", "cp1252", "latin-1"]
