"""Find what each column of a list holds: by its heading, its content, or a person's answer. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from accounts.contacts import contact_in, without_contacts
from core.errors import Violation
from tournaments.entries.lists.delimited import DASH, ListRow
from tournaments.entries.lists.headings import Other, count_headings, heading_of, is_heading, plain_heading
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
    """Find what the columns hold. Questions: `column_name_missing`, `column_twice`, `columns_unclear`."""
    first = _headings_at(rows)
    if answers.has_headings is not None and len(answers.columns) == _width(rows, first):
        first = (first or 0) if answers.has_headings and rows else None
    headings = rows[first].cells[:MAX_COLUMNS] if first is not None else ()
    body = tuple(rows[first + 1 :] if first is not None else rows)
    width = _width(rows, first)
    content = [_content(body, column) for column in range(width)]
    said = _said(headings, width, answers)
    found, problems = (said, ()) if said else _guessed(headings, content, delimiter, pairs)
    columns = tuple(
        Column(headings[at] if headings else "", meaning, _samples(content[at]))
        for at, meaning in enumerate(found)
    )
    problems = (*problems, *_contradictions(columns))
    return Layout(columns, body, tuple(rows[: first or 0]), first is not None, problems)


def _width(rows: Sequence[ListRow], headings_at: int | None) -> int:
    """Return the number of columns: as many as headings, else the widest of the first rows."""
    sample = rows[:SAMPLE_ROWS] if headings_at is None else rows[headings_at : headings_at + 1]
    return min(max((len(row.cells) for row in sample), default=1), MAX_COLUMNS)


def split_pair(cell: str) -> list[str]:
    """Return the people in one cell: two, or one whole name."""
    cell = " ".join(cell.split())
    for pattern in (STRONG_PAIR, WEAK_PAIR):
        parts = [part for part in pattern.split(cell) if part.strip()]
        if len(parts) == 2:
            return parts
    return [cell]


def holds_two_people(cell: str) -> bool:
    """Return whether the cell holds two people, such as "Ana / Bruno"."""
    return bool(re.fullmatch(r"[^\W\d][^/&+]*\s+[/&+]\s+[^\W\d][^/&+]*", cell.strip()))


def turn_around(cell: str) -> str:
    """Return "Araújo, João" as "João Araújo"; any other text unchanged."""
    last, comma, first = cell.partition(",")
    return f"{first.strip()} {last.strip()}" if _is_turned(cell) and comma else cell


def _samples(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the first values of a column, shortened."""
    return tuple(cell[:LONGEST_SAMPLE] for cell in cells[:SAMPLES])


def _said(headings: Sequence[str], width: int, answers: ListAnswers) -> tuple[Meaning, ...]:
    """Return what the person answered or once answered for these headings; empty if nothing."""
    if len(answers.columns) == width:
        return answers.columns
    remembered = answers.remembered.get(headings_key(headings), ())
    return remembered if headings and len(remembered) == width else ()


def _headings_at(rows: Sequence[ListRow]) -> int | None:
    """Return the index of the heading row: the first, or the first below a title with a names column."""
    if not rows:
        return None
    first = rows[0].cells[:MAX_COLUMNS]
    is_title = sum(map(bool, first)) == 1 and any(len(row.cells) > 1 for row in rows[1:DEEPEST_HEADINGS])
    if not is_title and _is_first_row_of_headings(first, rows[1:]):
        return 0
    for at, row in enumerate(rows[1:DEEPEST_HEADINGS], start=1):
        named = any(
            is_heading(cell) and _names_someone(heading_of(cell)) for cell in row.cells[:MAX_COLUMNS] if cell
        )
        filled = sum(map(bool, row.cells))
        above = max(sum(map(bool, other.cells)) for other in rows[:at])
        if named and (
            (count_headings(row.cells) > 1 and above < filled) or _is_lone_heading(row.cells, rows[:at])
        ):
            return at
    return 0 if is_title and _is_first_row_of_headings(first, rows[1:]) else None


def _is_first_row_of_headings(cells: Sequence[str], others: Sequence[ListRow]) -> bool:
    known = count_headings(cells)
    if any(is_heading(cell) and heading_of(cell) in (*FULL_NAMES, Other.TEAM) for cell in cells if cell):
        return len(cells) > 1 or (known == 1 and heading_of(cells[0]) in (Meaning.NAME, Other.TEAM))
    if len(cells) > 1 and known > 1 and known >= sum(map(bool, cells)) - 1:
        return True
    return len(cells) > 1 and any(_is_unlike(cell, others, at) for at, cell in enumerate(cells))


