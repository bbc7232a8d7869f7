"""A bulletin as pictures of 1080 × 1350 pixels, to be read on a phone. Pure: values in, PNG files out.

Each picture has the tournament's title and what it is about; sections stand in one or two columns and go on
in the next picture. Names are made smaller, then broken into lines; nothing is cut off.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from PIL import Image, ImageDraw, ImageFont

from core.look.face import FACE
from core.look.suits import SIGNS
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection

WIDTH, HEIGHT = 1080, 1350
MARGIN, GUTTER = 64, 40
HEAD, FOOT = 300, 96  # pixels that the title and the last line take
PAPER, INK, SOFT, FELT, ON_FELT = "#f8f3e8", "#2a2119", "#635443", "#1d5a43", "#fbf6e9"
RED, BLACK, RULE = "#a8231c", "#2a2119", "#d9ccb4"
RED_SUITS = frozenset({"hearts", "diamonds"})
LARGE, SMALL, LEAST = 46, 36, 28  # pixels: of few lines, of many, and the least that a phone shows readably
FEW = 12  # lines: up to so many stand in one column of large letters
SANS = ("fontpkg_noto_sans", "files/NotoSans[wdth,wght].ttf")
REGULAR, BOLD = 400, 700
UNKNOWN = "\U0010ffff"

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=64)
def sans(size: int, weight: int = REGULAR) -> Font:
    """The letters of names: Latin, Greek, Cyrillic and more."""
    package, name = SANS
    with files(package).joinpath(name).open("rb") as source:
        font = ImageFont.truetype(io.BytesIO(source.read()), size)
    font.set_variation_by_axes([weight, 100])
    return font


@lru_cache(maxsize=16)
def display(size: int) -> Font:
    """The product's face, which has the four suits."""
    return ImageFont.truetype(io.BytesIO(FACE.read_bytes()), size)


@lru_cache(maxsize=4096)
def has_letter(letter: str) -> bool:
    """Whether the picture can show this letter."""
    font = sans(LEAST)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask(UNKNOWN))


def unreadable(bulletin: Bulletin) -> tuple[str, ...]:
    """The lines with letters that pictures cannot show, each once, in order."""
    texts = [bulletin.title, *(line.text for section in bulletin.sections for line in section.lines)]
    return tuple(dict.fromkeys(text for text in texts if not all(map(has_letter, text))))


@dataclass(frozen=True, slots=True)
class DrawnText:
    """A line as it is drawn: its left edge within the column, and the size of its letters."""

    line: BulletinLine
    text: str
    size: int
    starts: bool


@dataclass(frozen=True, slots=True)
class SectionBlock:
    """A section as it is drawn, and its height."""

    label: tuple[str, ...]
    lines: tuple[DrawnText, ...]
    size: int

    @property
    def height(self) -> int:
        label = len(self.label) * round(self.size * 1.35)
        return label + sum(_step(one.size) for one in self.lines) + _gap(self.size, bool(self.label))


@dataclass(frozen=True, slots=True)
class PictureLayout:
    """How a bulletin is divided among pictures: for each block its column and its distance from the top."""

    bulletin: Bulletin
    lead: tuple[str, ...]
    width: int
    sheets: tuple[tuple[tuple[int, int, SectionBlock], ...], ...]


def lay_out(bulletin: Bulletin) -> PictureLayout:
    """Divide the bulletin among as few pictures as its letters allow; at least one."""
    columns = _columns(bulletin)
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GUTTER) // columns
    blocks = [_block(section, width, LARGE if columns == 1 else SMALL) for section in bulletin.sections]
    lead = [part for sentence in bulletin.lead for part in broken(sentence, sans(SMALL), WIDTH - 2 * MARGIN)]
    sheets = _sheets(blocks, columns, _room(len(lead)), _room(0))
    return PictureLayout(bulletin, tuple(lead), width, tuple(map(tuple, sheets)))


