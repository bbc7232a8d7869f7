"""The child process that decodes a spreadsheet: bytes in, its first filled sheet out as JSON."""

import io
import json
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time

from python_calamine import CalamineWorkbook

from tournaments.entries.lists.reading import write_table

MAX_ROWS, MAX_COLUMNS = 10_000, 100
LONGEST_CELL, LONGEST_NAME = 1_000, 40
Rows = Sequence[Sequence[object]]


def run(data: bytes) -> bytes:
    """Return JSON: the first filled sheet as tab-separated lines (`text`), the later ones' names (`unread`).

    Without a filled sheet `text` is empty.
    """
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    filled = _filled_sheets(book)
    _name, rows = next(filled, ("", []))
    unread = [name[:LONGEST_NAME] for name, _rows in filled]
    return json.dumps({"text": write_table([_texts(row) for row in rows]), "unread": unread}).encode()


def _filled_sheets(book: CalamineWorkbook) -> Iterator[tuple[str, Rows]]:
    """Yield name and rows of each sheet that is not empty."""
    for number, name in enumerate(book.sheet_names):
        rows = book.get_sheet_by_index(number).to_python(nrows=MAX_ROWS)
        if any(any(cell != "" for cell in row) for row in rows):
            yield name, rows


def _texts(row: Sequence[object]) -> list[str]:
    """Return the cells as texts, without empty ones at the end."""
    cells = [_text(cell) for cell in row[:MAX_COLUMNS]]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _text(cell: object) -> str:
    """Return a cell as people see it: 3, not 3.0."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes")
    if isinstance(cell, date | time):
        return cell.isoformat()
    return " ".join(str(cell).split())[:LONGEST_CELL]
