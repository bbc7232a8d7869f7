"""Divide a bulletin among pages of one format.

Pure: values in, values out, in the format's pixels. Sections fill one or two columns and continue on the next
page. Letters are as large as one page allows. A long name is made smaller, then broken into lines; nothing is
cut off.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.share.bulletin import Bulletin, BulletinLine, BulletinSection
from tournaments.share.fonts import BOLD, REGULAR, Font, has_letter, sans

SMALLEST_SHARE = 0.7  # of the size; below it, a long name is broken into lines instead
AFTER_LEAD = 24  # pixels


@dataclass(frozen=True, slots=True)
class PageFormat:
    """A page in pixels.

    The title takes `head`, the last line `foot`. `sizes` of letters, largest first; none is smaller than
    `least`. Up to `few` lines stand in one column.
    """

    width: int
    height: int
    margin: int
    gutter: int
    head: int
    foot: int
    sizes: tuple[int, ...]
    least: int
    few: int

    @property
    def inside(self) -> int:
        """Return the width between the margins."""
        return self.width - 2 * self.margin


PHONE = PageFormat(1080, 1350, 64, 40, 300, 96, (56, 48, 42, 36), 28, 10)
"""A picture that a phone shows whole: 28 pixels are 10 on a screen of 390."""
A4 = PageFormat(1240, 1754, 90, 50, 250, 100, (64, 52, 42, 34, 30), 24, 14)
"""Paper at 150 dots an inch: 30 pixels are letters of 14 points."""


def is_readable(text: str) -> bool:
    """Return whether pages can show all letters of the text."""
    return all(map(has_letter, text))


def unreadable_texts(bulletin: Bulletin) -> tuple[str, ...]:
    """Return title, sentences and lines with letters that pages cannot show, each once, in order."""
    lines = (line.text for section in bulletin.sections for line in section.lines)
    texts = [bulletin.title, *bulletin.lead, *lines]
    return tuple(dict.fromkeys(text for text in texts if not is_readable(text)))


@dataclass(frozen=True, slots=True)
class LineText:
    """A line, or a part of a broken one, with the size of its letters (pixels); `starts`: the first part."""

    line: BulletinLine
    text: str
    size: int
    starts: bool


@dataclass(frozen=True, slots=True)
class SectionBlock:
    """A section as drawn, its label in letters of 0.8 × `size`."""

    label: tuple[str, ...]
    lines: tuple[LineText, ...]
    size: int

    @property
    def height(self) -> int:
        """Return the height in pixels, with the space below."""
        label = len(self.label) * label_step(self.size)
        space = round(self.size * (0.6 if self.label else 0.15))
        return label + sum(line_step(part.size) for part in self.lines) + space


class PlacedBlock(NamedTuple):
    """A section in a column of a page (from 0), `top` pixels below the top of the columns."""

    column: int
    top: int
    block: SectionBlock


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A bulletin in pages of a format. Sizes and widths are pixels."""

    bulletin: Bulletin
    format: PageFormat
    lead: tuple[str, ...]
    lead_size: int
    column_width: int
    pages: tuple[tuple[PlacedBlock, ...], ...]

    def top(self, number: int) -> int:
        """Return the top of the columns of page `number` (from 1), in pixels."""
        lead = len(self.lead) if number == 1 else 0
        return self.format.head + lead * line_step(self.lead_size) + (AFTER_LEAD if lead else 0)

    def left(self, column: int) -> int:
        """Return the left edge of a column, in pixels."""
        return self.format.margin + column * (self.column_width + self.format.gutter)


def lay_out(bulletin: Bulletin, page: PageFormat = PHONE) -> PageLayout:
    """Divide the bulletin among pages: in the largest letters that fit on one page, else in the smallest."""
    columns = _count_columns(bulletin, page)
    width = (page.inside - (columns - 1) * page.gutter) // columns
    later = page.height - page.head - page.foot
    lead_size = page.sizes[-1] if bulletin.sections else _lead_size(bulletin, page, later)
    lead = _lead_lines(bulletin, page, lead_size)
    room = later - len(lead) * line_step(lead_size) - (AFTER_LEAD if lead else 0)
    for size in page.sizes:
        blocks = [_block(section, page, width, size) for section in bulletin.sections]
        if _fits(blocks, columns, room):
            room = _balanced_height(blocks, columns, room)
            break
    pages = _pages(blocks, columns, room, later)
    return PageLayout(bulletin, page, tuple(lead), lead_size, width, tuple(map(tuple, pages)))


def _lead_lines(bulletin: Bulletin, page: PageFormat, size: int) -> list[str]:
    """Return the lead in lines of this letter size."""
    return [text for each in bulletin.lead for text in break_lines(each, sans(size), page.inside)]


