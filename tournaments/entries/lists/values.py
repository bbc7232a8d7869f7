"""What a list of people says, as frozen values: columns, rows, what was left out or is asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from core.errors import Violation
from core.text import fold
from tournaments.inputs import NewEntry
from tournaments.uploads import Doubt

MOST_COLUMNS = 60  # of a list; what stands beyond is named in each row


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
    """Return a digest of the headings, without regard to case and blanks."""
    return sha256("\x1f".join(map(fold, headings)).encode()).hexdigest()


FULL_NAMES = frozenset({Meaning.NAME, Meaning.SURNAME_FIRST, Meaning.PAIR})
"""Columns that name a person; a list has exactly one of them."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading ("" for none), what it holds, and the first values in it."""

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
    """One filled row: the line of the file where it begins (from 1), and its entry if it has none of
    the `violations`, whose fields are `names.0`, `names.1`, `club`, `seed`, or empty for the row.

    `notes` say what was left out of the row: `contact_left_out`, `brackets_left_out`; `under_reserves`
    that it stands among substitutes.
    """

    line: int
    entry: NewEntry | None
    violations: tuple[Violation, ...] = ()
    notes: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedList:
    """A list of entries as parsed. `violations` are those of the whole.

    `text` is the list as it was decoded: reading it again with the same columns gives the same rows.
    `left_out` are titles and the like; `doubt` says why a list is held back, `held` is then what was sent.
    `unread_sheets` are the names of filled sheets of a workbook after the one that was read.
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
        """Whether every row could be read and there is at least one."""
        return bool(self.rows) and not self.violations and not any(row.violations for row in self.rows)

    @property
    def entries(self) -> tuple[NewEntry, ...]:
        """The entries of the sound rows, in order."""
        return tuple(row.entry for row in self.rows if row.entry)

    @property
    def ignored(self) -> tuple[str, ...]:
        """Headings of the columns that are not read."""
        unread = (column.heading for column in self.columns if column.meaning is Meaning.IGNORED)
        return tuple(filter(None, unread))

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        """What each column holds."""
        return tuple(column.meaning for column in self.columns)

    @property
    def headings_key(self) -> str:
        """By what the answer about the columns is remembered; "" without headings."""
        return headings_key([column.heading for column in self.columns]) if self.has_headings else ""


@dataclass(frozen=True, slots=True)
class ListAnswers:
    """What a person said about a list: encoding, columns, headings, and lines whose contacts stay.

    `columns` is empty and `has_headings` None where they left that to the reader; `remembered` are their
    answers about other lists, by `headings_key`.
    """

    encoding: str = ""
    columns: tuple[Meaning, ...] = ()
    has_headings: bool | None = None
    insisted: frozenset[int] = frozenset()
    remembered: Mapping[str, tuple[Meaning, ...]] = field(default_factory=dict)
