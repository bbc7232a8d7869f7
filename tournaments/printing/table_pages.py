"""The pages of a list with columns, with headings on each page. Pure, and run in a child process."""

from tournaments.printing.pdf import PdfPages
from tournaments.printing.table_layout import BESIDE, GAP, PaperRow, TableLayout, lay_out_table
from tournaments.printing.values import PaperColumn, PaperTable
from tournaments.share.fonts import BOLD, REGULAR
from tournaments.share.layout import A4, label_size, step


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
    paper.rule(A4.margin, top + row.height - BESIDE // 2, A4.width - A4.margin, thin=not is_head)


def _write_box(paper: PdfPages, left: int, top: int, size: int, lines: tuple[str, ...]) -> None:
    above = top + round(size * 0.25)
    paper.box(left, above, size, size)
    if lines:
        paper.cross(left, above, size)


def _write_cell(
    paper: PdfPages, column: PaperColumn, corner: tuple[int, int], width: int, lines: tuple[str, ...],
    size: int, weight: str,
) -> None:  # fmt: skip
    left, top = corner
    for number, line in enumerate(lines):
        base = top + number * step(size) + round(size * 1.05)
        if column.is_right:
            paper.write_right(left + width, base, line, size, weight)
        else:
            paper.write_at(left, base, line, size, weight)