def _lead_size(bulletin: Bulletin, page: PageFormat, room: int) -> int:
    """Return the largest size at which the lead fits into `room` pixels of height; the least if none does."""
    fits = (size for size in page.sizes if len(_lead_lines(bulletin, page, size)) * line_step(size) <= room)
    return next(fits, page.least)


def _count_columns(bulletin: Bulletin, page: PageFormat) -> int:
    """Return 1 for a bulletin of few lines, else 2."""
    lines = sum(len(section.lines) + bool(section.label) for section in bulletin.sections)
    return 1 if lines <= page.few else 2


def _pages(
    blocks: Sequence[SectionBlock], columns: int, first: int, later: int
) -> Iterator[list[PlacedBlock]]:
    """Yield the blocks of each page; `first` and `later` are column heights of page 1 and of the others."""
    page: list[PlacedBlock] = []
    column, top, room = 0, 0, first
    for block in blocks:
        if top and top + block.height > room:
            column, top = column + 1, 0
        if column == columns:
            yield page
            page, column, room = [], 0, later
        page.append(PlacedBlock(column, top, block))
        top += block.height
    yield page


def _fits(blocks: Sequence[SectionBlock], columns: int, room: int) -> bool:
    """Return whether these blocks fit on one page with columns `room` pixels high."""
    is_low = all(block.height <= room for block in blocks)
    return is_low and len(list(_pages(blocks, columns, room, room))) == 1


def _balanced_height(blocks: Sequence[SectionBlock], columns: int, room: int) -> int:
    """Return the least column height (pixels) at which these blocks, which fit on one page, still do."""
    heights = range(sum(block.height for block in blocks) // columns, room, 8)
    return next((height for height in heights if _fits(blocks, columns, height)), room)


def _block(section: BulletinSection, page: PageFormat, width: int, size: int) -> SectionBlock:
    """Return the section in lines of at most `width` pixels, in letters of at most `size`."""
    label = tuple(break_lines(section.label, sans(label_size(size), BOLD), width))
    parts = (part for line in section.lines for part in _line_parts(line, page, width, size))
    return SectionBlock(label, tuple(parts), size)


def _line_parts(line: BulletinLine, page: PageFormat, width: int, size: int) -> Iterator[LineText]:
    """Yield the line, smaller if that makes it fit, else broken into several."""
    room = width - (suit_width(size) if line.suit else 0)
    weight = BOLD if line.is_strong else REGULAR
    least = max(page.least, round(size * SMALLEST_SHARE))
    for smaller in range(size, least - 1, -4):
        if sans(smaller, weight).getlength(line.text) <= room:
            yield LineText(line, line.text, smaller, starts=True)
            return
    for number, part in enumerate(break_lines(line.text, sans(least, weight), room)):
        yield LineText(line, part, least, starts=number == 0)


def fit_title(title: str, page: PageFormat, width: int, room: int) -> tuple[int, list[str]]:
    """Return the largest size at which the title fits into `room` pixels of height, and its lines.

    At the least size, 24, it may be higher.
    """
    for size in range(page.sizes[0], 24, -4):
        lines = break_lines(title, sans(size, BOLD), width)
        if len(lines) * line_step(size) <= room:
            return size, lines
    return 24, break_lines(title, sans(24, BOLD), width)


def fitting_size(text: str, size: int, width: int, weight: str = REGULAR, least: int = 16) -> int:
    """Return the largest size up to `size` at which the text takes at most `width` pixels.

    It is at least `least`, at which the text may be wider.
    """
    while size > least and sans(size, weight).getlength(text) > width:
        size -= 2
    return size


def break_lines(text: str, font: Font, width: int) -> list[str]:
    """Return the text in lines of at most `width` pixels; [] for an empty text.

    Lines are broken between words, or within a word that is too long; not at a no-break space.
    """
    lines: list[str] = []
    line = ""
    for word in re.split(r"[ \t\r\n]+", text.strip()):
        wider = f"{line} {word}" if line else word
        if font.getlength(wider) <= width:
            line = wider
            continue
        lines += [line] if line else []
        *full, line = _split_word(word, font, width)
        lines += full
    return [*lines, line] if line else lines


def _split_word(word: str, font: Font, width: int) -> Iterator[str]:
    """Yield parts of a word that fit into the width; a single wider letter is yielded alone."""
    part = ""
    for letter in word:
        if part and font.getlength(part + letter) > width:
            yield part
            part = ""
        part += letter
    yield part


def line_step(size: int) -> int:
    """Return the distance from one line to the next, in pixels."""
    return round(size * 1.3)


def label_size(size: int) -> int:
    """Return the font size of a section's label in pixels, from that of its text."""
    return round(size * 0.8)


def label_step(size: int) -> int:
    """Return the height of a label's line with the rule below it, in pixels, for a text of this size."""
    return round(size * 1.35)


def suit_width(size: int) -> int:
    """Return the width of a suit before a name, in pixels."""
    return round(size * 1.15)
