"""Divide a list with columns among pages.

Pure: values in, values out, in pixels of `share.layout`. Letters are as large as one page allows. A text
wider than its column is broken into lines; nothing is cut off.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.printing.pdf import PdfPages
from tournaments.printing.values import PaperColumn, PaperTable
from tournaments.share.fonts import BOLD, REGULAR, sans
from tournaments.share.layout import A4, break_lines, label_size, line_step

SIZES = (42, 36, 30, 26)
GAP, BESIDE, MAX_SHARE = 28, 14, 0.3  # between columns; above a rule; of the width, for a narrow column


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A row: the lines of each cell, and its height with the rule below it."""

    cells: tuple[tuple[str, ...], ...]
    height: int


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A list in pages, in letters of `size`: the column widths, the headings, and the rows of each page."""

    table: PaperTable
    size: int
    widths: tuple[int, ...]
    head: PaperRow
    pages: tuple[tuple[PaperRow, ...], ...]


def lay_out_table(table: PaperTable) -> TableLayout:
    """Divide the list: in the largest letters with which it fits on one page, else in the smallest."""
    for size in SIZES:
        widths = _widths(table, size)
        head = _row([column.label for column in table.columns], widths, label_size(size), BOLD)
        rows = [_row(row, widths, size) for row in table.rows]
        pages = list(_pages(rows, A4.height - A4.head - A4.foot - head.height))
        if len(pages) == 1:
            break
    return TableLayout(table, size, tuple(widths), head, tuple(map(tuple, pages)))


def _widths(table: PaperTable, size: int) -> list[int]:
    """Return column widths: the longest text, up to `MAX_SHARE` of the page, for each that is not `wide`.

    The wide ones share the rest by their longest texts.
    """
    natural = [_unbroken_width(table, number, size) for number in range(len(table.columns))]
    wide = [number for number, column in enumerate(table.columns) if column.wide]
    most = round(A4.inside * MAX_SHARE)
    widths = [min(width, most) for width in natural]
    rest = A4.inside - GAP * (len(widths) - 1) - sum(widths[n] for n in range(len(widths)) if n not in wide)
    for number in wide:
        share = natural[number] / max(1, sum(natural[each] for each in wide))
        widths[number] = round(rest * min(max(share, 0.3), 0.7)) if len(wide) > 1 else rest
    return widths


def _unbroken_width(table: PaperTable, number: int, size: int) -> int:
    """Return the width in pixels that a column would have with unbroken texts."""
    column = table.columns[number]
    label = sans(label_size(size), BOLD).getlength(column.label)
    if column.is_box:
        return max(size, round(label) + 2 if label else 0)
    texts = (sans(size).getlength(row[number]) for row in table.rows)
    return round(max(label, *texts, 1)) + 2


def _row(texts: Sequence[str], widths: Sequence[int], size: int, weight: str = "") -> PaperRow:
    """Return the row with its texts broken into lines that fit the columns."""
    font = sans(size, weight) if weight else sans(size)
    cells = tuple(tuple(break_lines(text, font, width)) for text, width in zip(texts, widths, strict=True))
    return PaperRow(cells, max(1, *map(len, cells)) * line_step(size) + BESIDE)


def _pages(rows: Sequence[PaperRow], room: int) -> Iterator[list[PaperRow]]:
    """Yield the rows of each page, one page without rows; `room` is the height for rows in pixels."""
    page: list[PaperRow] = []
    left = room
    for row in rows:
        if page and row.height > left:
            yield page
            page, left = [], room
        page.append(row)
        left -= row.height
    yield page


def table_file(table: PaperTable, footer: str) -> bytes:
    """Return the list as a PDF file on A4, with `footer` at the bottom of each page."""
    paper, layout = PdfPages(), lay_out_table(table)
    for number, rows in enumerate(layout.pages, 1):
        paper.add_page()
        paper.write_head(table.title, table.heading)
        top = A4.head
        _write_row(paper, layout, layout.head, top, label_size(layout.size), is_head=True)
        top += layout.head.height
        for row in rows:
            _write_row(paper, layout, row, top, layout.size)
            top += row.height
        paper.write_foot(footer, number, len(layout.pages))
    return bytes(paper.output())


def _write_row(
    paper: PdfPages, layout: TableLayout, row: PaperRow, top: int, size: int, *, is_head: bool = False
) -> None:
    left = A4.margin
    for column, width, lines in zip(layout.table.columns, layout.widths, row.cells, strict=True):
        if column.is_box and not is_head:
            _write_box(paper, left, top, size, lines)
        else:
            _write_cell(paper, column, (left, top), width, lines, size, BOLD if is_head else REGULAR)
        left += width + GAP
    paper.draw_rule(A4.margin, top + row.height - BESIDE // 2, A4.width - A4.margin, thin=not is_head)


def _write_box(paper: PdfPages, left: int, top: int, size: int, lines: tuple[str, ...]) -> None:
    """Draw a box to tick, with a cross if the cell has a text."""
    above = top + round(size * 0.25)
    paper.draw_box(left, above, size, size)
    if lines:
        paper.draw_cross(left, above, size)


def _write_cell(
    paper: PdfPages, column: PaperColumn, corner: tuple[int, int], width: int, lines: tuple[str, ...],
    size: int, weight: str,
) -> None:  # fmt: skip
    left, top = corner
    for number, line in enumerate(lines):
        base = top + number * line_step(size) + round(size * 1.05)
        if column.is_right:
            paper.write_right(left + width, base, line, size, weight)
        else:
            paper.write_at(left, base, line, size, weight)
