"""Read one row of a list as an entry: join names, remove contacts, report every problem. Pure."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from accounts.contacts import contact_in, without_contacts
from accounts.names import clean_name
from core.errors import Refused, Violation
from core.text import name_key, number_in, unescape_formula
from tournaments.entries.lists.columns import holds_two_people, split_pair, turn_around
from tournaments.entries.lists.delimited import ListRow
from tournaments.entries.lists.values import Meaning, ParsedRow
from tournaments.inputs import NewEntry

MAX_DIGITS = 6
BLANK_OR_DASHES = re.compile(r"[-–—_=.:~*\s]*")  # a line of dashes under the headings


@dataclass(slots=True)
class _CellReader:
    """Reads the cells of one row; collects its problems and notes of what is left out.

    With `insists` contacts stay in names.
    """

    insists: bool
    problems: list[Violation] = field(default_factory=list)
    notes: list[Violation] = field(default_factory=list)

    def read_text(self, cell: str, path: str) -> str:
        """Return the name or club as it is stored; "" if it is refused, which is a problem.

        A contact that is left out is a note.
        """
        cell = unescape_formula(cell)
        if not self.insists and (found := contact_in(cell)):
            self.notes.append(Violation("contact_left_out", {"contact": found[:80]}, path))
            cell = without_contacts(cell)
            if path == "club" and not cell:
                return ""
        try:
            return clean_name(cell)
        except Refused as refusal:
            self.problems += [Violation(v.code, v.facts, path, v.rule) for v in refusal.violations]
            return ""

    def read_seed(self, cell: str) -> int | None:
        """Return the seed; None for an empty cell, or for a bad value, which is a problem."""
        if not cell:
            return None
        if seed := number_in(cell.removesuffix(".0"), MAX_DIGITS):
            return seed
        self.problems.append(Violation("seed_not_a_whole_number", {"value": cell[:20]}, "seed"))
        return None


def read_row(
    row: ListRow, meanings: Sequence[Meaning], insists: bool = False, notes: Iterable[Violation] = ()
) -> ParsedRow | None:
    """Return the row as an entry, or None if it holds nothing to read. Raises nothing.

    `insists` leaves contacts in names; `notes` are added to those of the row. Codes of its violations:
    `person_name_missing`, `person_name_too_long`, `seed_not_a_whole_number`, `too_many_cells`,
    `quotes_unbalanced`, `two_people_in_row`.
    """
    cells: dict[Meaning, str] = dict(zip(meanings, row.cells, strict=False))
    cells.pop(Meaning.IGNORED, None)
    if not any(row.cells[len(meanings) :]) and all(map(BLANK_OR_DASHES.fullmatch, cells.values())):
        return None
    reader = _CellReader(insists)
    _add_problems(row, len(meanings), reader)
    names = [reader.read_text(name, f"names.{at}") for at, name in enumerate(_names(cells))]
    if len(names) == 1 and holds_two_people(names[0]):
        reader.problems.append(Violation("two_people_in_row", {"name": names[0][:80]}, "names.0"))
    club = reader.read_text(cells[Meaning.CLUB], "club") if cells.get(Meaning.CLUB) else ""
    seed = reader.read_seed(cells.get(Meaning.SEED, ""))
    entry = None if reader.problems else NewEntry(tuple(names), club=club, seed=seed, insists=insists)
    return ParsedRow(row.line, entry, tuple(reader.problems), (*reader.notes, *notes))


def _add_problems(row: ListRow, width: int, reader: _CellReader) -> None:
    """Add a quotation mark that never closes, and cells beyond the columns, to the reader's problems."""
    if row.is_torn:
        reader.problems.append(Violation("quotes_unbalanced"))
    if any(row.cells[width:]):
        reader.problems.append(Violation("too_many_cells", {"found": len(row.cells), "most": width}))


def _names(cells: dict[Meaning, str]) -> list[str]:
    """Return the names of the row's people; an empty partner is left out."""
    if Meaning.PAIR in cells:
        return [part.strip() for part in split_pair(cells[Meaning.PAIR])]
    first = turn_around(cells.get(Meaning.SURNAME_FIRST, "")) or cells.get(Meaning.NAME, "")
    second = _append_surname(cells.get(Meaning.PARTNER, ""), cells.get(Meaning.PARTNER_SURNAME, ""))
    return [_append_surname(first, cells.get(Meaning.SURNAME, "")), *([second] if second else [])]


def _append_surname(name: str, surname: str) -> str:
    """Return name and surname; only the name if it already ends with the surname."""
    is_in_it = f" {name_key(name)} ".endswith(f" {name_key(surname)} ")
    return name if is_in_it else f"{name} {surname}".strip()
