"""Bytes that people upload or paste, as text: which encoding it is. Pure, and touches no other room."""

import unicodedata
from dataclasses import dataclass

from core.errors import Refused, Violation
from core.text import has_stacked_marks
from tournaments.uploads.encodings import EncodingChoice, TextReading, choose_encoding, choose_text, read_as

MAX_BYTES = 1_000_000
NOT_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"\x1f\x8b")
LONGEST_SHOWN = 200

__all__ = ["MAX_BYTES", "DecodedText", "Doubt", "TextReading", "decode", "decode_or_refuse"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a text needs an answer: the first odd line (from 1), and how each encoding would read it."""

    line: int
    readings: tuple[TextReading, ...]


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text with LF line ends and without control characters; with a `doubt` it is only a proposal."""

    text: str
    encoding: str
    doubt: Doubt | None = None


def decode(data: bytes | str, encoding: str = "") -> DecodedText:
    """Return the bytes, or the pasted text, as clean text; with a `doubt` if the encoding is not certain.

    `encoding` is a person's choice, "" to detect it. Raises `Refused`: `file_too_large` (bytes),
    `file_not_text`, `file_empty`.
    """
    if len(data) > MAX_BYTES:
        raise Refused([Violation("file_too_large", {"most": MAX_BYTES})])
    choice = _read_in_chosen(data, encoding) or _choose(data)
    if has_stacked_marks(choice.best.text):
        raise Refused([Violation("file_not_text")])
    if not _clean(choice.best.text).strip():
        raise Refused([Violation("file_empty")])
    named = "" if isinstance(data, str) and choice.best.encoding == "utf-8" else choice.best.encoding
    return DecodedText(_clean(choice.best.text), named, _doubt(choice))


def decode_or_refuse(data: bytes | str) -> tuple[str, str]:
    """Return text and encoding as `decode` does. Raises `Refused` `encoding_unsure` if there is a doubt."""
    found = decode(data)
    if found.doubt:
        raise Refused([Violation("encoding_unsure", {"line": found.doubt.line})])
    return found.text, found.encoding


def _read_in_chosen(data: bytes | str, encoding: str) -> EncodingChoice | None:
    """Return the text in the encoding that a person chose; None for "", or if it cannot be read so."""
    reading = read_as(data, encoding) if encoding else None
    return EncodingChoice(reading) if reading else None


def _choose(data: bytes | str) -> EncodingChoice:
    """Return the most plausible text of the data. Raises `Refused` `file_not_text`."""
    if isinstance(data, str):
        return choose_text(data.removeprefix("\ufeff"))
    choice = None if data.startswith(NOT_TEXT) else choose_encoding(data)
    if choice is None:
        raise Refused([Violation("file_not_text")])
    return choice


def _doubt(choice: EncodingChoice) -> Doubt | None:
    """Return the doubt with the first line on which the readings differ, or that lost letters.

    None if one reading is clearly best.
    """
    if not choice.rivals:
        return None
    lines = [_lines(reading.text) for reading in choice.rivals]
    count = min(map(len, lines))
    differ = (at for at in range(count) if len({found[at] for found in lines}) > 1)
    lost = (at for at, line in enumerate(lines[0]) if "\ufffd" in line or not line.isascii())
    at = next(differ, next(lost, 0))
    shown = {
        _clean(found[at])[:LONGEST_SHOWN]: reading.encoding
        for reading, found in zip(reversed(choice.rivals), reversed(lines), strict=True)
        if at < len(found)
    }
    return Doubt(at + 1, tuple(TextReading(encoding, line) for line, encoding in reversed(shown.items())))


def _lines(text: str) -> list[str]:
    """Return the lines, whether they end in LF, CR or both."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _clean(text: str) -> str:
    """Return the text with LF line ends and without control characters other than tabs."""
    kept = filter(_is_allowed, text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(kept)


def _is_allowed(sign: str) -> bool:
    return sign in "\n\t" or unicodedata.category(sign) not in {"Cc", "Cs"}
