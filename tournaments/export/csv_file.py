"""A table as CSV, as the spreadsheet of the reader's language opens it: separator, decimal sign, BOM.

A text that a spreadsheet would take for a formula has an apostrophe in front; an import takes it away again.
"""

import csv
import io
from collections.abc import Iterator
from decimal import Decimal

from core.text import escape_formula
from tournaments.export.table import Cell, ExportTable

BOM = "\ufeff"
TIME = "%Y-%m-%d %H:%M"
ENGLISH = "en"


def csv_lines(table: ExportTable, language: str) -> Iterator[str]:
    """Yield the file line by line; English has commas between cells, other languages semicolons."""
    is_english = language.startswith(ENGLISH)
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter="," if is_english else ";")
    buffer.write(BOM)
    for row in (table.headings, *table.rows):
        writer.writerow([_text(cell, "." if is_english else ",") for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


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
