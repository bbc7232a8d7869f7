"""Divide a bracket among sheets.

Pure: values in, values out, in pixels of `share.layout`. Rounds side by side form a band. A sheet holds whole
trees of its band, in one or more strips, so that lines never cross an edge. The division with the fewest
sheets and bands (`_cost`) is used, then the one with the largest letters.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.printing.pdf import PdfPages
from tournaments.printing.values import BracketPoster, PosterLine, PosterMatch
from tournaments.share.fonts import BOLD, REGULAR, sans
from tournaments.share.layout import A4, break_lines, fitting_size, line_step

A4_SIZE, A3_SIZE = (A4.height, A4.width), (2480, A4.height)
SIZES = (40, 34, 28, 24)
HEADS, LABEL, PAD = 44, 0.7, 8  # pixels of the rounds' names; of a size; inside a box
BETWEEN, ASIDE = 18, 60  # boxes of a column; columns
NARROWEST, BROADEST, MAX_COLUMNS = 300, 640, 6
SMALLEST = 20


@dataclass(frozen=True, slots=True)
class BoxText:
    """A line in a box: its letter size, and the source of its player if it is a line to write on."""

    text: str
    size: int
    is_strong: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class PosterBox:
    """A match on a sheet, in pixels from the corner below the head and the rounds' names.

    `onto` is the number of the sheet, from 1, where its winner plays on; 0 for the same or none.
    """

    match: PosterMatch
    left: int
    top: int
    height: int
    texts: tuple[BoxText, ...]
    onto: int = 0

    @property
    def middle(self) -> int:
        """Return the distance from the top at which lines start and end."""
        return self.top + self.height // 2


@dataclass(frozen=True, slots=True)
class PosterSheet:
    """A sheet: the rounds of its columns, left to right, the width of a column, and its boxes."""

    columns: tuple[int, ...]
    width: int
    boxes: tuple[PosterBox, ...]


@dataclass(frozen=True, slots=True)
class PosterLayout:
    """A bracket on sheets, in letters of `size`."""

    poster: BracketPoster
    size: int
    sheets: tuple[PosterSheet, ...]


Band = list[PosterSheet]


def page_size(poster: BracketPoster) -> tuple[int, int]:
    """Return width and height of a sheet, in landscape, in pixels."""
    return A3_SIZE if poster.is_a3 else A4_SIZE


def lay_out_bracket(poster: BracketPoster) -> PosterLayout:
    """Divide the bracket into bands and sheets at the lowest `_cost`, in the largest letters for that."""
    found = [(size, bands) for size in SIZES if (bands := _Division(poster, size).best(0))]
    size, bands = min(found, key=lambda each: (_cost(each[1]), -each[0]))
    sheets = [sheet for band in bands for sheet in band]
    return PosterLayout(poster, size, tuple(_set_onward_sheets(sheets)))


def _cost(bands: Sequence[Band]) -> int:
    """Return the number of sheets plus three a band: a line is easier to follow than a sheet number."""
    return 3 * len(bands) + sum(map(len, bands))


def _set_onward_sheets(sheets: Sequence[PosterSheet]) -> Iterator[PosterSheet]:
    """Yield the sheets with `onto` of each box: the sheet where its winner plays on, 0 for this or none."""
    places = {box.match.code: number for number, sheet in enumerate(sheets, 1) for box in sheet.boxes}
    for number, sheet in enumerate(sheets, 1):
        leaving = ((box, places.get(box.match.onward, number)) for box in sheet.boxes)
        boxes = (replace(box, onto=0 if onto == number else onto) for box, onto in leaving)
        yield replace(sheet, boxes=tuple(boxes))


class _Division:
    """The division of a bracket among sheets in letters of one size, with what was tried already."""

    def __init__(self, poster: BracketPoster, size: int) -> None:
        self.rounds, self.size = len(poster.rounds), size
        self.in_round: dict[int, list[PosterMatch]] = defaultdict(list)
        self.feeding: dict[str, list[PosterMatch]] = defaultdict(list)
        for match in poster.matches:
            self.in_round[match.round].append(match)
            self.feeding[match.onward].append(match)
        width, height = page_size(poster)
        self.inside = width - 2 * A4.margin
        self.room = height - A4.head - A4.foot - HEADS
        self.texts: dict[tuple[str, int], tuple[BoxText, ...]] = {}
        self.from_round: dict[int, list[Band]] = {}

    def best(self, first: int) -> list[Band]:
        """Return the best bands for the rounds from `first` on; empty if a tree is too tall in this size."""
        if first not in self.from_round:
            self.from_round[first] = self._best(first)
        return self.from_round[first]

    def _best(self, first: int) -> list[Band]:
        """Try every last round for the first band; return the division with the lowest `_cost`, or []."""
        found: list[list[Band]] = []
        for last in range(first + 1, self.rounds + 1):
            rest = self.best(last) if last < self.rounds else []
            if rest or last == self.rounds:
                bands = (self._band(range(first, last), strips) for strips in range(1, MAX_COLUMNS + 1))
                found += [[band, *rest] for band in bands if band]
        return min(found, key=_cost, default=[])

    def _band(self, rounds: range, strips: int) -> Band:
        """Return the sheets of a band; empty if it is too wide, or a tree is taller than a sheet."""
        slots = len(rounds) * strips
        width = min(BROADEST, (self.inside - ASIDE * (slots - 1)) // slots)
        if width < NARROWEST:
            return []
        sheets: list[list[PosterBox]] = []
        strip, below = strips, 0
        for root in self.in_round[rounds[-1]]:
            tree, height = self._tree(root, rounds[0], width)
            if height > self.room:
                return []
            if below + height > self.room:
                strip, below = strip + 1, 0
            if strip >= strips or not sheets:
                sheets.append([])
                strip, below = 0, 0
            left = strip * len(rounds) * (width + ASIDE)
            sheets[-1] += [replace(box, left=box.left + left, top=box.top + below) for box in tree]
            below += height + BETWEEN
        return [PosterSheet((*rounds,) * strips, width, tuple(boxes)) for boxes in sheets]

    def _tree(self, root: PosterMatch, first: int, width: int) -> tuple[list[PosterBox], int]:
        """Return the boxes of a match and of those that lead to it, and their total height."""
        columns = [[root]]
        while columns[0][0].round > first:
            before = [match for later in columns[0] for match in self.feeding[later.code]]
            if not before:
                break
            columns.insert(0, before)
        boxes: list[PosterBox] = []
        column: list[PosterBox] = []
        for matches in columns:
            column = list(self._column(matches, (matches[0].round - first) * (width + ASIDE), width, column))
            boxes += column
        return boxes, max(box.top + box.height for box in boxes)

    def _column(
        self, matches: Sequence[PosterMatch], left: int, width: int, before: Sequence[PosterBox]
    ) -> Iterator[PosterBox]:
        """Yield boxes from the top, each at the middle of those that lead to it."""
        free = 0
        for match in matches:
            texts = self._texts(match, width)
            height = round(self.size * LABEL * 1.3) + sum(line_step(text.size) for text in texts) + PAD
            middles = [box.middle for box in before if box.match.onward == match.code]
            wanted = (min(middles) + max(middles)) // 2 - height // 2 if middles else free
            yield PosterBox(match, left, max(free, wanted), height, texts)
            free = max(free, wanted) + height + BETWEEN

    def _texts(self, match: PosterMatch, width: int) -> tuple[BoxText, ...]:
        """Return the lines of a match in a box of this width; cached."""
        key = (match.code, width)
        if key not in self.texts:
            texts = (text for line in match.lines for text in _parts(line, width - 2 * PAD, self.size))
            self.texts[key] = tuple(texts)
        return self.texts[key]


def _parts(line: PosterLine, width: int, size: int) -> Iterator[BoxText]:
    """Yield the line, smaller if that makes it fit, else broken into several."""
    weight = BOLD if line.is_strong else REGULAR
    smaller = fitting_size(line.text, size, width, weight, least=max(SMALLEST, round(size * 0.7)))
    for part in break_lines(line.text, sans(smaller, weight), width) or [""]:
        yield BoxText(part, smaller, line.is_strong, line.source)


TOP = A4.head + HEADS
SMALL = 18


def bracket_file(poster: BracketPoster, footer: str) -> bytes:
    """Return the bracket as a PDF file on A4 or A3, with `footer` at the bottom of each sheet.

    The sheets of what is `beside` it follow, numbered for themselves.
    """
    paper = PdfPages(*page_size(poster))
    for part in filter(None, (poster, poster.beside)):
        _write_bracket(paper, part, footer)
    return bytes(paper.output())


def _write_bracket(paper: PdfPages, poster: BracketPoster, footer: str) -> None:
    layout = lay_out_bracket(poster)
    for number, sheet in enumerate(layout.sheets, 1):
        paper.add_page()
        paper.write_head(poster.title, poster.heading)
        _write_rounds(paper, poster, sheet)
        places = {box.match.code: box for box in sheet.boxes}
        for box in sheet.boxes:
            _write_box(paper, layout, box, sheet.width)
            if onward := places.get(box.match.onward):
                _write_link(paper, box, onward, sheet.width)
        paper.write_foot(footer, number, len(layout.sheets))


def _write_rounds(paper: PdfPages, poster: BracketPoster, sheet: PosterSheet) -> None:
    """Write the round's name above each column that has boxes."""
    drawn = {box.left for box in sheet.boxes}
    for column, number in enumerate(sheet.columns):
        left = column * (sheet.width + ASIDE)
        if left in drawn:
            name = poster.rounds[number]
            paper.write_at(
                A4.margin + left, A4.head + 20, name, fitting_size(name, 26, sheet.width, BOLD), BOLD
            )


