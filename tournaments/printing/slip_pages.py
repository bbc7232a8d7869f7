"""Match sheets, two a page with a line to cut along. Pure, and run in a child process."""

from collections.abc import Sequence

from tournaments.printing.pdf import PdfPages
from tournaments.printing.values import SheetSlip, SlipSeat
from tournaments.share.fonts import BOLD, sans
from tournaments.share.layout import A4, break_lines, fitting_size, line_step

SLIPS_A_PAGE = 2
LEAST_NAME = 12  # pixels of the letters of a name
ABOVE_FOOT = 32  # pixels from the last line to write on to that of the footer


def slips_file(slips: Sequence[SheetSlip], footer: str) -> bytes:
    """Return match sheets as a PDF file, two a page with a line to cut along, each with the `footer`."""
    paper, half = PdfPages(), A4.height // SLIPS_A_PAGE
    for number, slip in enumerate(slips):
        top = number % SLIPS_A_PAGE * half
        if not top:
            paper.add_page()
            paper.draw_rule(0, half, A4.width, dashed=True)
        _write_slip(paper, slip, top, footer)
    return bytes(paper.output())


def _write_slip(paper: PdfPages, slip: SheetSlip, top: int, footer: str) -> None:
    right = A4.width - A4.margin
    room = A4.inside - (190 if slip.address else 0)
    paper.write_at(A4.margin, top + 84, slip.title, fitting_size(slip.title, 28, room))
    paper.write_at(A4.margin, top + 150, slip.place, fitting_size(slip.place, 60, room // 2, BOLD), BOLD)
    paper.write_right(A4.margin + room, top + 150, slip.round, fitting_size(slip.round, 34, room // 2 - 20))
    if slip.address:
        paper.draw_code(slip.address, right - 165, top + 20, 165)
    below = _write_table(paper, slip, top + 245)
    below = _write_endings(paper, slip, below + 40)
    foot = top + A4.height // SLIPS_A_PAGE - 24
    _write_lines(paper, slip, below, foot - ABOVE_FOOT)
    paper.write_at(A4.margin, foot, footer, fitting_size(footer, 20, A4.inside))


def _write_table(paper: PdfPages, slip: SheetSlip, top: int) -> int:
    """Write the seats with a box for each thing that is counted; return where the table ends."""
    cell = min(150, (A4.inside - 460) // max(1, len(slip.columns)))
    first = A4.width - A4.margin - cell * len(slip.columns)
    for number, column in enumerate(slip.columns):
        for line, text in enumerate(break_lines(column, sans(18), cell - 6)[:3]):
            paper.write_at(first + number * cell + 3, top - 44 + line * 22, text, 18)
    height = min(80, 320 // len(slip.seats))
    top += 8
    for seat in slip.seats:
        _write_seat(paper, seat, top, first - A4.margin - 16, height)
        for number in range(len(slip.columns)):
            paper.draw_box(first + number * cell, top, cell, height)
        top += height
    return top


def _write_seat(paper: PdfPages, seat: SlipSeat, top: int, width: int, height: int) -> None:
    left, base = A4.margin, top + round(height * 0.66)
    if seat.suit:
        paper.write_suit(left, base, seat.suit, 34)
    left += 50
    room = width - 50
    _write_name(paper, seat.name, left, top, room, height)
    if not seat.name:
        paper.draw_rule(left, base + 6, left + room)


def _write_name(paper: PdfPages, name: str, left: int, top: int, width: int, height: int) -> None:
    """Write a name on one line, or in the middle of its row in letters so small that all lines fit there."""
    size = fitting_size(name, 36, width, least=A4.least)
    parts = break_lines(name, sans(size), width)
    while len(parts) * line_step(size) > height and size > LEAST_NAME:
        size -= 2
        parts = break_lines(name, sans(size), width)
    base = top + round(height * 0.66)
    if len(parts) > 1:
        base = top + (height - len(parts) * line_step(size)) // 2 + round(line_step(size) * 0.8)
    for number, part in enumerate(parts):
        paper.write_at(left, base + number * line_step(size), part, size)


def _write_endings(paper: PdfPages, slip: SheetSlip, top: int) -> int:
    """Write the endings with a box to tick, as many in a row as fit; return where they end."""
    left, base = A4.margin, top + 24
    for ending in slip.endings:
        width = 60 + round(sans(26).getlength(ending))
        if left > A4.margin and left + width > A4.width - A4.margin:
            left, base = A4.margin, base + 44
        paper.draw_box(left, base - 24, 26, 26)
        paper.write_at(left + 36, base, ending, 26)
        left += width
    return base


def _write_lines(paper: PdfPages, slip: SheetSlip, top: int, bottom: int) -> None:
    """Write what is signed or noted, two in a row, the last row at `bottom` or above."""
    width = (A4.inside - 40) // 2
    rows = -(-len(slip.lines) // 2)
    height = min(70, (bottom - top) // max(1, rows))
    for number, label in enumerate(slip.lines):
        left = A4.margin + number % 2 * (width + 40)
        base = top + (number // 2 + 1) * height
        paper.write_at(left, base, label, 22)
        paper.draw_rule(left + sans(22).getlength(label) + 10, base + 4, left + width)
