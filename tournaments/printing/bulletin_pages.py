"""The pages of a bulletin for the wall. Pure, and run in a child process."""

from tournaments.printing.pdf import PdfPages
from tournaments.share.fonts import BOLD, REGULAR
from tournaments.share.layout import (
    A4,
    LineText,
    PageLayout,
    SectionBlock,
    indent,
    label_size,
    label_step,
    step,
)


def bulletin_file(layout: PageLayout, footer: str) -> bytes:
    """Return the pages of a bulletin that was laid out for `A4`, with `footer` at the bottom of each."""
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
        paper.write_at(A4.margin, A4.head + number * step(size) - 8, sentence, size)


def _write_block(paper: PdfPages, left: int, top: int, width: int, block: SectionBlock) -> None:
    for label in block.label:
        paper.write_at(left, top + label_size(block.size), label, label_size(block.size), BOLD)
        top += label_step(block.size)
        paper.rule(left, top - 8, left + width)
    for part in block.lines:
        _write_line(paper, left, top + round(part.size * 1.05), block.size, part)
        top += step(part.size)


def _write_line(paper: PdfPages, left: int, base: int, size: int, part: LineText) -> None:
    suit = part.line.suit
    if suit and part.starts:
        paper.write_suit(left, base, suit, round(size * 0.9))
    weight = BOLD if part.line.is_strong else REGULAR
    paper.write_at(left + (indent(size) if suit else 0), base, part.text, part.size, weight)