def _is_unlike(cell: str, others: Sequence[ListRow], at: int) -> bool:
    """Return whether a text such as "Carimbo" or "E-mail" heads a column of dates or addresses."""
    below = _content(others, at)
    if not cell or not below or heading_of(cell) is not Other.UNREAD:
        return False
    return (_are_dates(below) and not DATE.fullmatch(cell)) or (_are_contacts(below) and not contact_in(cell))


def _is_lone_heading(cells: Sequence[str], above: Sequence[ListRow]) -> bool:
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


def _names_someone(meaning: object) -> bool:
    return meaning in (Meaning.NAME, Meaning.SURNAME, Meaning.PARTNER, Other.FIRST, Other.TEAM)


def _content(rows: Sequence[ListRow], column: int) -> list[str]:
    """Return the filled cells of a column in the first rows."""
    return [row.cells[column] for row in rows[:SAMPLE_ROWS] if len(row.cells) > column and row.cells[column]]


def _guessed(
    headings: Sequence[str], content: Sequence[list[str]], delimiter: str, pairs: bool
) -> tuple[tuple[Meaning, ...], tuple[Violation, ...]]:
    """Guess what each column holds, with questions about unclear ones."""
    problems: tuple[Violation, ...] = ()
    if headings:
        found = _by_headings(headings, content, pairs)
        if not FULL_NAMES & set(found) and (at := _likeliest_names(headings, content)) is not None:
            found[at], problems = Meaning.NAME, (Violation("columns_unclear"),)
    else:
        found, problems = _by_place(content, delimiter, pairs)
    return tuple(
        _refined(meaning, cells, pairs, found) for meaning, cells in zip(found, content, strict=True)
    ), problems


def _likeliest_names(headings: Sequence[str], content: Sequence[list[str]]) -> int | None:
    """Return the column under an unknown heading that holds given names, as a proposal to confirm."""
    unknown = [at for at, heading in enumerate(headings) if heading_of(heading) is None]
    best = max(unknown, key=lambda at: _share_of_given_names(content[at]), default=None)
    return best if best is not None and _share_of_given_names(content[best]) >= 0.5 else None


def _by_headings(headings: Sequence[str], content: Sequence[list[str]], pairs: bool) -> list[Meaning]:
    """Return the meaning of each column by its heading."""
    known = [heading_of(cell) if cell else None for cell in headings]
    known = [
        Other.UNREAD if plain_heading(cell) == "time" and _are_dates(below) else meaning
        for cell, meaning, below in zip(headings, known, content, strict=True)
    ]
    is_numbered = Other.FIRST in known and Other.SECOND in known
    found = [_settled(meaning, known, is_numbered, pairs) for meaning in known]
    if pairs and found.count(Meaning.NAME) == 2 and Meaning.PARTNER not in found:
        found[found.index(Meaning.NAME, found.index(Meaning.NAME) + 1)] = Meaning.PARTNER
    if found.count(Meaning.SURNAME) == 2 and Meaning.PARTNER in found:
        found[len(found) - 1 - found[::-1].index(Meaning.SURNAME)] = Meaning.PARTNER_SURNAME
    return found


def _settled(meaning: object, known: Sequence[object], is_numbered: bool, pairs: bool) -> Meaning:
    """Return the meaning of one heading, given the others."""
    if isinstance(meaning, Meaning):
        is_beside = is_numbered and meaning in (Meaning.NAME, Meaning.PARTNER)
        return Meaning.IGNORED if is_beside else meaning
    if meaning is Other.FIRST:
        return Meaning.NAME
    if meaning is Other.SECOND:
        return Meaning.PARTNER
    if meaning is Other.TEAM and not is_numbered and Meaning.PARTNER not in known:
        return Meaning.PARTNER if Meaning.NAME in known else Meaning.PAIR if pairs else Meaning.NAME
    return Meaning.IGNORED


