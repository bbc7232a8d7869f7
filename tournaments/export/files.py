"""A list as a file for a spreadsheet, CSV or XLSX.

CSV has the separator and decimal sign that the spreadsheet of a language expects, and a BOM. A text that a
spreadsheet would take for a formula has an apostrophe in front; an import takes it away again. `xlsx_process`
writes XLSX in a child process, so that a large list holds up no other request.
"""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from core.bounded_process import TooCostly, run_bounded
from core.errors import Forbidden, Refused, Violation
from core.text import escape_formula

Cell = str | int | Decimal | datetime | None
"""None if it is unknown. Times are aware and in the zone of the venue."""
MODULE = "tournaments.export.xlsx_process"
SECONDS, MEMORY = 10, 600_000_000  # 5,500 rows of 16 cells take 0.6 seconds and 46 MB
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
BOM = "\ufeff"
TIME = "%Y-%m-%d %H:%M"
ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A list. `title` names the sheet, each row has a cell for every heading."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class ExportFile:
    """The bytes of a file, and what they are."""

    content: bytes
    content_type: str


def check_ending(ending: str) -> None:
    """Raise `Forbidden` (`not_found`) if there is no such kind of file."""
    if ending not in CONTENT_TYPES:
        raise Forbidden("not_found")


def export_file(table: ExportTable, ending: str, language: str) -> ExportFile:
    """Return the list as CSV for a language, or as XLSX.

    Raises `Forbidden` for another ending, `Refused` (`sheet_too_costly`), and `TooMany` while another XLSX
    file is made.
    """
    check_ending(ending)
    content = xlsx_content(table) if ending == "xlsx" else csv_content(table, language)
    return ExportFile(content, CONTENT_TYPES[ending])


def csv_content(table: ExportTable, language: str) -> bytes:
    """Return the file; English has commas between cells, other languages semicolons."""
    is_english = language.startswith(ENGLISH)
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter="," if is_english else ";")
    file.write(BOM)
    for row in (table.headings, *table.rows):
        writer.writerow([_text(cell, "." if is_english else ",") for cell in row])
    return file.getvalue().encode()


def _text(cell: Cell, decimal_sign: str) -> str:
    match cell:
        case None:
            return ""
        case str():
            return escape_formula(cell)
        case Decimal():
            return str(cell).replace(".", decimal_sign)
        case int():
            return str(cell)
    return cell.strftime(TIME)


def xlsx_content(table: ExportTable) -> bytes:
    """Return the file. Raises as `export_file` does."""
    job = {
        "title": table.title,
        "headings": table.headings,
        "rows": [[_json_value(cell) for cell in row] for row in table.rows],
    }
    try:
        return run_bounded(MODULE, json.dumps(job).encode(), seconds=SECONDS, memory=MEMORY)
    except TooCostly as problem:
        raise Refused([Violation("sheet_too_costly")]) from problem


def _json_value(cell: Cell) -> object:
    """Return the cell for JSON: a decimal number and a time as lists that name their kind."""
    match cell:
        case None | str() | int():
            return cell
        case Decimal():
            return ["decimal", str(cell)]
    return ["time", cell.replace(tzinfo=None).isoformat()]
