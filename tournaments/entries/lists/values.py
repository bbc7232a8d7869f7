"""The content of a list of people as frozen values: columns, rows, lines left out, questions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from core.errors import Violation
from core.text import fold
from tournaments.inputs import NewEntry
from tournaments.uploads import Doubt

MOST_COLUMNS = 60  # of a list; further cells are reported in each row


class Meaning(StrEnum):
    """What a column of a list holds."""

    NAME = "name"
    SURNAME = "surname"
    SURNAME_FIRST = "surname_first"  # "Araújo, João" in one cell
    PARTNER = "partner"
    PARTNER_SURNAME = "partner_surname"
    PAIR = "pair"  # "Ana / Bruno" in one cell
    CLUB = "club"
    SEED = "seed"
    IGNORED = "ignored"


def headings_key(headings: Sequence[str]) -> str:
    """Return a digest of the headings, ignoring case and blanks."""
    return sha256("\x1f".join(map(fold, headings)).encode()).hexdigest()


FULL_NAMES = frozenset({Meaning.NAME, Meaning.SURNAME_FIRST, Meaning.PAIR})
"""Columns that name a person; a list has exactly one of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading ("" for none), what it holds, and its first values."""

    heading: str
    meaning: Meaning
    samples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of the list (from 1) that names no person."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """One filled row: the line of the file where it begins (from 1), and its entry if it has no `violations`.

    Their fields are `names.0`, `names.1`, `club`, `seed`, or empty for the row. `notes` say what was left
    out: `contact_left_out`, `brackets_left_out`; or `under_reserves`, that it is among substitutes.
    """

    line: int
    entry: NewEntry | None
    violations: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedList:
    """A parsed list of entries.

    `violations` are those of the whole list. `text` is the decoded list: reading it again with the same
    columns gives the same rows. `left_out` are titles and the like; `doubt` is why a list waits for an answer
    about its encoding. `unread_sheets` are the names of filled sheets of a workbook that were not read.
    """

    rows: tuple[ParsedRow, ...]
    violations: tuple[Violation, ...] = ()
    encoding: str = ""
    delimiter: str = ""
    text: str = ""
    columns: tuple[Column, ...] = ()
    has_headings: bool = False
    left_out: tuple[ListLine, ...] = ()
    doubt: Doubt | None = None
    unread_sheets: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Return whether there is a row and every row could be read."""
        return bool(self.rows) and not self.violations and not any(row.violations for row in self.rows)

    @property
    def entries(self) -> tuple[NewEntry, ...]:
        """Return the entries of the sound rows, in order."""
        return tuple(row.entry for row in self.rows if row.entry)

    @property
    def ignored(self) -> tuple[str, ...]:
        """Return the headings of columns that are not read."""
        unread = (column.heading for column in self.columns if column.meaning is Meaning.IGNORED)
        return tuple(filter(None, unread))

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        """Return what each column holds."""
        return tuple(column.meaning for column in self.columns)

    @property
    def headings_key(self) -> str:
        """Return the key under which answers about the columns are remembered; "" without headings."""
        return headings_key([column.heading for column in self.columns]) if self.has_headings else ""


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """A person's answers about a list: encoding, columns, headings, and lines whose contacts stay.

    `columns` is empty and `has_headings` None if the reader decides; `remembered` are their answers about
    other lists, by `headings_key`.
    """

    encoding: str = ""
    columns: tuple[Meaning, ...] = ()
    has_headings: bool | None = None
    insisted: frozenset[int] = frozenset()
    remembered: Mapping[str, tuple[Meaning, ...]] = field(default_factory=dict)
