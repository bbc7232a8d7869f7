"""Detect the encoding of bytes: decided only if one reading is clearly better than every other. Pure."""

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from charset_normalizer import from_bytes

from tournaments.uploads.plausible import is_bad, oddness

EIGHT_BIT = ("cp1252", "mac_roman", "cp850", "cp860")
"""Encodings of lists in Brazil that are not Unicode: Windows, Excel for Mac, and MS-DOS."""
TWICE = {f"utf-8 as {encoding}": encoding for encoding in ("cp1252", "mac_roman", "cp850")}
MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
MARGIN, FAR = 3, 10
"""How much better a reading must be than every other, and how much worse a rival must be to be left out."""
SAMPLE = 20_000
MAX_READINGS = 5
C1 = re.compile("[\x80-\x9f]")


@dataclass(frozen=True, slots=True)
class TextReading:
    """A text as decoded with one encoding."""

    encoding: str
    text: str


@dataclass(frozen=True, slots=True)
class EncodingChoice:
    """The most plausible reading of bytes.

    `rivals` are readings that it is not clearly better than, itself first, or empty.
    """

    best: TextReading
    rivals: tuple[TextReading, ...] = ()


def choose_encoding(data: bytes) -> EncodingChoice | None:
    """Return the most plausible reading of the bytes, with rivals in doubt; None if they are no text."""
    for mark, encoding in MARKS:
        if data.startswith(mark):
            return _read_certain(data, encoding)
    if wide := _detect_utf16(data):
        return _read_certain(data, wide)
    try:
        return choose_text(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _choose_eight_bit(data)


def choose_text(text: str, encoding: str = "utf-8") -> EncodingChoice:
    """Return the text, or what it was before a program decoded its UTF-8 as something else.

    If it is doubtful which, both are among the rivals.
    """
    plain = TextReading(encoding, text)
    found = [plain, *_undo_double_decoding(text)]
    if len(found) == 1 and not _has_lost_signs(text):
        return EncodingChoice(plain)
    return _choose_reading(found)


def read_as(data: bytes | str, encoding: str) -> TextReading | None:
    """Return the reading in an encoding that a person chose, or None if the bytes cannot be decoded so."""
    try:
        if encoding in TWICE:
            text = data if isinstance(data, str) else data.decode("utf-8")
            return next((found for found in _undo_double_decoding(text) if found.encoding == encoding), None)
        return TextReading(encoding, data if isinstance(data, str) else data.decode(encoding))
    except (UnicodeError, LookupError):
        return None


def _read_certain(data: bytes, encoding: str) -> EncodingChoice | None:
    """Return the text in the encoding that the bytes announce; None if they cannot be read so."""
    found = read_as(data, encoding)
    return choose_text(found.text, encoding) if found else None


def _detect_utf16(data: bytes) -> str:
    """Return `utf-16-le` or `utf-16-be` by the position of zero bytes; "" for other bytes."""
    odd, even = data[1::2].count(0), data[0::2].count(0)
    if max(odd, even) * 4 <= len(data):
        return ""
    return "utf-16-le" if odd > even else "utf-16-be"


def _choose_eight_bit(data: bytes) -> EncodingChoice | None:
    """Return the best reading in an 8-bit encoding; None if no such encoding can decode the bytes."""
    found = [reading for encoding in EIGHT_BIT if (reading := read_as(data, encoding))]
    if b"\0" in data and not found:
        return None
    return _choose_reading(found, data) if found else None


def _choose_reading(found: Sequence[TextReading], data: bytes = b"") -> EncodingChoice:
    """Return the best reading, alone if it is clearly better than the others, else with its rivals."""
    ranked = sorted(_distinct(found), key=_implausibility)
    best, others = ranked[0], ranked[1:]
    beats = all(_implausibility(other) - _implausibility(best) >= MARGIN for other in others)
    if beats and not is_bad(best.text) and not _has_lost_signs(best.text):
        return EncodingChoice(best)
    guess = _detect(data) if data and is_bad(best.text) else ()
    rivals = [reading for reading in ranked if _implausibility(reading) < _implausibility(best) + FAR]
    return EncodingChoice(best, tuple(_distinct([*rivals, *guess]))[:MAX_READINGS])


def _implausibility(reading: TextReading) -> int:
    """Return how implausible a reading is, by its words and its control characters; 0 or less is fine."""
    return oddness(reading.text) + 10 * len(C1.findall(reading.text))


def _distinct(found: Sequence[TextReading]) -> list[TextReading]:
    """Return readings with different texts, the first of equal ones."""
    return list({reading.text: reading for reading in reversed(found)}.values())[::-1]


def _has_lost_signs(text: str) -> bool:
    """Return whether the text has signs that decoding has lost: U+FFFD, or C1 control characters."""
    return "\ufffd" in text or bool(C1.search(text))


def _undo_double_decoding(text: str) -> Iterator[TextReading]:
    """Yield the text as it was if its UTF-8 was decoded as an 8-bit encoding, in whole or in parts.

    One reading for each encoding of `TWICE` that this is possible with; none for ASCII.
    """
    if text.isascii():
        return
    for name, encoding in TWICE.items():
        try:
            yield TextReading(name, _bytes_of(text, encoding).decode("utf-8"))
        except UnicodeError:
            mended = "".join(
                _undo_wrong_decoding(run, encoding) for run in re.split(r"([^\x00-\x7f]{2,})", text)
            )
            if mended != text:
                yield TextReading(name, mended)


def _undo_wrong_decoding(run: str, encoding: str) -> str:
    """Return text whose UTF-8 was read as another encoding as it was meant; any other unchanged."""
    try:
        mended = _bytes_of(run, encoding).decode("utf-8")
    except UnicodeError:
        return run
    return run if C1.search(mended) else mended


def _bytes_of(text: str, encoding: str) -> bytes:
    """Encode the text; bytes that cp1252 does not define are C1 characters, as on the web."""
    if encoding != "cp1252":
        return text.encode(encoding)
    return b"".join(
        sign.encode("latin-1") if "\x80" <= sign <= "\x9f" else sign.encode(encoding) for sign in text
    )


def _detect(data: bytes) -> tuple[TextReading, ...]:
    """Return the general detector's reading of the lines that are not ASCII, as one more rival; or ()."""
    odd = b"\n".join(line for line in data.splitlines() if not line.isascii())[:SAMPLE]
    found = from_bytes(odd).best()
    reading = read_as(data, found.encoding) if found else None
    return (reading,) if reading and not C1.search(reading.text) else ()
