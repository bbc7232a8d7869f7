"""Fonts of names on pictures and on paper, with a fallback by letter.

Pure. Source Sans Pro has Latin, Greek and Cyrillic, WenQuanYi Micro Hei has Chinese, Japanese and Korean. A
letter that both lack is shown as `MARK`, and pages name the people whose names have one (ADR 0124).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import groupby

from PIL import ImageFont

NAMES = "font_source_sans_pro"
REGULAR, BOLD = "files/SourceSansPro-Regular.ttf", "files/SourceSansPro-Bold.ttf"
IDEOGRAPHS, ONLY_WEIGHT = "paperang_p2_fonts_cjk", "fonts/wqy-microhei.ttc"
MARK = "〓"
UNKNOWN = "\U0010ffff"
PROBE = 28  # pixels

Face = ImageFont.FreeTypeFont


@dataclass(frozen=True, slots=True)
class TextRun:
    """A part of a line in one font: the fallback (`is_fallback`) or the font of names."""

    text: str
    is_fallback: bool


@dataclass(frozen=True, slots=True)
class Font:
    """The fonts of one size in pixels; the fallback has one weight."""

    size: int
    weight: str = REGULAR

    def getlength(self, text: str) -> float:
        """Return the width of a line in pixels."""
        return sum(self.face(run).getlength(run.text) for run in split_by_font(text))

    def face(self, run: TextRun) -> Face:
        """Return the font of this part."""
        return _face(IDEOGRAPHS, ONLY_WEIGHT, self.size) if run.is_fallback else self.names

    @property
    def names(self) -> Face:
        """Return the font of names."""
        return _face(NAMES, self.weight, self.size)


@lru_cache(maxsize=128)
def sans(size: int, weight: str = REGULAR) -> Font:
    """Return the font of names, with its fallback, in this size (pixels)."""
    return Font(size, weight)


@lru_cache(maxsize=128)
def _face(package: str, file: str, size: int) -> Face:
    """Return the font in this file of an installed package, in this size (pixels); cached."""
    return ImageFont.truetype(str(files(package).joinpath(file)), size)


def split_by_font(text: str) -> tuple[TextRun, ...]:
    """Divide a line by font, with `MARK` in place of letters that no font has."""
    if text.isascii():
        return (TextRun(text, is_fallback=False),) if text else ()
    shown = "".join(letter if has_letter(letter) else MARK for letter in text)
    return tuple(TextRun("".join(part), is_other) for is_other, part in groupby(shown, _needs_fallback))


@lru_cache(maxsize=4096)
def has_letter(letter: str) -> bool:
    """Return whether the font of names or its fallback has this letter."""
    return letter.isspace() or any(_draws_letter(package, file, letter) for package, file in _faces())


def _faces() -> Iterator[tuple[str, str]]:
    """Yield package and file of each font that names may use."""
    yield NAMES, REGULAR
    yield IDEOGRAPHS, ONLY_WEIGHT


@lru_cache(maxsize=4096)
def _needs_fallback(letter: str) -> bool:
    """Return whether the font of names lacks this letter; the fallback may lack it too."""
    return not letter.isspace() and not _draws_letter(NAMES, REGULAR, letter)


def _draws_letter(package: str, file: str, letter: str) -> bool:
    """Return whether the font draws this letter other than its sign for unknown ones."""
    face = _face(package, file, PROBE)
    return bytes(face.getmask(letter)) != bytes(face.getmask(UNKNOWN))
