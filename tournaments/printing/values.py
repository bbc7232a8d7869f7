"""What is printed beside bulletins, as plain values. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """One row of a match sheet: a suit or "", and a name or "" for a line to write on."""

    name: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class SheetSlip:
    """A match sheet to fill in. `columns` are what is counted of each player; `endings` are ticked.

    `lines` are written on, such as signatures; `address` is that of the match for a QR code, or "".
    """

    title: str
    place: str
    round: str
    seats: tuple[SlipSeat, ...]
    columns: tuple[str, ...]
    endings: tuple[str, ...]
    lines: tuple[str, ...]
    address: str = ""


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column of a list. A `wide` one shares what the others leave; `is_box` has a box to tick."""

    label: str
    wide: bool = False
    is_right: bool = False
    is_box: bool = False


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A list for the wall or the door. Each row has a text for every column; "X" ticks a box."""

    title: str
    heading: str
    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
