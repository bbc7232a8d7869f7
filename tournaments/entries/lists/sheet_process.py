"""The child that decodes a spreadsheet: bytes in, the first sheet that holds something as text out."""

import io
from collections.abc import Sequence
from datetime import date, datetime, time

from python_calamine import CalamineWorkbook

from tournaments.entries.lists.other_files import write_table

MOST_ROWS, MOST_COLUMNS = 10_000, 100
LONGEST_CELL = 1_000


def run(data: bytes) -> bytes:
    """Return the sheet as lines with tabs."""
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    for number in range(len(book.sheet_names)):
        rows = book.get_sheet_by_index(number).to_python(nrows=MOST_ROWS)
        if any(any(cell != "" for cell in row) for row in rows):
            return write_table([_texts(row) for row in rows]).encode()
    return b""


def _texts(row: Sequence[object]) -> list[str]:
    cells = [_text(cell) for cell in row[:MOST_COLUMNS]]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _text(cell: object) -> str:
    """A cell as people see it: 3, not 3.0."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes")
    if isinstance(cell, date | time):
        return cell.isoformat()
    return " ".join(str(cell).split())[:LONGEST_CELL]
