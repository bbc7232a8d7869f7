"""Picture files as people have them: photos with what a camera notes, logos that one can see through."""

import io
import random

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
