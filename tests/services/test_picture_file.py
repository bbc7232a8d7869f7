"""A picture is drawn anew: its pixels are kept, and nothing else of what was sent."""

import io
import random
import struct
import zlib

import pytest
from PIL import Image

from core.errors import Refused
from tests.pictures import CAMERA, ORIENTATION, WORDS, logo, noise, noted, opened, photo, written
from tournaments.setup.picture_file import (
    DARK,
    LIGHT,
    MAX_BYTES,
    SHARED_BYTES,
    SHOWN_BYTES,
    redraw_picture,
)

pytestmark = [
    pytest.mark.filterwarnings("ignore::UserWarning:PIL"),
    pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning"),
]
KINDS = ("JPEG", "PNG", "WEBP")
NEAR = 6  # so far colours move when they are written


def refusal(data: bytes) -> str:
    with pytest.raises(Refused) as refused:
        redraw_picture(data)
    (violation,) = refused.value.violations
    assert violation.field == "picture"
    return violation.code


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def claiming(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is so large."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def is_near(one: object, other: tuple[int, int, int]) -> bool:
    assert isinstance(one, tuple)
    return all(abs(a - b) <= NEAR for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_becomes_a_small_webp_and_a_card_for_messengers(kind: str) -> None:
    drawn = redraw_picture(photo((1600, 1200), kind))
    shown, shared = opened(drawn.shown), opened(drawn.shared)
    assert (shown.format, shown.size) == ("WEBP", (640, 480))
    assert (drawn.width, drawn.height) == shown.size
    assert (shared.format, shared.size) == ("JPEG", (1200, 630))
    assert len(drawn.shown) <= SHOWN_BYTES
    assert len(drawn.shared) <= SHARED_BYTES


@pytest.mark.parametrize("kind", KINDS)
def test_no_place_no_camera_no_comment_and_no_script_survive(kind: str) -> None:
    data = noted(kind=kind)
    assert CAMERA.encode() in data
    assert WORDS.encode() in data
    drawn = redraw_picture(data)
    for kept in (drawn.shown, drawn.shared):
        assert not any(mark in kept for mark in (CAMERA.encode(), WORDS.encode(), b"Exif", b"EXIF", b"XMP"))
        assert not opened(kept).getexif()
        assert not {"comment", "xmp", "exif"} & opened(kept).info.keys()


@pytest.mark.parametrize("kind", KINDS)
def test_a_photo_taken_sideways_stands_upright(kind: str) -> None:
    exif = Image.Exif()
    exif[ORIENTATION] = 6
    drawn = redraw_picture(written(Image.new("RGB", (400, 200), (200, 30, 30)), kind, exif=exif))
    assert (drawn.width, drawn.height) == (200, 400)


def test_what_is_small_stays_as_large_as_it_is() -> None:
    drawn = redraw_picture(photo((300, 120), "PNG"))
    assert (drawn.width, drawn.height) == (300, 120)
    assert opened(drawn.shared).size == (1200, 630)


@pytest.mark.parametrize(("colour", "ground"), [((20, 60, 40), LIGHT), ((250, 250, 245), DARK)])
def test_a_logo_that_one_can_see_through_is_seen(
    colour: tuple[int, int, int], ground: tuple[int, int, int]
) -> None:
    drawn = redraw_picture(logo(colour))
    shown, shared = opened(drawn.shown).convert("RGB"), opened(drawn.shared)
    assert is_near(shown.getpixel((200, 200)), colour)
    assert is_near(shown.getpixel((20, 20)), ground)
    assert is_near(shared.getpixel((10, 10)), ground)


def test_what_no_format_makes_small_is_drawn_smaller() -> None:
    drawn = redraw_picture(noise((800, 800)))
    assert len(drawn.shown) <= SHOWN_BYTES
    assert len(drawn.shared) <= SHARED_BYTES


def test_of_what_moves_the_first_is_kept() -> None:
    red, blue = (Image.new("RGB", (200, 200), colour) for colour in ((200, 0, 0), (0, 0, 200)))
    drawn = redraw_picture(written(red, "WEBP", save_all=True, append_images=[blue], duration=100))
    shown = opened(drawn.shown)
    assert getattr(shown, "n_frames", 1) == 1
    assert is_near(shown.convert("RGB").getpixel((100, 100)), (200, 0, 0))


@pytest.mark.parametrize("mode", ["1", "L", "P", "LA", "CMYK", "RGBA"])
def test_every_way_to_say_colours_is_read(mode: str) -> None:
    drawn = redraw_picture(written(Image.new(mode, (200, 200)), "JPEG" if mode == "CMYK" else "PNG"))
    assert opened(drawn.shown).size == (200, 200)


@pytest.mark.parametrize(
    "data",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        b"%PDF-1.7\n",
        b"<html><script>alert(1)</script></html>",
        b"\x00" * 5000,
        photo()[:3000],
        photo(kind="PNG")[:300],
        photo(kind="WEBP")[:100],
        written(Image.new("RGB", (200, 200)), "GIF"),
        written(Image.new("RGB", (200, 200)), "BMP"),
        written(Image.new("RGB", (200, 200)), "TIFF"),
    ],
    ids=["svg", "pdf", "html", "zeros", "cut jpeg", "cut png", "cut webp", "gif", "bmp", "tiff"],
)
def test_what_is_no_picture_of_these_kinds_is_refused(data: bytes) -> None:
    assert refusal(data) == "picture_unreadable"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "picture_missing"),
        (photo() + b"x" * MAX_BYTES, "picture_too_large"),
        (claiming(4000, 4001), "picture_too_many_pixels"),
        (claiming(15_000, 10_000), "picture_too_many_pixels"),
        (claiming(60_000, 60_000), "picture_too_many_pixels"),
        (photo((99, 400)), "picture_too_small"),
    ],
    ids=["empty", "large", "a little many", "many", "a bomb", "small"],
)
def test_what_is_too_large_or_too_small_is_refused_before_it_is_drawn(data: bytes, code: str) -> None:
    assert refusal(data) == code


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_drawn_or_refused(kind: str) -> None:
    rng, whole = random.Random(7), noted((120, 110), kind)
    for _ in range(60):
        broken = bytearray(whole)
        for _ in range(rng.randint(1, 12)):
            broken[rng.randrange(len(broken))] = rng.randrange(256)
        try:
            drawn = redraw_picture(bytes(broken))
        except Refused:
            continue
        assert Image.open(io.BytesIO(drawn.shown)).format == "WEBP"
