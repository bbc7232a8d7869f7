"""Redraw an uploaded picture: only its pixels are kept, so no location, camera name or script remains.

Pure, and slow: up to a second for a large file. A hostile file may cost more, so the server calls
`picture_process.redraw_in_child`.
"""

import io
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from PIL import Image, ImageOps, ImageStat

from core.errors import Impossible, Refused, Violation

MAX_SCANS = 20  # encoders write 1 to 12
START, START_OF_SCAN, END = b"\xff\xd8", 0xDA, 0xD9
WITHOUT_LENGTH = frozenset({0x01, *range(0xD0, 0xDA)})
MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""A marker; within a scan, 0xFF is followed by a zero or a restart."""


def has_too_many_scans(data: bytes) -> bool:
    """Return whether this is a JPEG with more scans than any encoder writes; False for other files."""
    if not data.startswith(START):
        return False
    return sum(1 for kind in _markers(data) if kind == START_OF_SCAN) > MAX_SCANS


def _markers(data: bytes) -> Iterator[int]:
    """Yield the kinds of all markers to the end of the picture, in the order a decoder reads them."""
    at = 0
    while found := MARKER.search(data, at):
        kind, at = found[1][0], found.end()
        if kind == END:
            return
        yield kind
        if kind not in WITHOUT_LENGTH:
            at += int.from_bytes(data[at : at + 2], "big")


FIELD = "picture"
FORMATS = ("JPEG", "PNG", "WEBP")
MAX_BYTES = 2_000_000
MAX_PIXELS = 16_000_000
MIN_SIDE = 100  # pixels
SHOWN_SIDES, SHOWN_BYTES = (640, 480, 320), 30_000
CARDS, SHARED_BYTES = ((1200, 630), (600, 315)), 70_000
BOX = (1200, 1200)
RESIZABLE = ("L", "RGB", "RGBA")
QUALITIES = (82, 70, 55, 40, 25)
LIGHT, DARK, BRIGHT = (255, 255, 255), (32, 28, 24), 200
BROKEN = (OSError, SyntaxError, ValueError, TypeError, EOFError, ArithmeticError, LookupError, struct.error)
"""Exceptions of decoders for files that are no pictures, or were cut off."""
TOO_MANY = (Image.DecompressionBombError, Image.DecompressionBombWarning)


@dataclass(frozen=True, slots=True)
class RedrawnPicture:
    """A redrawn picture: `shown` on pages (WebP), `shared` as a card in messengers (JPEG).

    `width` and `height` are those of `shown`, in pixels.
    """

    shown: bytes
    shared: bytes
    width: int
    height: int


def redraw_picture(data: bytes) -> RedrawnPicture:
    """Return the picture of a file, small enough for a phone, and as a card for messengers.

    Raises `Refused`: `picture_missing`, `picture_too_large` (megabytes), `picture_unreadable`,
    `picture_too_costly`, `picture_too_many_pixels` (millions), `picture_too_small` (pixels).
    """
    check_length(data)
    if has_too_many_scans(data):
        raise picture_refusal("picture_too_costly")
    picture = _decode(data)
    shown, (width, height) = _compress(SHOWN_BYTES, "WEBP", _shrunk_copies(picture))
    shared, _size = _compress(SHARED_BYTES, "JPEG", _cards(picture))
    return RedrawnPicture(shown, shared, width, height)


def check_length(data: bytes) -> None:
    """Raise `Refused` `picture_missing` for an empty file, `picture_too_large` for a large one."""
    if not data:
        raise picture_refusal("picture_missing")
    if len(data) > MAX_BYTES:
        raise picture_refusal("picture_too_large", most=MAX_BYTES // 1_000_000)


def picture_refusal(code: str, **facts: int) -> Refused:
    """Return the refusal of a picture with this code."""
    return Refused([Violation(code, facts, FIELD)])


def _decode(data: bytes) -> Image.Image:
    """Return the first picture of the file, upright, scaled down, without transparency.

    Raises `Refused` `picture_too_many_pixels`, `picture_too_small`, `picture_unreadable`.
    """
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as found:
            _require_size(found.size)
            found.draft("RGB", CARDS[0])
            if found.mode in RESIZABLE:  # before the copies below, which need as much memory each
                found.thumbnail(BOX)
            picture = ImageOps.exif_transpose(found).convert("RGBA")
    except TOO_MANY as problem:
        raise picture_refusal("picture_too_many_pixels", most=MAX_PIXELS // 1_000_000) from problem
    except BROKEN as problem:
        raise picture_refusal("picture_unreadable") from problem
    picture.thumbnail(BOX)
    return _flatten_on_ground(picture)


def _require_size(size: tuple[int, int]) -> None:
    """Raise `Refused` `picture_too_many_pixels`, or `picture_too_small` if a side is too short (pixels)."""
    width, height = size
    if width * height > MAX_PIXELS:
        raise picture_refusal("picture_too_many_pixels", most=MAX_PIXELS // 1_000_000)
    if min(size) < MIN_SIDE:
        raise picture_refusal("picture_too_small", least=MIN_SIDE)


def _flatten_on_ground(picture: Image.Image) -> Image.Image:
    """Return the picture on a light ground, or on a dark one if it is transparent and light itself."""
    alpha = picture.getchannel("A")
    is_bright = ImageStat.Stat(picture.convert("L"), alpha).mean[0] > BRIGHT
    is_clear = alpha.getextrema() != (255, 255)
    ground = Image.new("RGB", picture.size, DARK if is_clear and is_bright else LIGHT)
    ground.paste(picture, mask=alpha)
    return ground


def _shrunk_copies(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield copies with ever smaller longer sides, from `SHOWN_SIDES`."""
    for side in SHOWN_SIDES:
        drawn = picture.copy()
        drawn.thumbnail((side, side))
        yield drawn


def _cards(picture: Image.Image) -> Iterator[Image.Image]:
    """Yield cards with the picture in the middle; the ground has the colour of the picture's corner."""
    corner = tuple(picture.crop((0, 0, 1, 1)).tobytes())
    return (ImageOps.pad(picture, size, color=corner) for size in CARDS)


def _compress(most: int, kind: str, drawn: Iterable[Image.Image]) -> tuple[bytes, tuple[int, int]]:
    """Return the first picture that takes at most `most` bytes, and its size in pixels.

    They are tried from largest and best quality to smallest. Raises `Impossible` if none fits.
    """
    for picture, quality in product(drawn, QUALITIES):
        written = io.BytesIO()
        picture.save(written, kind, quality=quality)
        if written.tell() <= most:
            return written.getvalue(), picture.size
    raise Impossible(f"{kind} of more than {most} bytes")
