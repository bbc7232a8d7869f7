"""A table as XLSX, written by `xlsx_process` in a child process, so that large ones hold up no request."""

import json
from decimal import Decimal

from core.bounded_process import TooCostly, run_bounded
from core.errors import Refused, Violation
from tournaments.export.table import Cell, ExportTable

MODULE = "tournaments.export.xlsx_process"
SECONDS, MEMORY = 10, 600_000_000  # 5,500 rows of 16 cells take 0.6 seconds and 46 MB


def xlsx_file(table: ExportTable) -> bytes:
    """Return the file. Raises `Refused` (`sheet_too_costly`), and `TooMany` while another file is made."""
    job = {
        "title": table.title,
        "headings": table.headings,
        "rows": [[_plain(cell) for cell in row] for row in table.rows],
    }
    try:
        return run_bounded(MODULE, json.dumps(job).encode(), seconds=SECONDS, memory=MEMORY)
    except TooCostly as problem:
        raise Refused([Violation("sheet_too_costly")]) from problem


def _plain(cell: Cell) -> object:
    """Return the cell for JSON: a decimal number and a time as lists that name their kind."""
    match cell:
        case None | str() | int():
            return cell
        case Decimal():
            return ["decimal", str(cell)]
    return ["time", cell.replace(tzinfo=None).isoformat()]
