"""Bulletins as pictures of 1080 × 1350 pixels for phones. Pure: a layout in, PNG files out."""

import io
from functools import lru_cache

import segno
from PIL import Image, ImageDraw, ImageFont

from core.look import FACE
from core.look.suits import SIGNS
from tournaments.share.fonts import BOLD, REGULAR, Face, Font, sans, split_by_font
from tournaments.share.layout import (
    PHONE,
    LineText,
    PageLayout,
    SectionBlock,
    fit_title,
    fitting_size,
    label_size,
    label_step,
    line_step,
    suit_width,
)

PAPER, INK, SOFT, FELT, ON_FELT = "#f8f3e8", "#2a2119", "#635443", "#1d5a43", "#fbf6e9"
RED, BLACK, RULE = "#a8231c", "#2a2119", "#d9ccb4"
RED_SUITS = frozenset({"hearts", "diamonds"})
COLOURS = 64  # of a file
SUITS_WIDTH, TITLE_HEIGHT, BELOW_HEAD = 200, 126, 40


@lru_cache(maxsize=16)
def display(size: int) -> Face:
    """Return the product's own font, which has the four suits."""
    return ImageFont.truetype(io.BytesIO(FACE.read_bytes()), size)


def draw_page(layout: PageLayout, number: int, footer: str = "", code: str = "") -> bytes:
    """Return page `number` (from 1) of the layout as a PNG file.

    `footer` is its last line. `code` is an address for a QR code below a bulletin without sections.
    """
    picture = Image.new("RGB", (PHONE.width, PHONE.height), PAPER)
    pen = ImageDraw.Draw(picture)
    _draw_head(pen, layout)
    top = layout.top(number)
    if number == 1:
        _draw_lead(pen, layout)
    if code and not layout.bulletin.sections:
        _draw_code(pen, code, top)
    for column, below, block in layout.pages[number - 1]:
        _draw_block(pen, layout.left(column), top + below, layout.column_width, block)
    _draw_foot(pen, footer, number, len(layout.pages))
    file = io.BytesIO()
    picture.quantize(COLOURS).save(file, "PNG")
    return file.getvalue()


def _draw_lead(pen: ImageDraw.ImageDraw, layout: PageLayout) -> None:
    for number, sentence in enumerate(layout.lead):
        top = PHONE.head + number * line_step(layout.lead_size)
        _write_below(pen, PHONE.margin, top, sentence, INK, sans(layout.lead_size))


def _draw_code(pen: ImageDraw.ImageDraw, address: str, top: int) -> None:
    """Draw the QR code of an address, with its quiet zone, centred in the space below `top`."""
    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=4)]
    room = PHONE.height - PHONE.foot - top
    dot = min(room, PHONE.inside) // len(rows)
    side = dot * len(rows)
    left, above = (PHONE.width - side) // 2, top + (room - side) // 2
    pen.rectangle((left, above, left + side - 1, above + side - 1), "#fff")
    for y, row in enumerate(rows):
        for x, is_dark in enumerate(row):
            if is_dark:
                corner = (left + x * dot, above + y * dot)
                pen.rectangle((*corner, corner[0] + dot - 1, corner[1] + dot - 1), "#000")


def _draw_head(pen: ImageDraw.ImageDraw, layout: PageLayout) -> None:
    """Draw the title and the heading on a felt ground, and the four suits."""
    bulletin, bottom = layout.bulletin, PHONE.head - BELOW_HEAD
    pen.rectangle((0, 0, PHONE.width, bottom), FELT)
    size, lines = fit_title(bulletin.title, PHONE, PHONE.inside - SUITS_WIDTH, TITLE_HEIGHT)
    for number, line in enumerate(lines):
        _write_below(pen, PHONE.margin, 36 + number * line_step(size), line, ON_FELT, sans(size, BOLD))
    heading = sans(fitting_size(bulletin.heading, 50, PHONE.inside, BOLD), BOLD)
    _write(pen, PHONE.margin, bottom - 28, bulletin.heading, ON_FELT, heading)
    for number, sign in enumerate(reversed(tuple(SIGNS.values()))):
        right = PHONE.width - PHONE.margin - number * 44
        pen.text((right, 40), sign, ON_FELT, display(36), anchor="ra")


def _draw_block(pen: ImageDraw.ImageDraw, left: int, top: int, width: int, block: SectionBlock) -> None:
    """Draw a section with its label, its corner at `left` and `top` (pixels)."""
    for label in block.label:
        _write_below(pen, left, top, label, FELT, sans(label_size(block.size), BOLD))
        top += label_step(block.size)
        pen.line((left, top - 8, left + width, top - 8), RULE, 2)
    for part in block.lines:
        _draw_line(pen, left, top, block.size, part)
        top += line_step(part.size)


def _draw_line(pen: ImageDraw.ImageDraw, left: int, top: int, size: int, part: LineText) -> None:
    suit, base = part.line.suit, top + round(part.size * 1.05)
    if suit and part.starts:
        colour = RED if suit in RED_SUITS else BLACK
        pen.text((left, base), SIGNS[suit], colour, display(round(size * 0.9)), anchor="ls")
    font = sans(part.size, BOLD if part.line.is_strong else REGULAR)
    _write(pen, left + (suit_width(size) if suit else 0), base, part.text, INK, font)


def _draw_foot(pen: ImageDraw.ImageDraw, footer: str, number: int, total: int) -> None:
    base = PHONE.height - 40
    font = sans(fitting_size(footer, PHONE.least, PHONE.inside - 120))
    _write(pen, PHONE.margin, base, footer, SOFT, font)
    if total > 1:
        right = PHONE.width - PHONE.margin
        pages, font = f"{number}/{total}", sans(PHONE.least, BOLD)
        _write(pen, right - font.getlength(pages), base, pages, SOFT, font)


def _write(pen: ImageDraw.ImageDraw, left: float, base: int, text: str, colour: str, font: Font) -> None:
    """Write a line whose letters stand on `base`."""
    for run in split_by_font(text):
        face = font.face(run)
        pen.text((left, base), run.text, colour, face, anchor="ls")
        left += face.getlength(run.text)


def _write_below(pen: ImageDraw.ImageDraw, left: int, top: int, text: str, colour: str, font: Font) -> None:
    """Write a line below `top`."""
    _write(pen, left, top + font.names.getmetrics()[0], text, colour, font)
