"""The display font, built at set-up (`core.assets`) and not in the repository.

It is Fraunces (SIL Open Font License 1.1) in one weight, reduced to the letters of names, with our own suits
drawn into it.
"""

from importlib.resources import files
from pathlib import Path

from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from core.look import FACE
from core.look.suits import BOX, SIGNS, SUITS

PACKAGE = "fontpkg_fraunces"
SOURCE = "files/Fraunces[SOFT,WONK,opsz,wght].ttf"
CUT = {"SOFT": 50, "WONK": 0, "opsz": 40, "wght": 700}
FAMILY = "Chama Display"
LICENSE = FACE.with_name("OFL.txt")
LARGEST = 25_000  # bytes
FARTHER = "ĀāĂăĄąĆćČčĎďĐđĒēĘęĚěĞğĪīİıŁłŃńŇňŌōŐőŒœŘřŚśŞşŠšŤťŪūŮůŰűŹźŻżŽž"
LETTERS = (
    *range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, FARTHER),
    0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2026, 0x2116, 0x2212,
)  # fmt: skip
FEATURES = ("kern", "liga", "lnum", "tnum", "mark", "ccmp", "locl")
NAMED = (1, 4, 16)  # entries of the name table that contain the family


class TooLarge(RuntimeError):
    """The font is larger than the first view of a page may load."""


def make(target: Path = FACE) -> int:
    """Write the font and its licence, and return the font's size in bytes.

    Raise `TooLarge` and leave the old file if it is over 25,000 bytes.
    """
    font = instantiateVariableFont(_load_source_font(), CUT)
    _cut_down(font)
    _draw_suits(font)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_suffix(".part")
    font.save(part)
    size = part.stat().st_size
    if size > LARGEST:
        raise TooLarge(f"{size} bytes; at most {LARGEST} are sent with a page")
    part.replace(target)
    (target.parent / LICENSE.name).write_bytes(files(PACKAGE).joinpath("LICENSE").read_bytes())
    return size


def is_made() -> bool:
    """Return whether the font exists and is at least as new as the modules that draw it."""
    sources = (Path(__file__), Path(__file__).with_name("suits.py"))
    return FACE.exists() and all(FACE.stat().st_mtime >= path.stat().st_mtime for path in sources)


def _load_source_font() -> TTFont:
    """Return the variable font Fraunces, from which the served one is made."""
    with files(PACKAGE).joinpath(SOURCE).open("rb") as source:
        return TTFont(source, lazy=False, recalcTimestamp=False)


def _draw_suits(font: TTFont) -> None:
    """Add glyphs for the four suits, a little taller than a capital letter, on the baseline."""
    unit = font["OS/2"].sCapHeight * 1.12 / BOX
    font.setGlyphOrder([*font.getGlyphOrder(), *(f"suit.{key}" for key in SIGNS)])
    for key, sign in SIGNS.items():
        name, pen = f"suit.{key}", TTGlyphPen(None)
        upright = TransformPen(Cu2QuPen(pen, 1.0), (unit, 0, 0, -unit, 0, BOX * unit * 0.95))
        parse_path(SUITS[key], upright)
        font["glyf"][name] = pen.glyph()
        font["hmtx"][name] = (round(BOX * unit), 0)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(sign)] = name


def _cut_down(font: TTFont) -> None:
    """Reduce the font to `LETTERS` and `FEATURES`, name it `FAMILY`, and make it WOFF."""
    options = Options(hinting=False, name_IDs=[0, 1, 2, 4, 13, 14, 16], notdef_outline=True)
    options.layout_features = list(FEATURES)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    for entry in font["name"].names:
        if entry.nameID in NAMED:
            entry.string = FAMILY
    font.flavor = "woff"
