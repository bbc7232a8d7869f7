"""Lists of entries that people paste or upload, read into plain values with every problem named.

Takes UTF-8 (with or without BOM), UTF-16, Windows-1252 and Latin-1; `;`, `,`, tab or a single column;
with a header in Portuguese or English or with none (then: name, partner in pairs, club, seed).
A formula is text like any other. Never stores, never guesses silently: what was found out (encoding,
delimiter, columns left out) is in the answer. No database, no clock.
"""

import csv
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from accounts.names import clean_name
from core.errors import Refused, Violation
from core.numbers import number_in
from tournaments.inputs import NewEntry
from tournaments.uploads import MOST_BYTES, decoded

__all__ = ["MOST_BYTES", "MOST_ROWS", "Parsed", "ParsedRow", "read_csv"]

MOST_ROWS = 2_000
MOST_DIGITS = 6
DELIMITERS = "\t;,"
SAMPLE = 50
UNUSED = "\x1f"  # decoding leaves no control character but tab and LF

HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(["nome", "name", "jogador", "jogadora", "player", "participante"], "name"),
    **dict.fromkeys(["nome completo", "full name"], "name"),
    **dict.fromkeys(["parceiro", "parceira", "partner", "dupla"], "partner"),
    **dict.fromkeys(["clube", "club", "cidade", "city"], "club"),
    **dict.fromkeys(["semente", "seed", "cabeca de chave"], "seed"),
}
NUMBERED = ("jogador", "jogadora", "player", "nome", "name")  # "jogador 1" is a heading beside "jogador 2"


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """One filled row: the line of the file where it begins (from 1), and its entry if it has none of
    the `violations`, whose fields are `names.0`, `names.1`, `club`, `seed`, or empty for the row.
    """

    line: int
    entry: NewEntry | None
    violations: tuple[Violation, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a list says. `violations` are those of the whole; `ignored` are columns nobody asked for.

    `text` is the list as it was decoded: reading it again gives the same rows.
    """

    rows: tuple[ParsedRow, ...]
    violations: tuple[Violation, ...] = ()
    encoding: str = ""
    delimiter: str = ""
    ignored: tuple[str, ...] = ()
    text: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether every row could be read and there is at least one."""
        return bool(self.rows) and not self.violations and not any(row.violations for row in self.rows)

    @property
    def entries(self) -> tuple[NewEntry, ...]:
        """The entries of the sound rows, in order."""
        return tuple(row.entry for row in self.rows if row.entry)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: tuple[str, ...]
    is_torn: bool = False


def read_csv(data: bytes | str, *, pairs: bool = False) -> Parsed:
    """Read a list; `pairs` tells what the second column is where there is no header.

    Whole-list codes: `file_too_large`, `file_not_text`, `file_empty`, `too_many_rows`,
    `column_name_missing`, `column_twice`. Row codes: `person_name_missing`, `person_name_too_long`,
    `seed_not_a_whole_number`, `too_many_cells`, `quotes_unbalanced`. Never raises for bad input.
    """
    try:
        text, encoding = decoded(data)
    except Refused as refusal:
        return Parsed((), refusal.violations)
    lines, delimiter = _delimited(text)
    filled = [row for row in _split(lines, delimiter) if any(row.cells)]
    columns, ignored, problems, has_header = _columns(filled, pairs)
    if problems:
        return Parsed((), problems, encoding, delimiter, ignored, text)
    body = filled[1:] if has_header else filled
    rows = tuple(_parsed(row, columns) for row in body[:MOST_ROWS])
    return Parsed(rows, _whole(len(body)), encoding, delimiter, ignored, text)


def _whole(found: int) -> tuple[Violation, ...]:
    if not found:
        return (Violation("file_empty"),)
    if found > MOST_ROWS:
        return (Violation("too_many_rows", {"found": found, "most": MOST_ROWS}),)
    return ()


def _delimited(text: str) -> tuple[list[str], str]:
    """The lines, and the delimiter: the one that splits most sample lines; empty for one column."""
    lines = text.split("\n")
    if lines[0].casefold().startswith("sep=") and lines[0][4:5] in DELIMITERS:
        return ["", *lines[1:]], lines[0][4:5]
    sample = [line for line in lines if line.strip()][:SAMPLE]
    if not sample or _plain(sample[0]) in HEADINGS:
        return lines, ""
    score = {mark: _split_lines(sample, mark) for mark in DELIMITERS}
    best = max(DELIMITERS, key=score.__getitem__)
    return lines, best if score[best] else ""


def _split_lines(sample: Sequence[str], delimiter: str) -> tuple[int, ...]:
    """How well a delimiter fits: first the header it makes, then how many lines it splits."""
    widths = [len(row.cells) for row in _split(sample, delimiter)]
    header = sum(map(bool, _named(next(_split(sample[:1], delimiter)).cells)))
    split = sum(width > 1 for width in widths)
    return (header if header > 1 else 0, split) if split else ()


def _split(lines: Sequence[str], delimiter: str) -> Iterator[_Row]:
    """Rows with their first line; a stray quote must not swallow the rest, so then none is special."""
    try:
        yield from list(_quoted(lines, delimiter or UNUSED))
    except csv.Error:
        for number, line in enumerate(lines, start=1):
            cells = [cell.strip() for cell in (line.split(delimiter) if delimiter else [line])]
            yield _Row(number, tuple(map(_unquoted, cells)), any(cell.count('"') % 2 for cell in cells))


def _quoted(lines: Sequence[str], delimiter: str) -> Iterator[_Row]:
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    begins = 1
    for cells in reader:
        yield _Row(begins, tuple(cell.strip() for cell in cells))
        begins = reader.line_num + 1


def _unquoted(cell: str) -> str:
    is_whole = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"') if is_whole else cell


def _named(cells: Sequence[str]) -> list[str]:
    """What each heading means, "" where we do not know it."""
    headings = [_plain(cell) for cell in cells]
    known = dict(HEADINGS)
    for word in NUMBERED:
        if f"{word} 1" in headings and f"{word} 2" in headings:
            known |= {f"{word} 1": "name", f"{word} 2": "partner"}
    return [known.get(heading, "") for heading in headings]


def _plain(cell: str) -> str:
    plain = unicodedata.normalize("NFKD", cell).casefold()
    kept = "".join(sign for sign in plain if not unicodedata.combining(sign) and sign.isprintable())
    return " ".join(kept.replace("_", " ").split())


def _columns(
    rows: Sequence[_Row], pairs: bool
) -> tuple[list[str], tuple[str, ...], tuple[Violation, ...], bool]:
    """What each column holds ("" is left out), the headings left out, problems, whether there is a header."""
    cells = rows[0].cells if rows else ()
    found = _named(cells)
    if "name" not in found and not (len(found) > 1 and all(found)):
        return _columns_by_place(rows, pairs), (), (), False
    if found.count("name") == 2 and "partner" not in found:
        found[found.index("name", found.index("name") + 1)] = "partner"
    ignored = tuple(cell for cell, column in zip(cells, found, strict=True) if cell and not column)
    return found, ignored, tuple(_header_problems(found, cells)), True


def _header_problems(columns: Sequence[str], cells: Sequence[str]) -> Iterator[Violation]:
    if "name" not in columns:
        yield Violation("column_name_missing")
    for index, column in enumerate(columns):
        if column and column in columns[:index]:
            yield Violation("column_twice", {"column": cells[index][:40]})


def _columns_by_place(rows: Sequence[_Row], pairs: bool) -> list[str]:
    """Name, partner in pairs, club, seed; a last column of nothing but numbers is the seed."""
    order = ["name", *(["partner"] if pairs else []), "club", "seed"]
    width = max((len(row.cells) for row in rows), default=1)
    columns = order[:width]
    last = [row.cells[width - 1] for row in rows if len(row.cells) >= width]
    if 1 < width < len(order) and any(last) and all(cell.isdecimal() for cell in last if cell):
        columns[-1] = "seed"
    return columns


def _parsed(row: _Row, columns: Sequence[str]) -> ParsedRow:
    cells = {column: cell for column, cell in zip(columns, row.cells, strict=False) if column}
    problems = list(_row_problems(row, columns))
    names = [_cleaned(cells.get("name", ""), "names.0", problems)]
    if cells.get("partner"):
        names.append(_cleaned(cells["partner"], "names.1", problems))
    club = _cleaned(cells["club"], "club", problems) if cells.get("club") else ""
    seed = _seed(cells.get("seed", ""), problems)
    entry = None if problems else NewEntry(tuple(names), club=club, seed=seed)
    return ParsedRow(row.line, entry, tuple(problems))


def _row_problems(row: _Row, columns: Sequence[str]) -> Iterator[Violation]:
    if row.is_torn:
        yield Violation("quotes_unbalanced")
    if any(row.cells[len(columns) :]):
        yield Violation("too_many_cells", {"found": len(row.cells), "most": len(columns)})


def _cleaned(cell: str, path: str, problems: list[Violation]) -> str:
    try:
        return clean_name(cell)
    except Refused as refusal:
        problems += [Violation(found.code, found.facts, path, found.rule) for found in refusal.violations]
        return ""


def _seed(cell: str, problems: list[Violation]) -> int | None:
    if not cell:
        return None
    if seed := number_in(cell, MOST_DIGITS):
        return seed
    problems.append(Violation("seed_not_a_whole_number", {"value": cell[:20]}, "seed"))
    return None
