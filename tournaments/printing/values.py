"""Plain values of papers other than bulletins. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SlipSeat:
    """One row of a match sheet: a suit or "", and a name or "" for a line to write on."""

    name: str = ""
    suit: str = ""


@dataclass(frozen=True, slots=True)
class SheetSlip:
    """A match sheet to fill in.

    `columns` are the counts of each player; `endings` are boxes to tick. `lines` are lines to write on, such
    as signatures; `address` is the match's, for a QR code, or "".
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
    """A column of a list. A `wide` one shares the width that the others leave; `is_box` has a box to tick."""

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


@dataclass(frozen=True, slots=True)
class PosterLine:
    """A side of a match: its names, or "" with its `source`, to be written by hand."""

    text: str
    source: str = ""
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class PosterMatch:
    """A match of a bracket; `round` counts from 0, `onward` is the code of the winner's next match."""

    code: str
    label: str
    round: int
    lines: tuple[PosterLine, ...]
    onward: str = ""


@dataclass(frozen=True, slots=True)
class BracketPoster:
    """A bracket for the wall, its matches in order.

    `onto` has `%(sheet)s` for the number of the next sheet. `beside`: the second chance, which follows on
    sheets of its own.
    """

    title: str
    heading: str
    rounds: tuple[str, ...]
    matches: tuple[PosterMatch, ...]
    onto: str
    is_a3: bool = False
    beside: "BracketPoster | None" = None


@dataclass(frozen=True, slots=True)
class PersonLabel:
    """A label of a person: the name, and the line below it with club and number."""

    name: str
    below: str


@dataclass(frozen=True, slots=True)
class LabelSheets:
    """Labels of 63.5 × 38.1 mm, 21 on a sheet, each with the tournament's title."""

    title: str
    labels: tuple[PersonLabel, ...]


@dataclass(frozen=True, slots=True)
class Diploma:
    """A diploma for a person; `facts` are place and date, `signatures` the labels of signature lines."""

    heading: str
    name: str
    place: str
    title: str
    facts: str
    signatures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Diplomas:
    """A diploma on each page."""

    pages: tuple[Diploma, ...]


@dataclass(frozen=True, slots=True)
class Flyer:
    """A poster that invites people to enter: facts, and the QR code of `address` under `call`."""

    title: str
    heading: str
    facts: tuple[str, ...]
    call: str
    address: str = ""
    is_a3: bool = False
