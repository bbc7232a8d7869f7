"""The pages of a bracket poster, in landscape. Pure, and run in a child process."""

from tournaments.printing.bracket_layout import (
    ASIDE,
    HEADS,
    LABEL,
    PAD,
    PosterBox,
    PosterLayout,
    PosterSheet,
    lay_out_bracket,
    page_size,
)
from tournaments.printing.pdf import PdfPages
from tournaments.printing.values import BracketPoster
from tournaments.share.fonts import BOLD, REGULAR, sans
from tournaments.share.layout import A4, fitting, step

TOP = A4.head + HEADS
SMALL = 18


def bracket_file(poster: BracketPoster, footer: str) -> bytes:
    """Return the bracket as a PDF file on A4 or A3, with `footer` at the bottom of each sheet."""
    layout = lay_out_bracket(poster)
    paper = PdfPages(*page_size(poster))
    for number, sheet in enumerate(layout.sheets, 1):
        paper.add_page()
        paper.write_head(poster.title, poster.heading)
        _write_rounds(paper, poster, sheet)
        places = {box.match.code: box for box in sheet.boxes}
        for box in sheet.boxes:
            _write_box(paper, layout, box, sheet.width)
            if onward := places.get(box.match.onward):
                _write_link(paper, box, onward, sheet.width)
        paper.write_foot(footer, number, len(layout.sheets))
    return bytes(paper.output())


def _write_rounds(paper: PdfPages, poster: BracketPoster, sheet: PosterSheet) -> None:
    drawn = {box.left for box in sheet.boxes}
    for column, number in enumerate(sheet.columns):
        left = column * (sheet.width + ASIDE)
        if left in drawn:
            name = poster.rounds[number]
            paper.write_at(A4.margin + left, A4.head + 20, name, fitting(name, 26, sheet.width, BOLD), BOLD)


def _write_box(paper: PdfPages, layout: PosterLayout, box: PosterBox, width: int) -> None:
    left, top = A4.margin + box.left, TOP + box.top
    label = round(layout.size * LABEL)
    paper.box(left, top, width, box.height)
    paper.write_at(left + PAD, top + label, box.match.label, fitting(box.match.label, label, width - 2 * PAD))
    base = top + round(label * 1.3)
    for text in box.texts:
        base += step(text.size)
        if text.text:
            weight = BOLD if text.is_strong else REGULAR
            paper.write_at(left + PAD, base - text.size // 4, text.text, text.size, weight)
        elif text.source:
            small = fitting(text.source, SMALL, width // 2)
            paper.write_right(left + width - PAD, base - text.size // 4, text.source, small)
            paper.rule(
                left + PAD, base - 2, left + width - 2 * PAD - sans(small).getlength(text.source), thin=True
            )
    if box.onto:
        _write_onto(paper, layout, box, left + width)


def _write_onto(paper: PdfPages, layout: PosterLayout, box: PosterBox, right: int) -> None:
    """Write on which sheet the winner plays on, below the last column."""
    words = layout.poster.onto % {"sheet": box.onto}
    label = round(layout.size * LABEL)
    paper.write_right(right - PAD, TOP + box.top + label, words, label, BOLD)


def _write_link(paper: PdfPages, box: PosterBox, onward: PosterBox, width: int) -> None:
    right, bend = A4.margin + box.left + width, A4.margin + onward.left - ASIDE // 2
    paper.rule(right, TOP + box.middle, bend)
    paper.upright(bend, TOP + box.middle, TOP + onward.middle)
    paper.rule(bend, TOP + onward.middle, A4.margin + onward.left)
