"""What is printed, as PDF files on A4, right in black and white: bulletins for the wall, and match sheets.

Pure, and run in a child process by `printing`: the library takes 46 MB. Lengths are pixels of `layout.A4`
(150 an inch), which `MM` turns into millimetres.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from typing import Any

import segno
from fpdf import FPDF

from core.look import FACE
from core.look.suits import SIGNS
from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection, SheetSlip, SlipSeat, Topic
from tournaments.share.layout import (
    A4,
    BOLD,
    REGULAR,
    SANS,
    LineText,
    PageLayout,
    SectionBlock,
    broken,
    fitting,
    has_letter,
    indent,
    label_size,
    label_step,
    lay_out,
    sans,
    step,
    title_lines,
)

MM, POINT = 25.4 / 150, 72 / 150  # of a pixel
STYLES = {REGULAR: "", BOLD: "B"}
SLIPS_A_PAGE = 2


def run(data: bytes) -> bytes:
    """Be the child: JSON with `footer` and either `slips` or a `bulletin` in, a PDF file out."""
    job = json.loads(data)
    if "slips" in job:
        return slips_file([_slip(slip) for slip in job["slips"]], job["footer"])
    return bulletin_file(lay_out(_bulletin(job["bulletin"]), A4), job["footer"])


def _slip(values: Mapping[str, Any]) -> SheetSlip:
    lists = {name: tuple(values[name]) for name in ("columns", "endings", "lines")}
    return SheetSlip(**{**values, **lists, "seats": tuple(SlipSeat(**seat) for seat in values["seats"])})


def _bulletin(values: Mapping[str, Any]) -> Bulletin:
    sections = (
        BulletinSection(section["label"], tuple(BulletinLine(**line) for line in section["lines"]))
        for section in values["sections"]
    )
    topic, lead = Topic(values["topic"]), tuple(values["lead"])
    return Bulletin(topic, values["title"], values["heading"], lead, tuple(sections))


class _Paper(FPDF):
    """A4 pages whose units are pixels of the layout."""

    def __init__(self) -> None:
        super().__init__(format="A4")
        self.set_auto_page_break(False)
        for weight, style in STYLES.items():
            with as_file(files(SANS).joinpath(weight)) as face:
                self.add_font("sans", style, face)
        self.add_font("suits", "", FACE)

    def write_at(self, x: float, base: float, text: str, size: int, weight: str = REGULAR) -> None:
        """Write a line whose letters stand on `base`."""
        self.set_font("sans", STYLES[weight], size * POINT)
        self.text(x * MM, base * MM, "".join(letter if has_letter(letter) else "?" for letter in text))

    def write_right(self, right: float, base: float, text: str, size: int, weight: str = REGULAR) -> None:
        """Write a line that ends at `right`."""
        self.write_at(right - sans(size, weight).getlength(text), base, text, size, weight)

    def write_suit(self, x: float, base: float, suit: str, size: int) -> None:
        """Draw a suit as tall as a capital."""
        self.set_font("suits", "", size * POINT)
        self.text(x * MM, base * MM, SIGNS[suit])

    def rule(self, left: float, y: float, right: float, *, dashed: bool = False) -> None:
        """Draw a level line."""
        self.set_dash_pattern(dash=2, gap=2) if dashed else self.set_dash_pattern()
        self.line(left * MM, y * MM, right * MM, y * MM)

    def box(self, left: float, top: float, width: float, height: float) -> None:
        """Draw an empty box."""
        self.set_dash_pattern()
        self.rect(left * MM, top * MM, width * MM, height * MM)

    def code(self, address: str, left: float, top: float, side: float) -> None:
        """Draw the QR code of an address with its quiet zone."""
        rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=2)]
        dot = side / len(rows)
        self.set_fill_color(0)
        for y, row in enumerate(rows):
            for x, is_dark in enumerate(row):
                if is_dark:
                    self.rect((left + x * dot) * MM, (top + y * dot) * MM, dot * MM, dot * MM, "F")


def bulletin_file(layout: PageLayout, footer: str) -> bytes:
    """Return the pages of a bulletin that was laid out for `A4`, with `footer` at the bottom of each."""
    paper = _Paper()
    for number, blocks in enumerate(layout.pages, 1):
        paper.add_page()
        _write_head(paper, layout)
        if number == 1:
            for line, sentence in enumerate(layout.lead, 1):
                paper.write_at(
                    A4.margin, A4.head + line * step(layout.lead_size) - 8, sentence, layout.lead_size
                )
        for column, below, block in blocks:
            _write_block(paper, layout.left(column), layout.top(number) + below, layout.column_width, block)
        _write_foot(paper, footer, number, len(layout.pages))
    return bytes(paper.output())


def _write_lead(paper: _Paper, layout: PageLayout) -> None:
    size = layout.lead_size
    for number, sentence in enumerate(layout.lead, 1):
        paper.write_at(A4.margin, A4.head + number * step(size) - 8, sentence, size)


def _write_head(paper: _Paper, layout: PageLayout) -> None:
    size, lines = title_lines(layout.bulletin.title, A4, A4.inside, 76)
    for number, line in enumerate(lines, 1):
        paper.write_at(A4.margin, 50 + number * step(size), line, size)
    heading = fitting(layout.bulletin.heading, 56, A4.inside, BOLD)
    paper.write_at(A4.margin, A4.head - 40, layout.bulletin.heading, heading, BOLD)
    paper.rule(A4.margin, A4.head - 20, A4.width - A4.margin)


def _write_block(paper: _Paper, left: int, top: int, width: int, block: SectionBlock) -> None:
    for label in block.label:
        paper.write_at(left, top + label_size(block.size), label, label_size(block.size), BOLD)
        top += label_step(block.size)
        paper.rule(left, top - 8, left + width)
    for part in block.lines:
        _write_line(paper, left, top + round(part.size * 1.05), block.size, part)
        top += step(part.size)


def _write_line(paper: _Paper, left: int, base: int, size: int, part: LineText) -> None:
    suit = part.line.suit
    if suit and part.starts:
        paper.write_suit(left, base, suit, round(size * 0.9))
    weight = BOLD if part.line.is_strong else REGULAR
    paper.write_at(left + (indent(size) if suit else 0), base, part.text, part.size, weight)


def _write_foot(paper: _Paper, footer: str, number: int, total: int) -> None:
    base = A4.height - 60
    paper.write_at(A4.margin, base, footer, fitting(footer, A4.least, A4.inside - 140))
    if total > 1:
        paper.write_right(A4.width - A4.margin, base, f"{number}/{total}", A4.least, BOLD)


def slips_file(slips: Sequence[SheetSlip], footer: str) -> bytes:
    """Return match sheets, two a page with a line to cut along."""
    paper, half = _Paper(), A4.height // SLIPS_A_PAGE
    for number, slip in enumerate(slips):
        top = number % SLIPS_A_PAGE * half
        if not top:
            paper.add_page()
            paper.rule(0, half, A4.width, dashed=True)
        _write_slip(paper, slip, top, footer)
    return bytes(paper.output())


def _write_slip(paper: _Paper, slip: SheetSlip, top: int, footer: str) -> None:
    right = A4.width - A4.margin
    room = A4.inside - (190 if slip.address else 0)
    paper.write_at(A4.margin, top + 84, slip.title, fitting(slip.title, 28, room))
    paper.write_at(A4.margin, top + 150, slip.place, fitting(slip.place, 60, room // 2, BOLD), BOLD)
    paper.write_right(A4.margin + room, top + 150, slip.round, fitting(slip.round, 34, room // 2 - 20))
    if slip.address:
        paper.code(slip.address, right - 165, top + 20, 165)
    below = _write_table(paper, slip, top + 245)
    below = _write_endings(paper, slip, below + 40)
    _write_lines(paper, slip, below)
    paper.write_at(A4.margin, top + A4.height // SLIPS_A_PAGE - 24, footer, fitting(footer, 20, A4.inside))


def _write_table(paper: _Paper, slip: SheetSlip, top: int) -> int:
    """Write the seats with a box for each thing that is counted; return where the table ends."""
    cell = min(150, (A4.inside - 460) // max(1, len(slip.columns)))
    first = A4.width - A4.margin - cell * len(slip.columns)
    for number, column in enumerate(slip.columns):
        for line, text in enumerate(broken(column, sans(18), cell - 6)[:3]):
            paper.write_at(first + number * cell + 3, top - 44 + line * 22, text, 18)
    height = min(80, 320 // len(slip.seats))
    top += 8
    for seat in slip.seats:
        _write_seat(paper, seat, top, first - A4.margin - 16, height)
        for number in range(len(slip.columns)):
            paper.box(first + number * cell, top, cell, height)
        top += height
    return top


def _write_seat(paper: _Paper, seat: SlipSeat, top: int, width: int, height: int) -> None:
    left, base = A4.margin, top + round(height * 0.66)
    if seat.suit:
        paper.write_suit(left, base, seat.suit, 34)
    left += 50
    room = width - 50
    size = fitting(seat.name, 36, room, least=A4.least)
    parts = broken(seat.name, sans(size), room)
    for number, part in enumerate(parts):
        paper.write_at(left, base - (len(parts) - 1 - number) * step(size), part, size)
    if not seat.name:
        paper.rule(left, base + 6, left + room)


def _write_endings(paper: _Paper, slip: SheetSlip, top: int) -> int:
    """Write the endings with a box to tick, as many in a row as fit; return where they end."""
    left, base = A4.margin, top + 24
    for ending in slip.endings:
        width = 60 + round(sans(26).getlength(ending))
        if left > A4.margin and left + width > A4.width - A4.margin:
            left, base = A4.margin, base + 44
        paper.box(left, base - 24, 26, 26)
        paper.write_at(left + 36, base, ending, 26)
        left += width
    return base


def _write_lines(paper: _Paper, slip: SheetSlip, top: int) -> None:
    """Write what is signed or noted, two in a row."""
    width = (A4.inside - 40) // 2
    for number, label in enumerate(slip.lines):
        left = A4.margin + number % 2 * (width + 40)
        base = top + 76 + number // 2 * 70
        paper.write_at(left, base, label, 22)
        paper.rule(left + sans(22).getlength(label) + 10, base + 4, left + width)
