"""An uploaded picture, redrawn: its pixels are kept, and nothing else of the file.

So no place where a photo was taken, no name of a camera and no script comes along. Pure, and slow: up to a
second for a large one. A hostile file may cost more, so the server calls `picture_process.redrawn_apart`.
"""

import io
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from PIL import Image, ImageOps, ImageStat

from core.errors import Impossible, Refused, Violation
from tournaments.setup.jpeg_scans import has_too_many_scans

FIELD = "picture"
FORMATS = ("JPEG", "PNG", "WEBP")
MOST_BYTES = 2_000_000
MOST_PIXELS = 16_000_000
LEAST_SIDE = 100  # pixels
SHOWN_SIDES, SHOWN_BYTES = (640, 480, 320), 30_000
CARDS, SHARED_BYTES = ((1200, 630), (600, 315)), 70_000
BOX = (1200, 1200)
RESIZABLE = ("L", "RGB", "RGBA")
QUALITIES = (82, 70, 55, 40, 25)
LIGHT, DARK, BRIGHT = (255, 255, 255), (32, 28, 24), 200
BROKEN = (OSError, SyntaxError, ValueError, TypeError, EOFError, ArithmeticError, LookupError, struct.error)
"""What decoders raise for files that are none, or were cut off."""
TOO_MANY = (Image.DecompressionBombError, Image.DecompressionBombWarning)


@dataclass(frozen=True, slots=True)
class Redrawn:
    """What is kept of a picture; `width` and `height` are of what is shown."""

    shown: bytes
    shared: bytes
    width: int
    height: int


def redrawn(data: bytes) -> Redrawn:
    """The picture of a file, small enough for a phone, and as a card for messengers.

    Raises `Refused`: `picture_missing`, `picture_too_large` (megabytes), `picture_unreadable`,
    `picture_too_costly`, `picture_too_many_pixels` (millions), `picture_too_small` (pixels).
    """
    check_length(data)
    if has_too_many_scans(data):
        raise refused("picture_too_costly")
    picture = _pixels(data)
    shown, (width, height) = _within(SHOWN_BYTES, "WEBP", _smaller(picture))
    shared, _size = _within(SHARED_BYTES, "JPEG", _cards(picture))
    return Redrawn(shown, shared, width, height)


def check_length(data: bytes) -> None:
    """Refuse a file that is empty, or too large to be looked at."""
    if not data:
        raise refused("picture_missing")
    if len(data) > MOST_BYTES:
        raise refused("picture_too_large", most=MOST_BYTES // 1_000_000)


def refused(code: str, **facts: int) -> Refused:
    """The refusal of a picture."""
    return Refused([Violation(code, facts, FIELD)])


def _pixels(data: bytes) -> Image.Image:
    """The first picture in the file, upright, no larger than is needed, without anything to see through."""
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as found:
            _check_size(found.size)
            found.draft("RGB", CARDS[0])
            if found.mode in RESIZABLE:  # at once, since every copy of what is large takes as much again
                found.thumbnail(BOX)
            picture = ImageOps.exif_transpose(found).convert("RGBA")
    except TOO_MANY as problem:
        raise refused("picture_too_many_pixels", most=MOST_PIXELS // 1_000_000) from problem
    except BROKEN as problem:
        raise refused("picture_unreadable") from problem
    picture.thumbnail(BOX)
    return _on_ground(picture)


def _check_size(size: tuple[int, int]) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise refused("picture_too_many_pixels", most=MOST_PIXELS // 1_000_000)
    if min(size) < LEAST_SIDE:
        raise refused("picture_too_small", least=LEAST_SIDE)


def _on_ground(picture: Image.Image) -> Image.Image:
    """A logo that one can see through on a light ground, or on a dark one where it is light itself."""
    alpha = picture.getchannel("A")
    is_bright = ImageStat.Stat(picture.convert("L"), alpha).mean[0] > BRIGHT
    is_clear = alpha.getextrema() != (255, 255)
    ground = Image.new("RGB", picture.size, DARK if is_clear and is_bright else LIGHT)
    ground.paste(picture, mask=alpha)
    return ground


def _smaller(picture: Image.Image) -> Iterator[Image.Image]:
    """As it is where it is small, else at most so many pixels at its longer side, and fewer."""
    for side in SHOWN_SIDES:
        drawn = picture.copy()
        drawn.thumbnail((side, side))
        yield drawn


def _cards(picture: Image.Image) -> Iterator[Image.Image]:
    """In the middle of a card whose ground goes on with the colour of the picture's corner."""
    corner = tuple(picture.crop((0, 0, 1, 1)).tobytes())
    return (ImageOps.pad(picture, size, color=corner) for size in CARDS)


def _within(most: int, kind: str, drawn: Iterable[Image.Image]) -> tuple[bytes, tuple[int, int]]:
    """The largest and best of these that takes at most so many bytes, and its size."""
    for picture, quality in product(drawn, QUALITIES):
        written = io.BytesIO()
        picture.save(written, kind, quality=quality)
        if written.tell() <= most:
            return written.getvalue(), picture.size
    raise Impossible(f"{kind} of more than {most} bytes")
