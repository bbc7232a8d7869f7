"""Find what each column of a list holds: by its heading, its content, or a person's answer. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from accounts.contacts import contact_in, without_contacts
from core.errors import Violation
from tournaments.entries.lists.delimited import DASH, ListRow
from tournaments.entries.lists.headings import (
    OtherHeading,
    count_headings,
    heading_of,
    is_heading,
    plain_heading,
)
from tournaments.entries.lists.values import (
    FULL_NAMES,
    MAX_COLUMNS,
    Column,
    ListAnswers,
    Meaning,
    has_given_name,
    headings_key,
)

DEEPEST_HEADINGS = 6  # rows searched for headings below a title
SAMPLES, LONGEST_SAMPLE, SAMPLE_ROWS = 3, 40, 200
DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?|\d{1,2}:\d{2}(?::\d{2})?.*")
STRONG_PAIR = re.compile(r"\s*[/&+]\s*")
WEAK_PAIR = re.compile(r"\s+(?:e|and|y|com)\s+", re.IGNORECASE)
SUFFIXES = frozenset({"jr", "junior", "filho", "neto", "sobrinho"})


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns, the rows of people, the rows above them, and questions to answer first."""

    columns: tuple[Column, ...]
    body: tuple[ListRow, ...]
    above: tuple[ListRow, ...] = ()
    has_headings: bool = False
    problems: tuple[Violation, ...] = ()

    @property
    def meanings(self) -> tuple[Meaning, ...]:
        """Return what each column holds."""
        return tuple(column.meaning for column in self.columns)


def lay_out(rows: Sequence[ListRow], delimiter: str, answers: ListAnswers, *, pairs: bool) -> Layout:
    """Find what the columns hold, by the answers, the headings or the content. Raises nothing.

    Codes of `problems`: `column_name_missing`, `column_twice`, `columns_unclear`.
    """
    first = _headings_at(rows)
    if answers.has_headings is not None and len(answers.columns) == _width(rows, first):
        first = (first or 0) if answers.has_headings and rows else None
    headings = rows[first].cells[:MAX_COLUMNS] if first is not None else ()
    body = tuple(rows[first + 1 :] if first is not None else rows)
    width = _width(rows, first)
    content = [_filled_cells(body, column) for column in range(width)]
    said = _answered_meanings(headings, width, answers)
    found, problems = (said, ()) if said else _guess_meanings(headings, content, delimiter, pairs)
    columns = tuple(
        Column(headings[at] if headings else "", meaning, _samples(content[at]))
        for at, meaning in enumerate(found)
    )
    problems = (*problems, *_find_contradictions(columns))
    return Layout(columns, body, tuple(rows[: first or 0]), first is not None, problems)


def _width(rows: Sequence[ListRow], headings_at: int | None) -> int:
    """Return the number of columns: as many as headings, else the widest of the first rows."""
    sample = rows[:SAMPLE_ROWS] if headings_at is None else rows[headings_at : headings_at + 1]
    return min(max((len(row.cells) for row in sample), default=1), MAX_COLUMNS)


def split_pair(cell: str) -> list[str]:
    """Return the names in one cell: two if "/", "&", "+" or an "and" divides it, else the cell."""
    cell = " ".join(cell.split())
    for pattern in (STRONG_PAIR, WEAK_PAIR):
        parts = [part for part in pattern.split(cell) if part.strip()]
        if len(parts) == 2:
            return parts
    return [cell]


def holds_two_people(cell: str) -> bool:
    """Return whether the cell holds two people for certain, such as "Ana / Bruno" (not "Ana e Bruno")."""
    return bool(re.fullmatch(r"[^\W\d][^/&+]*\s+[/&+]\s+[^\W\d][^/&+]*", cell.strip()))


def turn_around(cell: str) -> str:
    """Return "Araújo, João" as "João Araújo"; any other text unchanged."""
    last, comma, first = cell.partition(",")
    return f"{first.strip()} {last.strip()}" if _is_surname_first(cell) and comma else cell


