"""Be the child of `xlsx_file`: JSON in, a spreadsheet out. Numbers are numbers, times are times."""

import io
import json
import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
LONGEST_TITLE, WIDEST = 31, 60
OPTIONS = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
FORMATS = {"decimal": "0.00", "time": "yyyy-mm-dd hh:mm"}


def run(data: bytes) -> bytes:
    """Return the file of one table."""
    job, file = json.loads(data), io.BytesIO()
    with xlsxwriter.Workbook(file, OPTIONS) as book:
        sheet = book.add_worksheet(_sheet_title(job["title"]))
        _write_headings(sheet, job["headings"], book.add_format({"bold": True}))
        formats = {kind: book.add_format({"num_format": shape}) for kind, shape in FORMATS.items()}
        for number, row in enumerate(job["rows"], start=1):
            for column, cell in enumerate(row):
                _write(sheet, number, column, cell, formats)
        _set_widths(sheet, job["headings"], job["rows"])
    return file.getvalue()


def _sheet_title(title: str) -> str:
    return NOT_IN_TITLES.sub(" ", title)[:LONGEST_TITLE].strip("' ") or "1"


def _write_headings(sheet: Worksheet, headings: Sequence[str], bold: Format) -> None:
    for column, heading in enumerate(headings):
        sheet.write_string(0, column, heading, bold)
    sheet.freeze_panes(1, 0)


def _write(sheet: Worksheet, row: int, column: int, cell: Any, formats: dict[str, Format]) -> None:
    """A text is always written as text, never as formula or link; an unknown cell is left out."""
    match cell:
        case str():
            sheet.write_string(row, column, cell)
        case int():
            sheet.write_number(row, column, cell)
        case ["decimal", number]:
            sheet.write_number(row, column, float(number), formats["decimal"])
        case ["time", time]:
            sheet.write_datetime(row, column, datetime.fromisoformat(time), formats["time"])


def _set_widths(sheet: Worksheet, headings: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    for column, heading in enumerate(headings):
        longest = max((len(str(row[column])) for row in rows if isinstance(row[column], str)), default=0)
        is_time = any(isinstance(row[column], list) and row[column][0] == "time" for row in rows)
        sheet.set_column(column, column, min(max(longest, len(heading), 16 if is_time else 0) + 2, WIDEST))
