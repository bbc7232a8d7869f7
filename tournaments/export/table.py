"""A list as headings and rows of plain values. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

Cell = str | int | Decimal | datetime | None
"""None if it is unknown. Times are aware and in the zone of the venue."""


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A list. `title` names the sheet, each row has a cell for every heading."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
