"""Spreadsheets (XLSX, ODS) as text: checked as archives first, then decoded in a child process with limits.

A spreadsheet of 20 kB can unpack to gigabytes, and one far cell makes the decoder reserve memory for all
cells before it. So this module unpacks the archive in bounded pieces and counts its cells; only then a child
with limits on time and memory decodes it.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.parsers import expat

from core.bounded_process import TooCostly, run_bounded
from core.errors import Refused, Violation

MODULE = "tournaments.entries.lists.sheet_process"
SECONDS, MEMORY = 4, 600_000_000
ZIP = b"PK\x03\x04"
MAX_FILES, MAX_UNPACKED, MAX_SHEETS = 300, 10_000_000, 30
PIECE = 65_536
FARTHEST_ROW, FARTHEST_COLUMN, MAX_CELLS, MAX_ELEMENTS = 20_000, 500, 200_000, 500_000
"""Limits for the position of the last cell, and for the number of cells and XML elements."""
REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
SHEET = re.compile(r"xl/worksheets/[^/]+\.xml|content\.xml", re.IGNORECASE)
XML = re.compile(rb"(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<")
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
BROKEN = (
    zipfile.BadZipFile, zlib.error, expat.ExpatError,
    NotImplementedError, RuntimeError, EOFError, OSError, ValueError,
)  # fmt: skip


def is_sheet(data: bytes | str) -> bool:
    """Return whether the file is a ZIP archive, as XLSX and ODS are."""
    return isinstance(data, bytes) and data.startswith(ZIP)


class SheetText(NamedTuple):
    """The first filled sheet as tab-separated lines, and the names of the other filled sheets."""

    text: str
    unread: tuple[str, ...]


def read_sheet(data: bytes) -> SheetText:
    """Return the first filled sheet.

    Raises `Refused` `sheet_unreadable` or `sheet_too_costly`, `TooMany` while another file is being decoded.
    """
    check_archive(data)
    try:
        said = json.loads(run_bounded(MODULE, data, seconds=SECONDS, memory=MEMORY))
    except TooCostly as problem:
        raise _refused("sheet_too_costly") from problem
    return SheetText(said["text"], tuple(said["unread"]))


def check_archive(data: bytes) -> None:
    """Raise `Refused` `sheet_unreadable` or `sheet_too_costly` unless the archive is safe to decode.

    It must unpack within the limits, and no cell may be too far away.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            _require_small_directory(entries)
            _require_small_content(archive, entries)
    except BROKEN as problem:
        raise _refused("sheet_unreadable") from problem


def _require_small_directory(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Raise `Refused` if the archive's own figures exceed the limits, or it has no sheet.

    They may be false, so `_require_small_content` counts the bytes too.
    """
    sheets = sum(bool(SHEET.fullmatch(entry.filename)) for entry in entries)
    is_odd = len({entry.filename for entry in entries}) != len(entries)
    if not sheets or is_odd or any(entry.compress_type not in PACKED for entry in entries):
        raise _refused("sheet_unreadable")
    if len(entries) > MAX_FILES or sheets > MAX_SHEETS or sum(e.file_size for e in entries) > MAX_UNPACKED:
        raise _refused("sheet_too_costly")


def _require_small_content(archive: zipfile.ZipFile, entries: Sequence[zipfile.ZipInfo]) -> None:
    """Unpack the archive in pieces. Raises `sheet_too_costly` at the first byte or cell beyond the limits."""
    left = MAX_UNPACKED
    for entry in entries:
        counter: CellCounter | None = None
        for number, piece in enumerate(_pieces(archive, entry)):
            left -= len(piece)
            if left < 0:
                raise _refused("sheet_too_costly")
            if number == 0 and XML.match(piece) and not entry.filename.endswith(".vml"):
                counter = CellCounter()
            if counter:
                counter.feed(piece)


def _pieces(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield the unpacked bytes of one file in the archive, `PIECE` bytes at a time."""
    with archive.open(entry) as file:
        while piece := file.read(PIECE):
            yield piece


class CellCounter:
    """Parses a sheet's XML in pieces and refuses `sheet_too_costly` if its cells exceed the limits."""

    def __init__(self) -> None:
        self.elements = self.cells = self.row = self.column = 0
        self.rows_repeated = 1
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.StartDoctypeDeclHandler = self._refuse_doctype

    def feed(self, piece: bytes) -> None:
        """Parse one more piece."""
        self.parser.Parse(piece)

    def _refuse_doctype(self, *_said: object) -> None:
        """Raise `sheet_unreadable` at a DOCTYPE, which may define entities."""
        raise _refused("sheet_unreadable")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        """Count an element and what it says about cells. Raises `sheet_too_costly` beyond the limits."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise _refused("sheet_too_costly")
        kind = name.rpartition(":")[2]
        if kind in ("c", "row"):
            self._count_xlsx(kind, attributes.get("r", ""))
        elif kind in ("table-cell", "covered-table-cell", "table-row", "table"):
            self._count_ods(kind, attributes)

    def _count_xlsx(self, kind: str, reference: str) -> None:
        """Count a cell or a row of XLSX, where `reference` says its place if it is there."""
        self.cells += kind == "c"
        if kind == "row":
            self.row = int(reference) if reference.isdecimal() and len(reference) < 9 else self.row + 1
            self.column = 0
        elif found := REFERENCE.fullmatch(reference):
            self.column, self.row = _column(found[1]), int(found[2])
        else:
            self.column += 1
        self._require_limits(self.row, self.column)

    def _count_ods(self, kind: str, attributes: dict[str, str]) -> None:
        """Count cells and rows with their repetitions; empty ones at the end fill the whole sheet."""
        if kind == "table":
            self.row = 0
        elif kind == "table-row":
            self.rows_repeated = _repeats(attributes, "table:number-rows-repeated")
            self.row, self.column = self.row + self.rows_repeated, 0
        else:
            columns = _repeats(attributes, "table:number-columns-repeated")
            self.column += columns
            if any(key.endswith((":value-type", ":value")) for key in attributes):
                self.cells += columns * self.rows_repeated
                self._require_limits(self.row, self.column)

    def _require_limits(self, row: int, column: int) -> None:
        """Raise `sheet_too_costly` for a cell too far away, or too many cells."""
        if row > FARTHEST_ROW or column > FARTHEST_COLUMN or self.cells > MAX_CELLS:
            raise _refused("sheet_too_costly")


def _column(letters: str) -> int:
    """Return the number of a column (A is 1)."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def _repeats(attributes: dict[str, str], name: str) -> int:
    """Return how often a cell or row repeats, by the attribute `name`; 1 without it or for a bad value."""
    said = attributes.get(name, "1")
    return int(said) if said.isdecimal() and len(said) < 9 else 1


def _refused(code: str) -> Refused:
    """Return the refusal with this code, for the caller to raise."""
    return Refused([Violation(code)])
