"""Labels, diplomas and the flyer. Pure, and run in a child process."""

from core.look.suits import SIGNS
from tournaments.printing.pdf import MM, PdfPages
from tournaments.printing.values import Diploma, Diplomas, Flyer, LabelSheets, PersonLabel
from tournaments.share.fonts import BOLD, REGULAR, sans
from tournaments.share.layout import (
    A4,
    LineText,
    PageLayout,
    SectionBlock,
    break_lines,
    fitting_size,
    label_size,
    label_step,
    line_step,
    suit_width,
)

ACROSS, DOWN = 3, 7
LEFT, TOP, WIDTH, HEIGHT, EVERY = (length / MM for length in (7.2, 15.1, 63.5, 38.1, 66.0))
A3_SCALE = 2**0.5
INSIDE = 14  # pixels between an edge of a label and its letters
LANDSCAPE_SIDE, PORTRAIT_SIDE = 200, 110
EDGE = 60  # pixels from the edge of a diploma to its frame


def labels_file(sheets: LabelSheets) -> bytes:
    """Return the labels as a PDF file; one blank page without labels."""
    pages = PdfPages()
    for sheet in range(0, max(1, len(sheets.labels)), ACROSS * DOWN):
        pages.add_page()
        for number, label in enumerate(sheets.labels[sheet : sheet + ACROSS * DOWN]):
            left = LEFT + number % ACROSS * EVERY
            _write_label(pages, sheets.title, label, left, TOP + number // ACROSS * HEIGHT)
    return bytes(pages.output())


def _write_label(pages: PdfPages, title: str, label: PersonLabel, left: float, top: float) -> None:
    width = round(WIDTH) - 2 * INSIDE
    pages.write_at(left + INSIDE, top + 34, title, fitting_size(title, 20, width, least=12))
    size, lines = _fit_text(label.name, width, 110, (48, 40, 34, 28, 24, 20))
    base = top + 40 + (110 - len(lines) * line_step(size)) // 2
    for line in lines:
        base += line_step(size)
        pages.write_at(left + INSIDE, base - size // 4, line, size, BOLD)
    pages.write_at(
        left + INSIDE, top + HEIGHT - 20, label.below, fitting_size(label.below, 22, width, least=12)
    )


def _fit_text(text: str, width: int, height: int, sizes: tuple[int, ...]) -> tuple[int, list[str]]:
    """Return the largest size in which the text fits, and its lines; the smallest if it fits in none."""
    for size in sizes:
        lines = break_lines(text, sans(size, BOLD), width)
        if len(lines) * line_step(size) <= height:
            break
    return size, lines


def diplomas_file(diplomas: Diplomas) -> bytes:
    """Return a PDF file with a page in landscape for each diploma."""
    pages = PdfPages(A4.height, A4.width)
    for diploma in diplomas.pages:
        pages.add_page()
        _write_diploma(pages, diploma)
    return bytes(pages.output())


def _write_diploma(pages: PdfPages, diploma: Diploma) -> None:
    for edge in (EDGE, EDGE + 14):
        pages.draw_box(edge, edge, pages.width - 2 * edge, pages.height - 2 * edge)
    for number, suit in enumerate(SIGNS):
        pages.write_suit(pages.width / 2 - 150 + number * 84, 190, suit, 56)
    base = _write_middle(pages, diploma.heading, 310, (90,), REGULAR, 120)
    base = _write_middle(pages, diploma.name, base + 80, (100, 84, 70, 56, 44, 34, 26), BOLD, 190)
    base = _write_middle(pages, diploma.place, base + 50, (64,), REGULAR, 90)
    base = _write_middle(pages, diploma.title, base + 16, (48, 40, 34, 28, 24), REGULAR, 100)
    _write_middle(pages, diploma.facts, base + 16, (32, 28, 24, 20), REGULAR, 60)
    _write_signatures(pages, diploma.signatures)


def _write_signatures(pages: PdfPages, signatures: tuple[str, ...]) -> None:
    room = (pages.width - 2 * LANDSCAPE_SIDE) // len(signatures)
    for number, words in enumerate(signatures):
        left = LANDSCAPE_SIDE + number * room + 40
        pages.draw_rule(left, pages.height - 190, left + room - 80)
        pages.write_at(left, pages.height - 155, words, fitting_size(words, 26, room - 80))


def _write_middle(
    pages: PdfPages, text: str, top: float, sizes: tuple[int, ...], weight: str, height: int
) -> float:
    """Write the text in the middle of the page, the letters of its first line on `top`.

    It has the largest of the sizes with which it is at most `height` high, else the smallest. Return where
    the next line stands.
    """
    beside = LANDSCAPE_SIDE if pages.width > pages.height else PORTRAIT_SIDE
    size, lines = _fit_text(text, pages.width - 2 * beside, height, sizes)
    for number, line in enumerate(lines):
        left = (pages.width - sans(size, weight).getlength(line)) / 2
        pages.write_at(left, top + number * line_step(size), line, size, weight)
    return top + len(lines) * line_step(size)


def flyer_file(flyer: Flyer) -> bytes:
    """Return the flyer as a PDF file of one page, A4 or A3."""
    pages = PdfPages(enlarged=A3_SCALE if flyer.is_a3 else 1)
    pages.add_page()
    for number, suit in enumerate(SIGNS):
        pages.write_suit(pages.width / 2 - 205 + number * 116, 180, suit, 76)
    base = _write_middle(pages, flyer.heading, 290, (60,), REGULAR, 90)
    base = _write_middle(pages, flyer.title, base + 50, (96, 84, 72, 60, 48, 40, 32), BOLD, 330)
    for fact in flyer.facts:
        base = _write_middle(pages, fact, base + 20, (44, 38, 32, 26), REGULAR, 120)
    below = pages.height - 190
    side = min(below - base - 20, 760)
    pages.draw_code(flyer.address, (pages.width - side) / 2, below - side, side)
    _write_middle(pages, flyer.call, below + 40, (48,), BOLD, 70)
    _write_middle(pages, flyer.address.partition("://")[2], below + 100, (32, 28, 24, 20), REGULAR, 60)
    return bytes(pages.output())


def bulletin_file(layout: PageLayout, footer: str) -> bytes:
    """Return a bulletin, laid out for `A4`, as a PDF file with `footer` at the bottom of each page."""
    paper = PdfPages()
    for number, blocks in enumerate(layout.pages, 1):
        paper.add_page()
        paper.write_head(layout.bulletin.title, layout.bulletin.heading)
        if number == 1:
            _write_lead(paper, layout)
        for column, below, block in blocks:
            _write_block(paper, layout.left(column), layout.top(number) + below, layout.column_width, block)
        paper.write_foot(footer, number, len(layout.pages))
    return bytes(paper.output())


def _write_lead(paper: PdfPages, layout: PageLayout) -> None:
    size = layout.lead_size
    for number, sentence in enumerate(layout.lead, 1):
        paper.write_at(A4.margin, A4.head + number * line_step(size) - 8, sentence, size)


def _write_block(paper: PdfPages, left: int, top: int, width: int, block: SectionBlock) -> None:
    for label in block.label:
        paper.write_at(left, top + label_size(block.size), label, label_size(block.size), BOLD)
        top += label_step(block.size)
        paper.draw_rule(left, top - 8, left + width)
    for part in block.lines:
        _write_line(paper, left, top + round(part.size * 1.05), block.size, part)
        top += line_step(part.size)


def _write_line(paper: PdfPages, left: int, base: int, size: int, part: LineText) -> None:
    suit = part.line.suit
    if suit and part.starts:
        paper.write_suit(left, base, suit, round(size * 0.9))
    weight = BOLD if part.line.is_strong else REGULAR
    paper.write_at(left + (suit_width(size) if suit else 0), base, part.text, part.size, weight)