def draw(layout: PictureLayout, number: int, footer: str = "") -> bytes:
    """Return picture `number`, from 1, as a PNG file; `footer` is its last line, such as an address."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    _draw_head(pen, layout.bulletin)
    top = _draw_lead(pen, layout.lead if number == 1 else ())
    for column, below, block in layout.sheets[number - 1]:
        _draw_block(pen, MARGIN + column * (layout.width + GUTTER), top + below, layout.width, block)
    total = len(layout.sheets)
    _draw_foot(pen, footer, f"{number}/{total}" if total > 1 else "")
    file = io.BytesIO()
    picture.quantize(64).save(file, "PNG")
    return file.getvalue()


def _draw_lead(pen: ImageDraw.ImageDraw, lead: Sequence[str]) -> int:
    """Write the sentences; return where the columns begin, in pixels from the top."""
    for number, sentence in enumerate(lead):
        pen.text((MARGIN, HEAD + number * _step(SMALL)), sentence, INK, sans(SMALL))
    return HEAD + len(lead) * _step(SMALL) + (24 if lead else 0)


def _columns(bulletin: Bulletin) -> int:
    return 1 if sum(len(section.lines) + bool(section.label) for section in bulletin.sections) <= FEW else 2


def _room(lead: int) -> int:
    return HEIGHT - HEAD - FOOT - lead * _step(SMALL) - (24 if lead else 0)


def _sheets(
    blocks: Sequence[SectionBlock], columns: int, first: int, later: int
) -> Iterator[list[tuple[int, int, SectionBlock]]]:
    """Divide the blocks among pictures; each with its column and its distance from the top of the columns."""
    sheet: list[tuple[int, int, SectionBlock]] = []
    column, top, room = 0, 0, first
    for block in blocks:
        if top and top + block.height > room:
            column, top = column + 1, 0
        if column == columns:
            yield sheet
            sheet, column, room = [], 0, later
        sheet.append((column, top, block))
        top += block.height
    yield sheet


def _block(section: BulletinSection, width: int, size: int) -> SectionBlock:
    label = tuple(broken(section.label, sans(round(size * 0.8), BOLD), width)) if section.label else ()
    lines = tuple(placed for line in section.lines for placed in _placed(line, width, size))
    return SectionBlock(label, lines, size)


def _placed(line: BulletinLine, width: int, size: int) -> Iterator[DrawnText]:
    """The line, smaller if that makes it fit, else broken into several."""
    room = width - (_indent(size) if line.suit else 0)
    weight = BOLD if line.is_strong else REGULAR
    for smaller in range(size, LEAST - 1, -4):
        if sans(smaller, weight).getlength(line.text) <= room:
            yield DrawnText(line, line.text, smaller, starts=True)
            return
    for number, part in enumerate(broken(line.text, sans(LEAST, weight), room)):
        yield DrawnText(line, part, LEAST, starts=number == 0)


def broken(text: str, font: Font, width: int) -> list[str]:
    """The text in lines of at most `width` pixels, broken between words, or within one that is too long."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        wider = f"{line} {word}" if line else word
        if font.getlength(wider) <= width:
            line = wider
            continue
        lines += [line] if line else []
        *full, line = _chopped(word, font, width)
        lines += full
    return [*lines, line] if line else lines


def _chopped(word: str, font: Font, width: int) -> Iterator[str]:
    part = ""
    for letter in word:
        if part and font.getlength(part + letter) > width:
            yield part
            part = ""
        part += letter
    yield part


def _step(size: int) -> int:
    return round(size * 1.3)


def _gap(size: int, has_label: bool) -> int:
    return round(size * 0.6) if has_label else round(size * 0.15)


def _indent(size: int) -> int:
    return round(size * 1.15)


def _draw_head(pen: ImageDraw.ImageDraw, bulletin: Bulletin) -> None:
    """The title on a ground of felt, in one or two lines, and the heading."""
    pen.rectangle((0, 0, WIDTH, HEAD - 40), FELT)
    size, lines = _title(bulletin.title)
    top = 40
    for line in lines:
        pen.text((MARGIN, top), line, ON_FELT, sans(size, BOLD))
        top += _step(size)
    heading = sans(_fitting(bulletin.heading, 50, BOLD), BOLD)
    pen.text((MARGIN, HEAD - 40 - 28), bulletin.heading, ON_FELT, heading, anchor="ls")
    for index, sign in enumerate(SIGNS.values()):
        pen.text((WIDTH - MARGIN - (3 - index) * 44, 40), sign, ON_FELT, display(36), anchor="ra")


def _title(title: str) -> tuple[int, list[str]]:
    """The largest size at which the title takes at most two lines; a longer one takes what it needs."""
    for size in range(56, 23, -4):
        lines = broken(title, sans(size, BOLD), WIDTH - 2 * MARGIN - (190 if size > 40 else 0))
        if len(lines) * _step(size) <= 150:
            return size, lines
    return 24, broken(title, sans(24, BOLD), WIDTH - 2 * MARGIN)


def _fitting(text: str, size: int, weight: int) -> int:
    while size > LEAST and sans(size, weight).getlength(text) > WIDTH - 2 * MARGIN:
        size -= 2
    return size


def _draw_block(pen: ImageDraw.ImageDraw, left: int, top: int, width: int, block: SectionBlock) -> None:
    for label in block.label:
        pen.text((left, top), label, FELT, sans(round(block.size * 0.8), BOLD))
        top += round(block.size * 1.35)
        pen.line((left, top - 8, left + width, top - 8), RULE, 2)
    for placed in block.lines:
        _draw_line(pen, left, top, block.size, placed)
        top += _step(placed.size)


def _draw_line(pen: ImageDraw.ImageDraw, left: int, top: int, size: int, placed: DrawnText) -> None:
    suit, base = placed.line.suit, top + round(placed.size * 1.05)
    if suit and placed.starts:
        colour = RED if suit in RED_SUITS else BLACK
        pen.text((left, base), SIGNS[suit], colour, display(round(size * 0.9)), anchor="ls")
    font = sans(placed.size, BOLD if placed.line.is_strong else REGULAR)
    pen.text((left + (_indent(size) if suit else 0), base), placed.text, INK, font, anchor="ls")


def _draw_foot(pen: ImageDraw.ImageDraw, footer: str, number: str) -> None:
    base = HEIGHT - 40
    room = WIDTH - 2 * MARGIN - 120
    size = LEAST
    while size > 16 and sans(size).getlength(footer) > room:
        size -= 2
    pen.text((MARGIN, base), footer, SOFT, sans(size), anchor="ls")
    pen.text((WIDTH - MARGIN, base), number, SOFT, sans(LEAST, BOLD), anchor="rs")
