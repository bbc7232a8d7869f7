"""Split lines into rows of cells: find the delimiter, handle quotes. Pure."""

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

DELIMITERS = "\t;,|"
DASH = " – "
DASHES = (" – ", " — ", " - ", " -- ")
SAMPLE = 50
UNUSED = "\x1f"  # decoding leaves no control character but tab and LF


@dataclass(frozen=True, slots=True)
class ListRow:
    """The cells of a row and the line where it begins; `is_torn` if a quotation mark never closes."""

    line: int
    cells: tuple[str, ...]
    is_torn: bool = False


def find_delimiter(
    lines: Sequence[str], headings: Callable[[Sequence[str]], int], *, is_chat: bool = False
) -> str:
    """Return the delimiter of columns: a mark of `DELIMITERS`, `DASH`, or "" for one column.

    `headings` counts the headings among cells. The best has a line with most of them (at least two), then
    splits most lines. A dash delimits name and club if half of the lines have one, or any line from a chat.
    """
    sample = [line for line in lines if line.strip()][:SAMPLE]
    score = {mark: _score(sample, mark, headings) for mark in DELIMITERS}
    best = max(DELIMITERS, key=score.__getitem__)
    if not score[best][0] and _is_lone_heading(sample, headings):
        return ""
    dashed = sum(len(_split_at_dash(line)) == 2 for line in sample)
    if dashed and (is_chat or dashed * 2 >= len(sample)) and score[best] <= (0, dashed):
        return DASH
    return best if score[best] > (0, 0) else ""


def split_lines(lines: Sequence[str], delimiter: str) -> Iterator[ListRow]:
    """Yield every row, empty ones too.

    If a quotation mark never closes, quotes lose their meaning, so that the rest is not swallowed.
    """
    if delimiter == DASH:
        yield from (ListRow(number, _split_at_dash(line)) for number, line in enumerate(lines, 1))
        return
    try:
        yield from list(_parse_quoted(lines, delimiter or UNUSED))
    except csv.Error:
        for number, line in enumerate(lines, start=1):
            cells = [cell.strip() for cell in (line.split(delimiter) if delimiter else [line])]
            yield ListRow(
                number, tuple(map(_strip_quotes, cells)), any(cell.count('"') % 2 for cell in cells)
            )


def _is_lone_heading(sample: Sequence[str], headings: Callable[[Sequence[str]], int]) -> bool:
    """Return whether the first line is one heading without a delimiter, so that commas below it are text.

    A tab anywhere always delimits.
    """
    is_parted = any(mark in sample[0] for mark in DELIMITERS) if sample else True
    return not is_parted and not any("\t" in line for line in sample) and headings([sample[0].strip()]) > 0


def _score(sample: Sequence[str], mark: str, headings: Callable[[Sequence[str]], int]) -> tuple[int, int]:
    """Return the most headings in one of the first rows (0 for only one), and how many rows are divided."""
    rows = [row.cells for row in split_lines(sample, mark)]
    named = max((headings(cells) for cells in rows[:6]), default=0)
    return named if named > 1 else 0, sum(len(cells) > 1 for cells in rows)


def _split_at_dash(line: str) -> tuple[str, ...]:
    """Split "name – club" at its first dash; one cell without a dash."""
    for dash in DASHES:
        line = line.replace(dash, DASH)
    name, found, rest = line.partition(DASH)
    return (name.strip(), rest.strip()) if found and name.strip() else (line.strip(),)


def _parse_quoted(lines: Sequence[str], delimiter: str) -> Iterator[ListRow]:
    """Parse lines with quoted cells, which may span several lines."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=True)
    begins = 1
    for cells in reader:
        yield ListRow(begins, tuple(cell.strip() for cell in cells))
        begins = reader.line_num + 1


def _strip_quotes(cell: str) -> str:
    """Return the cell without quotation marks around it."""
    is_whole = len(cell) > 1 and cell[0] == cell[-1] == '"'
    return cell[1:-1].replace('""', '"') if is_whole else cell