def _by_place(
    content: Sequence[list[str]], delimiter: str, pairs: bool
) -> tuple[list[Meaning], tuple[Violation, ...]]:
    """Guess columns without headings: name, partner in pairs, club, seed.

    Skips numbers, dates and contacts.
    """
    found = [Meaning.IGNORED] * len(content)
    width = len(content)
    unread = [width > 1 and _is_unread(cells, at, width) for at, cells in enumerate(content)]
    left = [at for at in range(width) if not unread[at]] or [0]
    if len(left) > 1 and _are_numbers(content[left[-1]]):
        found[left.pop()] = Meaning.SEED
    order = [*_people(content[left[0]], pairs), Meaning.CLUB]
    order += [Meaning.SEED] if Meaning.SEED not in found else []
    for at, meaning in zip(left, order, strict=False):
        found[at] = meaning
    if len(left) == 2 and not pairs and delimiter == ",":
        return _comma_names(found, content[left[0]], content[left[1]], left)
    unclear = len(left) > len(order) or any(
        meaning is Meaning.SEED and at in left for at, meaning in enumerate(found)
    )
    return found, (Violation("columns_unclear"),) if unclear and delimiter != DASH else ()


def _people(cells: Sequence[str], pairs: bool) -> list[Meaning]:
    """Return the columns of people: in pairs two, or one if its cells name both."""
    if not pairs:
        return [Meaning.NAME]
    both = sum(len(split_pair(cell)) == 2 for cell in cells)
    return [Meaning.PAIR] if both and both * 2 >= len(cells) else [Meaning.NAME, Meaning.PARTNER]


def _comma_names(
    found: list[Meaning], first: Sequence[str], second: Sequence[str], at: Sequence[int]
) -> tuple[list[Meaning], tuple[Violation, ...]]:
    """Tell "Araújo, João" from "João, Maré"; ask if neither part has a frequent given name."""
    before, after = _share_of_given_names(first), _share_of_given_names(second)
    if after >= 0.5 and before < 0.5 and after > before:
        found[at[0]], found[at[1]] = Meaning.SURNAME, Meaning.NAME
        return found, ()
    lone = sum(len(cell.split()) == 1 for cell in first)
    is_open = before < 0.3 and lone * 5 >= len(first) * 4 and len(second) * 5 >= len(first) * 4
    return found, (Violation("columns_unclear"),) if is_open and not all(map(_is_clublike, second)) else ()


def _is_clublike(cell: str) -> bool:
    return any(sign.isdecimal() for sign in cell) or len(cell.split()) > 3 or len(cell) < 3


def _is_unread(cells: Sequence[str], at: int, width: int) -> bool:
    is_count = at < width - 1 and _counts(cells)
    return not cells or is_count or _are_dates(cells) or _are_contacts(cells)


def _refined(meaning: Meaning, cells: Sequence[str], pairs: bool, found: Sequence[Meaning]) -> Meaning:
    """Return the meaning of a names column: it may hold pairs, or surnames first."""
    if meaning is not Meaning.NAME or not cells or Meaning.SURNAME in found:
        return meaning
    if pairs and Meaning.PARTNER not in found and any(len(split_pair(cell)) == 2 for cell in cells):
        return Meaning.PAIR
    turned = [cell for cell in cells if _is_turned(cell)]
    if (
        len(turned) * 2 > len(cells)
        and _share_of_given_names([cell.partition(",")[2] for cell in turned]) >= 0.5
    ):
        return Meaning.SURNAME_FIRST
    return meaning


def _is_turned(cell: str) -> bool:
    last, comma, first = cell.partition(",")
    is_suffix = plain_heading(first) in SUFFIXES
    return bool(comma and last.strip() and first.strip()) and "," not in first and not is_suffix


def _share_of_given_names(cells: Sequence[str]) -> float:
    return sum(map(has_given_name, cells)) / len(cells) if cells else 0.0


def _are_dates(cells: Sequence[str]) -> bool:
    return bool(cells) and sum(bool(DATE.fullmatch(cell)) for cell in cells) * 5 >= len(cells) * 3


def _are_contacts(cells: Sequence[str]) -> bool:
    lone = sum(bool(contact_in(cell)) and not without_contacts(cell) for cell in cells)
    return bool(cells) and lone * 2 >= len(cells)


def _are_numbers(cells: Sequence[str]) -> bool:
    return bool(cells) and all(cell.isdecimal() for cell in cells)


def _counts(cells: Sequence[str]) -> bool:
    """Return whether the cells count 1, 2, 3 …: an ordinal column without a heading."""
    numbers = [
        int(cell) for cell in (cell.rstrip(".)ºª°") for cell in cells) if cell.isdecimal() and len(cell) < 6
    ]
    is_whole = len(numbers) == len(cells) and numbers[:1] in ([0], [1])
    return is_whole and all(after == before + 1 for before, after in pairwise(numbers))


def _contradictions(columns: Sequence[Column]) -> tuple[Violation, ...]:
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