def _samples(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the first values of a column, shortened."""
    return tuple(cell[:LONGEST_SAMPLE] for cell in cells[:SAMPLES])


def _answered_meanings(headings: Sequence[str], width: int, answers: ListAnswers) -> tuple[Meaning, ...]:
    """Return what the person answered or once answered for these headings; empty if nothing."""
    if len(answers.columns) == width:
        return answers.columns
    remembered = answers.remembered.get(headings_key(headings), ())
    return remembered if headings and len(remembered) == width else ()


def _headings_at(rows: Sequence[ListRow]) -> int | None:
    """Return the index of the heading row, or None.

    It is the first row, or the first row below a title that has a names column.
    """
    if not rows:
        return None
    first = rows[0].cells[:MAX_COLUMNS]
    is_title = sum(map(bool, first)) == 1 and any(len(row.cells) > 1 for row in rows[1:DEEPEST_HEADINGS])
    if not is_title and _is_first_row_of_headings(first, rows[1:]):
        return 0
    for at, row in enumerate(rows[1:DEEPEST_HEADINGS], start=1):
        named = any(
            is_heading(cell) and _names_person(heading_of(cell)) for cell in row.cells[:MAX_COLUMNS] if cell
        )
        filled = sum(map(bool, row.cells))
        above = max(sum(map(bool, other.cells)) for other in rows[:at])
        if named and (
            (count_headings(row.cells) > 1 and above < filled) or _is_lone_heading(row.cells, rows[:at])
        ):
            return at
    return 0 if is_title and _is_first_row_of_headings(first, rows[1:]) else None


def _is_first_row_of_headings(cells: Sequence[str], others: Sequence[ListRow]) -> bool:
    """Return whether the first row is headings, judged by its words and by what stands below."""
    known = count_headings(cells)
    if any(
        is_heading(cell) and heading_of(cell) in (*FULL_NAMES, OtherHeading.TEAM) for cell in cells if cell
    ):
        return len(cells) > 1 or (known == 1 and heading_of(cells[0]) in (Meaning.NAME, OtherHeading.TEAM))
    if len(cells) > 1 and known > 1 and known >= sum(map(bool, cells)) - 1:
        return True
    return len(cells) > 1 and any(_is_unlike(cell, others, at) for at, cell in enumerate(cells))


def _is_unlike(cell: str, others: Sequence[ListRow], at: int) -> bool:
    """Return whether a text such as "Carimbo" or "E-mail" heads a column of dates or addresses."""
    below = _filled_cells(others, at)
    if not cell or not below or heading_of(cell) is not OtherHeading.UNREAD:
        return False
    return (_are_dates(below) and not DATE.fullmatch(cell)) or (_are_contacts(below) and not contact_in(cell))


def _is_lone_heading(cells: Sequence[str], above: Sequence[ListRow]) -> bool:
    """Return whether the only cell is a heading such as "nomes", with single cells above it."""
    lone = plain_heading(cells[0]) in (
        "nome",
        "nomes",
        "name",
        "names",
        "jogadores",
        "participantes",
        "atletas",
    )
    return len(cells) == 1 and lone and all(len(row.cells) == 1 for row in above)


def _names_person(meaning: object) -> bool:
    """Return whether a column of this meaning (`Heading`) holds names of people."""
    return meaning in (Meaning.NAME, Meaning.SURNAME, Meaning.PARTNER, OtherHeading.FIRST, OtherHeading.TEAM)


def _filled_cells(rows: Sequence[ListRow], column: int) -> list[str]:
    """Return the filled cells of a column in the first rows."""
    return [row.cells[column] for row in rows[:SAMPLE_ROWS] if len(row.cells) > column and row.cells[column]]


def _guess_meanings(
    headings: Sequence[str], content: Sequence[list[str]], delimiter: str, pairs: bool
) -> tuple[tuple[Meaning, ...], tuple[Violation, ...]]:
    """Guess what each column holds; unknown ones are ignored, and a doubtful guess asks `columns_unclear`.

    `content`: the filled cells of each column. `headings` is empty for a list without them.
    """
    problems: tuple[Violation, ...] = ()
    if headings:
        found = _meanings_by_headings(headings, content, pairs)
        if not FULL_NAMES & set(found) and (at := _likeliest_names(headings, content)) is not None:
            found[at], problems = Meaning.NAME, (Violation("columns_unclear"),)
    else:
        found, problems = _guess_by_position(content, delimiter, pairs)
    return tuple(
        _refine_names(meaning, cells, pairs, found) for meaning, cells in zip(found, content, strict=True)
    ), problems


def _likeliest_names(headings: Sequence[str], content: Sequence[list[str]]) -> int | None:
    """Return the column under an unknown heading where most cells hold given names, else None."""
    unknown = [at for at, heading in enumerate(headings) if heading_of(heading) is None]
    best = max(unknown, key=lambda at: _share_of_given_names(content[at]), default=None)
    return best if best is not None and _share_of_given_names(content[best]) >= 0.5 else None


def _meanings_by_headings(
    headings: Sequence[str], content: Sequence[list[str]], pairs: bool
) -> list[Meaning]:
    """Return the meaning of each column by its heading, `IGNORED` for an unknown one."""
    known = [heading_of(cell) if cell else None for cell in headings]
    known = [
        OtherHeading.UNREAD if plain_heading(cell) == "time" and _are_dates(below) else meaning
        for cell, meaning, below in zip(headings, known, content, strict=True)
    ]
    is_numbered = OtherHeading.FIRST in known and OtherHeading.SECOND in known
    found = [_meaning_of(meaning, known, is_numbered, pairs) for meaning in known]
    if pairs and found.count(Meaning.NAME) == 2 and Meaning.PARTNER not in found:
        found[found.index(Meaning.NAME, found.index(Meaning.NAME) + 1)] = Meaning.PARTNER
    if found.count(Meaning.SURNAME) == 2 and Meaning.PARTNER in found:
        found[len(found) - 1 - found[::-1].index(Meaning.SURNAME)] = Meaning.PARTNER_SURNAME
    return found


def _meaning_of(meaning: object, known: Sequence[object], is_numbered: bool, pairs: bool) -> Meaning:
    """Return the meaning of one heading, given the others."""
    if isinstance(meaning, Meaning):
        is_beside = is_numbered and meaning in (Meaning.NAME, Meaning.PARTNER)
        return Meaning.IGNORED if is_beside else meaning
    if meaning is OtherHeading.FIRST:
        return Meaning.NAME
    if meaning is OtherHeading.SECOND:
        return Meaning.PARTNER
    if meaning is OtherHeading.TEAM and not is_numbered and Meaning.PARTNER not in known:
        return Meaning.PARTNER if Meaning.NAME in known else Meaning.PAIR if pairs else Meaning.NAME
    return Meaning.IGNORED


def _guess_by_position(
    content: Sequence[list[str]], delimiter: str, pairs: bool
) -> tuple[list[Meaning], tuple[Violation, ...]]:
    """Guess the columns of a list without headings, from the left: name, partner in pairs, club, seed.

    Skips ordinals, dates and contacts. A doubtful guess asks `columns_unclear`.
    """
    found = [Meaning.IGNORED] * len(content)
    width = len(content)
    unread = [width > 1 and _is_unread(cells, at, width) for at, cells in enumerate(content)]
    left = [at for at in range(width) if not unread[at]] or [0]
    if len(left) > 1 and _are_numbers(content[left[-1]]):
        found[left.pop()] = Meaning.SEED
    order = [*_people_meanings(content[left[0]], pairs), Meaning.CLUB]
    order += [Meaning.SEED] if Meaning.SEED not in found else []
    for at, meaning in zip(left, order, strict=False):
        found[at] = meaning
    if len(left) == 2 and not pairs and delimiter == ",":
        return _guess_at_comma(found, content[left[0]], content[left[1]], left)
    unclear = len(left) > len(order) or any(
        meaning is Meaning.SEED and at in left for at, meaning in enumerate(found)
    )
    return found, (Violation("columns_unclear"),) if unclear and delimiter != DASH else ()


def _people_meanings(cells: Sequence[str], pairs: bool) -> list[Meaning]:
    """Return the meanings of the columns of people: in pairs two, or one if its cells name both."""
    if not pairs:
        return [Meaning.NAME]
    both = sum(len(split_pair(cell)) == 2 for cell in cells)
    return [Meaning.PAIR] if both and both * 2 >= len(cells) else [Meaning.NAME, Meaning.PARTNER]


def _guess_at_comma(
    found: list[Meaning], first: Sequence[str], second: Sequence[str], at: Sequence[int]
) -> tuple[list[Meaning], tuple[Violation, ...]]:
    """Tell "Araújo, João" from "João, Maré"; `columns_unclear` if neither part has a frequent given name.

    `found` are the meanings guessed so far and `at` the indexes of the two columns, whose meanings it sets.
    """
    before, after = _share_of_given_names(first), _share_of_given_names(second)
    if after >= 0.5 and before < 0.5 and after > before:
        found[at[0]], found[at[1]] = Meaning.SURNAME, Meaning.NAME
        return found, ()
    lone = sum(len(cell.split()) == 1 for cell in first)
    is_open = before < 0.3 and lone * 5 >= len(first) * 4 and len(second) * 5 >= len(first) * 4
    return found, (Violation("columns_unclear"),) if is_open and not all(map(_is_clublike, second)) else ()


def _is_clublike(cell: str) -> bool:
    """Return whether a text looks like a club rather than a person: digits, many words, or very short."""
    return any(sign.isdecimal() for sign in cell) or len(cell.split()) > 3 or len(cell) < 3


def _is_unread(cells: Sequence[str], at: int, width: int) -> bool:
    """Return whether a column is empty, counts its rows, or holds dates or contacts."""
    is_count = at < width - 1 and _are_ordinals(cells)
    return not cells or is_count or _are_dates(cells) or _are_contacts(cells)


def _refine_names(meaning: Meaning, cells: Sequence[str], pairs: bool, found: Sequence[Meaning]) -> Meaning:
    """Return a names column's meaning given its cells: it may hold pairs, or surnames first.

    Any other meaning is returned unchanged.
    """
    if meaning is not Meaning.NAME or not cells or Meaning.SURNAME in found:
        return meaning
    if pairs and Meaning.PARTNER not in found and any(len(split_pair(cell)) == 2 for cell in cells):
        return Meaning.PAIR
    turned = [cell for cell in cells if _is_surname_first(cell)]
    if (
        len(turned) * 2 > len(cells)
        and _share_of_given_names([cell.partition(",")[2] for cell in turned]) >= 0.5
    ):
        return Meaning.SURNAME_FIRST
    return meaning


def _is_surname_first(cell: str) -> bool:
    """Return whether the cell is written "surname, name"."""
    last, comma, first = cell.partition(",")
    is_suffix = plain_heading(first) in SUFFIXES
    return bool(comma and last.strip() and first.strip()) and "," not in first and not is_suffix


def _share_of_given_names(cells: Sequence[str]) -> float:
    """Return the share of cells that begin with a frequent given name, from 0 to 1."""
    return sum(map(has_given_name, cells)) / len(cells) if cells else 0.0


def _are_dates(cells: Sequence[str]) -> bool:
    """Return whether at least three cells of five are dates."""
    return bool(cells) and sum(bool(DATE.fullmatch(cell)) for cell in cells) * 5 >= len(cells) * 3


def _are_contacts(cells: Sequence[str]) -> bool:
    """Return whether at least half of the cells hold a contact alone."""
    lone = sum(bool(contact_in(cell)) and not without_contacts(cell) for cell in cells)
    return bool(cells) and lone * 2 >= len(cells)


def _are_numbers(cells: Sequence[str]) -> bool:
    """Return whether all cells are whole numbers; False without cells."""
    return bool(cells) and all(cell.isdecimal() for cell in cells)


def _are_ordinals(cells: Sequence[str]) -> bool:
    """Return whether the cells count 1, 2, 3 …: an ordinal column without a heading."""
    numbers = [
        int(cell) for cell in (cell.rstrip(".)ºª°") for cell in cells) if cell.isdecimal() and len(cell) < 6
    ]
    is_whole = len(numbers) == len(cells) and numbers[:1] in ([0], [1])
    return is_whole and all(after == before + 1 for before, after in pairwise(numbers))


def _find_contradictions(columns: Sequence[Column]) -> tuple[Violation, ...]:
    """Return violations: no names column, or two columns with the same meaning."""
    meanings = [column.meaning for column in columns]
    if not FULL_NAMES & set(meanings):
        return (Violation("column_name_missing"),)
    found = []
    for at, column in enumerate(columns):
        same = FULL_NAMES if column.meaning in FULL_NAMES else {column.meaning}
        if column.meaning is not Meaning.IGNORED and same & set(meanings[:at]):
            found.append(Violation("column_twice", {"column": (column.heading or str(at + 1))[:40]}))
    return tuple(found)
