"""Sizes of names on the hall screen, and the number of tables on a page of it, so that no name is cut.

Sizes are in tenths of a per cent of the screen's width (tenths of `vw`). A name may take two lines before it
gets smaller. If less height is left, as beside a notice, the style sheet shrinks a page (`css/hall.css`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from textwrap import wrap
from typing import NamedTuple

Names = Sequence[str]
"""The names at one table."""
SIZES = (40, 31, 28, 25, 24, 22, 20, 18)
BESIDE_EACH_OTHER = 31  # the largest size in two columns
READABLE = 20  # the smallest size readable from 8 metres; a single table may be smaller
TABLES = (8, 6, 4)  # on one page, the most first
HEIGHT = 430  # the height of a 16 : 9 screen below the heading
BESIDE = {1: 740, 2: 265}  # the width of a name, by columns of tables
LETTER, LINE = 0.55, 1.2  # a letter's width and a line's height, in sizes
BETWEEN, AROUND = 0.1, 1.0  # the space between two names, and around a row of tables, in sizes
ROW_WIDTH, ROW_LINE, ROW_AROUND = 740, 1.3, 0.25  # of a list of places
MAX_LINES = 2
BRIEF, LONG = 14, 30  # letters of a champion's name


@dataclass(frozen=True, slots=True)
class HallSize:
    """The size of names on a page, in tenths of `vw`, and the page's height in multiples of it (`lines`)."""

    size: int
    lines: int


class MeasuredTable(NamedTuple):
    """The height of a table in sizes of its names, and whether each name fits on two lines."""

    height: float
    fits: bool


def tables_a_page(tables: Sequence[Names]) -> int:
    """Return how many tables go on a page: the most at which all names are readable, at least four."""
    for most in TABLES:
        pages = [tables[at : at + most] for at in range(0, len(tables), most)]
        if all(size_of_tables(page).size >= READABLE for page in pages):
            return most
    return TABLES[-1]


def size_of_tables(tables: Sequence[Names]) -> HallSize:
    """Return the largest size at which these tables fit on one page; the smallest if none does."""
    columns = 1 if len(tables) <= 2 else 2
    rows = [tables[at : at + columns] for at in range(0, len(tables), columns)]
    for size in (size for size in SIZES if columns == 1 or size <= BESIDE_EACH_OTHER):
        measured = [[_measure_table(names, size, BESIDE[columns]) for names in row] for row in rows]
        height = sum(max(one.height for one in row) + AROUND for row in measured)
        if height * size <= HEIGHT and all(one.fits for row in measured for one in row):
            break
    return HallSize(size, ceil(height))


def size_of_rows(names: Names) -> HallSize:
    """Return the largest size at which these places fit on one page, a line below the other."""
    for size in SIZES[2:]:
        rows = [_count_lines(name, size, ROW_WIDTH) for name in names]
        height = sum(min(lines, MAX_LINES) * ROW_LINE + ROW_AROUND for lines in rows)
        if height * size <= HEIGHT and max(rows, default=1) <= MAX_LINES:
            break
    return HallSize(size, ceil(height))


def champion_size(name: str) -> str:
    """Return the CSS class of the size of a champion's name: `brief`, `plain` or `long`."""
    return "brief" if len(name) <= BRIEF else "plain" if len(name) <= LONG else "long"


def _measure_table(names: Names, size: int, width: int) -> MeasuredTable:
    """Return the height of a table with names of this size and width, at least three lines."""
    counts = [_count_lines(name, size, width) for name in names]
    lines = max(3, sum(min(count, MAX_LINES) for count in counts))
    height = lines * LINE + (len(names) - 1) * BETWEEN
    return MeasuredTable(height, max(counts, default=1) <= MAX_LINES)


def _count_lines(name: str, size: int, width: int) -> int:
    """Return the number of lines that a name takes at this size and width."""
    letters = max(4, int(width / (size * LETTER)))
    return 1 if len(name) <= letters else len(wrap(name, letters, break_on_hyphens=False))
