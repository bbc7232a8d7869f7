"""F121: a small picture whose decoding costs minutes is refused or ended, in a process of its own."""

import struct
import zlib
from collections.abc import Iterator

import pytest

from core import bounded_process
from core.errors import Refused, TooMany
from tests.pictures import many_scans, noted, photo
from tests.services.test_picture_file import chunk
from tournaments.setup import picture_process
from tournaments.setup.picture_file import MAX_SCANS, has_too_many_scans, redraw_picture
from tournaments.setup.picture_process import redraw_in_child

pytestmark = pytest.mark.fault("F121")
PNG = b"\x89PNG\r\n\x1a\n"
HEAD = chunk(b"IHDR", struct.pack(">IIBBBBB", 200, 200, 8, 0, 0, 0, 0))
PIXELS = zlib.compress(bytes(201 * 200))
END = chunk(b"IEND", b"")
BOMB = zlib.compress(bytes(300_000_000), 9)


def code_of(data: bytes) -> str:
    """The code of the refusal, or nothing where the picture is drawn."""
    try:
        redraw_in_child(data)
    except Refused as refused:
        (violation,) = refused.violations
        assert violation.field == "picture"
        return violation.code
    return ""


def moving(frames: int) -> Iterator[bytes]:
    """The chunks of an APNG."""
    yield chunk(b"acTL", struct.pack(">II", frames, 0))
    control = struct.pack(">IIIIHHBB", 200, 200, 0, 0, 1, 10, 0, 0)
    yield chunk(b"fcTL", struct.pack(">I", 0) + control)
    yield chunk(b"IDAT", PIXELS)
    for number in range(1, frames):
        yield chunk(b"fcTL", struct.pack(">I", 2 * number - 1) + control)
        yield chunk(b"fdAT", struct.pack(">I", 2 * number) + PIXELS)


def webp_canvas(side: int) -> bytes:
    """A WebP that claims a canvas of this side, with one frame of no size."""
    size = (side - 1).to_bytes(3, "little")
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + size + size
    body += b"ANIM" + struct.pack("<I", 6) + bytes(6)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def test_a_jpeg_of_300_scans_is_refused_before_it_is_decoded() -> None:
    data = many_scans(300)
    assert len(data) < 45_000
    assert has_too_many_scans(data)
    assert code_of(data) == "picture_too_costly"


@pytest.mark.parametrize(("scans", "code"), [(MAX_SCANS - 1, ""), (MAX_SCANS, "picture_too_costly")])
def test_twenty_scans_are_drawn_and_one_more_is_not(scans: int, code: str) -> None:
    assert code_of(many_scans(scans, side=200)) == code


@pytest.mark.parametrize("more", [b"", b"\xff\xff\xff", b"garbage\xff\x00", b"\xff\x01", b"\xff\xd0"])
def test_what_stands_between_markers_hides_none(more: bytes) -> None:
    whole = many_scans(MAX_SCANS, side=200)
    at = whole.rindex(b"\xff\xda")
    assert has_too_many_scans(whole[:at] + more + whole[at:])


def test_markers_inside_a_segment_or_behind_the_end_are_no_scans() -> None:
    inside = b"\xff\xda" * 100
    plain = photo()
    beside = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(inside) + 2) + inside + plain[2:] + inside
    assert not has_too_many_scans(beside)
    assert code_of(beside) == ""


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (
            PNG + HEAD + chunk(b"iCCP", b"x\0\0" + BOMB) + chunk(b"IDAT", PIXELS) + END,
            {"", "picture_unreadable"},
        ),
        (PNG + HEAD + chunk(b"zTXt", b"x\0\0" + BOMB) + chunk(b"IDAT", PIXELS) + END, {"picture_unreadable"}),
        (PNG + HEAD + chunk(b"IDAT", BOMB) + END, {"", "picture_unreadable"}),
        (PNG + HEAD + b"".join(moving(3_000)) + END, {""}),
        (webp_canvas(16_383), {"picture_too_many_pixels", "picture_too_costly", "picture_unreadable"}),
    ],
    ids=["profile", "text", "pixels", "frames", "canvas"],
)
def test_other_small_files_that_say_much_are_drawn_or_refused(data: bytes, codes: set[str]) -> None:
    assert len(data) < 2_000_000
    assert code_of(data) in codes


def test_what_takes_longer_than_it_may_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_process, "MODULE", "tests.fixtures.costly")
    monkeypatch.setattr(picture_process, "SECONDS", 1)
    assert code_of(b"spin") == "picture_too_costly"


def test_while_one_is_decoded_nobody_waits() -> None:
    with bounded_process._busy, pytest.raises(TooMany):
        redraw_in_child(photo())


def test_the_child_says_what_the_decoder_says() -> None:
    data = noted((900, 700), "PNG")
    assert redraw_in_child(data) == redraw_picture(data)
    assert code_of(photo((99, 400))) == "picture_too_small"
    assert code_of(b"<svg/>") == "picture_unreadable"