def _write_box(paper: PdfPages, layout: PosterLayout, box: PosterBox, width: int) -> None:
    left, top = A4.margin + box.left, TOP + box.top
    label = round(layout.size * LABEL)
    paper.draw_box(left, top, width, box.height)
    paper.write_at(
        left + PAD,
        top + label,
        box.match.label,
        fitting_size(box.match.label, label, width - 2 * PAD),
    )
    base = top + round(label * 1.3)
    for text in box.texts:
        base += line_step(text.size)
        if text.text:
            weight = BOLD if text.is_strong else REGULAR
            paper.write_at(left + PAD, base - text.size // 4, text.text, text.size, weight)
        elif text.source:
            small = fitting_size(text.source, SMALL, width // 2)
            paper.write_right(left + width - PAD, base - text.size // 4, text.source, small)
            paper.draw_rule(
                left + PAD, base - 2, left + width - 2 * PAD - sans(small).getlength(text.source), thin=True
            )
    if box.onto:
        _write_onto(paper, layout, box, left + width)


def _write_onto(paper: PdfPages, layout: PosterLayout, box: PosterBox, right: int) -> None:
    """Write at the right of a box on which sheet the winner plays on."""
    words = layout.poster.onto % {"sheet": box.onto}
    label = round(layout.size * LABEL)
    paper.write_right(right - PAD, TOP + box.top + label, words, label, BOLD)


def _write_link(paper: PdfPages, box: PosterBox, onward: PosterBox, width: int) -> None:
    """Draw the line from a box to the one where its winner plays on."""
    right, bend = A4.margin + box.left + width, A4.margin + onward.left - ASIDE // 2
    paper.draw_rule(right, TOP + box.middle, bend)
    paper.draw_upright(bend, TOP + box.middle, TOP + onward.middle)
    paper.draw_rule(bend, TOP + onward.middle, A4.margin + onward.left)
