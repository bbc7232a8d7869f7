"""A bulletin as pictures of 1080 × 1350 pixels, to be read on a phone. Pure: values in, PNG files out.

Each picture has the tournament's title and what it is about; sections stand in one or two columns and go on
in the next picture. Names are made smaller, then broken into lines; nothing is cut off.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import segno
from PIL import Image, ImageDraw, ImageFont

from core.look import FACE
from core.look.suits import SIGNS
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection

WIDTH, HEIGHT = 1080, 1350
MARGIN, GUTTER = 64, 40
SUITS_WIDTH = 200
HEAD, FOOT = 300, 96  # pixels that the title and the last line take
PAPER, INK, SOFT, FELT, ON_FELT = "#f8f3e8", "#2a2119", "#635443", "#1d5a43", "#fbf6e9"
RED, BLACK, RULE = "#a8231c", "#2a2119", "#d9ccb4"
RED_SUITS = frozenset({"hearts", "diamonds"})
SIZES = LARGE, _, _, SMALL = (56, 48, 42, 36)  # pixels
LEAST = 28  # pixels that a phone still shows readably
FEW = 10  # lines: up to so many stand in one column
SANS, REGULAR, BOLD = "fontpkg_fira_sans", "files/FiraSans-Regular.ttf", "files/FiraSans-Bold.ttf"
UNKNOWN = "\U0010ffff"

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=64)
def sans(size: int, weight: str = REGULAR) -> Font:
    """The letters of names: Latin, Greek and Cyrillic."""
    return ImageFont.truetype(io.BytesIO(files(SANS).joinpath(weight).read_bytes()), size)


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
    lead_size: int
    width: int
    sheets: tuple[tuple[tuple[int, int, SectionBlock], ...], ...]


def lay_out(bulletin: Bulletin) -> PictureLayout:
    """Divide the bulletin among pictures: in the largest letters that fit on one, else in the smallest."""
    columns = _columns(bulletin)
    width = (WIDTH - 2 * MARGIN - (columns - 1) * GUTTER) // columns
    lead_size = SMALL if bulletin.sections else LARGE
    lead = [text for each in bulletin.lead for text in broken(each, sans(lead_size), WIDTH - 2 * MARGIN)]
    room = _room(len(lead))
    for size in SIZES:
        blocks = [_block(section, width, size) for section in bulletin.sections]
        if _fits(blocks, columns, room):
            room = _balanced(blocks, columns, room)
            break
    sheets = _sheets(blocks, columns, room, _room(0))
    return PictureLayout(bulletin, tuple(lead), lead_size, width, tuple(map(tuple, sheets)))


def draw(layout: PictureLayout, number: int, footer: str = "", code: str = "") -> bytes:
    """Return picture `number`, from 1, as a PNG file.

    `footer` is its last line. `code` is an address for a QR code below a bulletin without sections.
    """
    picture = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(picture)
    _draw_head(pen, layout.bulletin)
    top = _draw_lead(pen, layout.lead if number == 1 else (), layout.lead_size)
    if code and not layout.bulletin.sections:
        _draw_code(pen, code, top)
    for column, below, block in layout.sheets[number - 1]:
        _draw_block(pen, MARGIN + column * (layout.width + GUTTER), top + below, layout.width, block)
    total = len(layout.sheets)
    _draw_foot(pen, footer, f"{number}/{total}" if total > 1 else "")
    file = io.BytesIO()
    picture.quantize(64).save(file, "PNG")
    return file.getvalue()


def _draw_lead(pen: ImageDraw.ImageDraw, lead: Sequence[str], size: int) -> int:
    """Write the sentences; return where the columns begin, in pixels from the top."""
    for number, sentence in enumerate(lead):
        pen.text((MARGIN, HEAD + number * _step(size)), sentence, INK, sans(size))
    return HEAD + len(lead) * _step(size) + (24 if lead else 0)


def _draw_code(pen: ImageDraw.ImageDraw, address: str, top: int) -> None:
    """The QR code of an address in the middle of what is left below `top`, with its quiet zone."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=4)]
    room = HEIGHT - FOOT - top
    dot = min(room, WIDTH - 2 * MARGIN) // len(rows)
    left, above = (WIDTH - dot * len(rows)) // 2, top + (room - dot * len(rows)) // 2
    pen.rectangle((left, above, left + dot * len(rows) - 1, above + dot * len(rows) - 1), "#fff")
    for y, row in enumerate(rows):
        for x, is_dark in enumerate(row):
            if is_dark:
                corner = (left + x * dot, above + y * dot)
                pen.rectangle((*corner, corner[0] + dot - 1, corner[1] + dot - 1), "#000")


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


def _fits(blocks: Sequence[SectionBlock], columns: int, room: int) -> bool:
    """Whether these blocks fit on one picture."""
    is_low = all(block.height <= room for block in blocks)
    return is_low and len(list(_sheets(blocks, columns, room, room))) == 1


def _balanced(blocks: Sequence[SectionBlock], columns: int, room: int) -> int:
    """The least height at which these blocks, which fit on one picture, still do."""
    heights = range(sum(block.height for block in blocks) // columns, room, 8)
    return next((height for height in heights if _fits(blocks, columns, height)), room)


def _block(section: BulletinSection, width: int, size: int) -> SectionBlock:
    label = tuple(broken(section.label, sans(round(size * 0.8), BOLD), width)) if section.label else ()
    lines = tuple(placed for line in section.lines for placed in _placed(line, width, size))
    return SectionBlock(label, lines, size)


def _placed(line: BulletinLine, width: int, size: int) -> Iterator[DrawnText]:
    """The line, smaller if that makes it fit, else broken into several."""
    room = width - (_indent(size) if line.suit else 0)
    weight = BOLD if line.is_strong else REGULAR
    least = max(LEAST, round(size * 0.7))
    for smaller in range(size, least - 1, -4):
        if sans(smaller, weight).getlength(line.text) <= room:
            yield DrawnText(line, line.text, smaller, starts=True)
            return
    for number, part in enumerate(broken(line.text, sans(least, weight), room)):
        yield DrawnText(line, part, least, starts=number == 0)


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
        lines = broken(title, sans(size, BOLD), WIDTH - 2 * MARGIN - SUITS_WIDTH)
        if len(lines) * _step(size) <= 126:
            return size, lines
    return 24, broken(title, sans(24, BOLD), WIDTH - 2 * MARGIN - SUITS_WIDTH)


def _fitting(text: str, size: int, weight: str) -> int:
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
