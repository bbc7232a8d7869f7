"""Picture files as people have them: photos with what a camera notes, logos that one can see through."""

import io
import random
import struct

from PIL import Image

CAMERA, WORDS = "CameraOfAna", "<script>alert(1)</script>"
GPS, MAKE, ORIENTATION = 0x8825, 0x010F, 0x0112


def photo(size: tuple[int, int] = (1200, 900), kind: str = "JPEG") -> bytes:
    """A plain photo without anything beside its pixels."""
    return written(Image.linear_gradient("L").resize(size).convert("RGB"), kind)


def noted(size: tuple[int, int] = (1200, 900), kind: str = "JPEG", orientation: int = 1) -> bytes:
    """A photo with the place, the camera, which way it was held, a comment, and a script behind its end."""
    exif = Image.Exif()
    exif[MAKE], exif[ORIENTATION] = CAMERA, orientation
    exif.get_ifd(GPS).update({1: "S", 2: (22.0, 54.0, 30.0), 3: "W", 4: (43.0, 6.0, 15.0)})
    beside = {"comment": WORDS} if kind == "JPEG" else {}
    picture = Image.linear_gradient("L").resize(size).convert("RGB")
    return written(picture, kind, exif=exif, xmp=WORDS.encode(), **beside) + WORDS.encode()


def noise(size: tuple[int, int]) -> bytes:
    """What no format makes small."""
    return written(Image.frombytes("RGB", size, random.Random(7).randbytes(size[0] * size[1] * 3)), "JPEG")


def logo(colour: tuple[int, int, int]) -> bytes:
    """A square of one colour in the middle of nothing."""
    picture = Image.new("RGBA", (400, 400))
    picture.paste((*colour, 255), (100, 100, 300, 300))
    return written(picture, "PNG")


def written(picture: Image.Image, kind: str, **how: object) -> bytes:
    """The file of a picture."""
    file = io.BytesIO()
    picture.save(file, kind, **how)
    return file.getvalue()


def opened(data: bytes) -> Image.Image:
    """The picture of a file, read to its end."""
    picture = Image.open(io.BytesIO(data))
    picture.load()
    return picture


def many_scans(number: int, side: int = 4000) -> bytes:
    """A progressive JPEG of one grey component: a few bytes a scan, and each costs a pass over all blocks.

    Each scan after the first says in eight runs of 32,767 blocks that nothing changes.
    """
    head = _segment(0xDB, b"\x00" + bytes([1] * 64))
    head += _segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + bytes([1, 0x11, 0]))
    one_code = bytes([1, *[0] * 15])
    head += _segment(0xC4, b"\x00" + one_code + b"\x00") + _segment(0xC4, b"\x10" + one_code + b"\xe0")
    blocks = (side // 8) ** 2
    first = _segment(0xDA, bytes([1, 1, 0x00, 0, 0, 0])) + bytes(-(-blocks // 8))
    run = "0" + f"{32_767 - 16_384:014b}"
    bits = run * 8
    bits += "1" * (-len(bits) % 8)
    stuffed = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\x00")
    return (
        b"\xff\xd8"
        + head
        + first
        + (_segment(0xDA, bytes([1, 1, 0x00, 1, 63, 0x10])) + stuffed) * number
        + b"\xff\xd9"
    )


def _segment(kind: int, data: bytes) -> bytes:
    return bytes([0xFF, kind]) + struct.pack(">H", len(data) + 2) + data
