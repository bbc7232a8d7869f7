"""A list as a file for a spreadsheet, CSV or XLSX.

CSV has the separator and decimal sign that spreadsheets expect in a language, and a BOM. A text that a
spreadsheet would take for a formula starts with an apostrophe; an import removes it. XLSX has texts, numbers
and times as such; the largest list, the matches of 4,096 entries, takes half a second.
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from core.errors import Forbidden
from core.text import escape_formula

Cell = str | int | Decimal | datetime | None
"""None if it is unknown. Times are aware and in the zone of the venue."""
CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
BOM = "\ufeff"
TIME = "%Y-%m-%d %H:%M"
ENGLISH = "en"
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE, WIDEST, TIME_WIDTH = 31, 60, 16
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "remove_timezone": True}


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A list. `title` names the sheet; each row has a cell for every heading."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


@dataclass(frozen=True, slots=True)
class ExportFile:
    """The bytes of a file, and their content type."""

    content: bytes
    content_type: str


def check_ending(ending: str) -> None:
    """Raise `Forbidden` (`not_found`) if there is no such kind of file."""
    if ending not in CONTENT_TYPES:
        raise Forbidden("not_found")


def export_file(table: ExportTable, ending: str, language: str) -> ExportFile:
    """Return the list as CSV for a language, or as XLSX. Raises `Forbidden` for another ending."""
    check_ending(ending)
    content = xlsx_content(table) if ending == "xlsx" else csv_content(table, language)
    return ExportFile(content, CONTENT_TYPES[ending])


def csv_content(table: ExportTable, language: str) -> bytes:
    """Return the CSV file; English has commas between cells, other languages semicolons."""
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
    """Return the XLSX file, with one sheet."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, OPTIONS) as book:
        sheet = book.add_worksheet(_sheet_title(table.title))
        bold, decimal = book.add_format({"bold": True}), book.add_format({"num_format": "0.00"})
        time = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
        sheet.write_row(0, 0, table.headings, bold)
        sheet.freeze_panes(1, 0)
        for number, row in enumerate(table.rows, start=1):
            for column, cell in enumerate(row):
                _write(sheet, number, column, cell, decimal, time)
        _set_widths(sheet, table)
    return file.getvalue()


def _sheet_title(title: str) -> str:
    return NOT_IN_TITLES.sub(" ", title)[:LONGEST_TITLE].strip("' ") or "1"


def _write(sheet: Worksheet, row: int, column: int, cell: Cell, decimal: Format, time: Format) -> None:
    """Write the cell; an unknown one is left out."""
    match cell:
        case None:
            return
        case str():
            sheet.write_string(row, column, cell)
        case datetime():
            sheet.write_datetime(row, column, cell, time)
        case Decimal():
            sheet.write_number(row, column, float(cell), decimal)
        case int():
            sheet.write_number(row, column, cell)


def _set_widths(sheet: Worksheet, table: ExportTable) -> None:
    for column, heading in enumerate(table.headings):
        widths = (_width(row[column]) for row in table.rows)
        sheet.set_column(column, column, min(max(len(heading), *widths, 0) + 2, WIDEST))


def _width(cell: Cell) -> int:
    match cell:
        case str():
            return len(cell)
        case datetime():
            return TIME_WIDTH
    return 0
