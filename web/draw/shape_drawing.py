"""A small drawing of a bracket's shape: columns are rounds, boxes tables, dots seats. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

from tournaments.bracket.shapes import Shape, Sizes
from tournaments.bracket.tree import plan

HEIGHT, GAP, PAD = 132.0, 30.0, 3.0
SEAT, TALL = 7.0, 11.0  # a seat's width, and the largest height of a table
MAX_BOXES = 48  # a round with more tables is drawn as one block
MIN_DOT = 1.0  # a smaller seat is left out


@dataclass(frozen=True, slots=True)
class Dot:
    """A seat; numbers are text, so that no language turns their points into commas."""

    x: str
    y: str
    r: str


@dataclass(frozen=True, slots=True)
class TableBox:
    """A table, or a round with too many tables as one block; a bye is a table of one."""

    x: str
    y: str
    width: str
    height: str
    is_bye: bool
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class SeatGroup:
    """A number of tables of one size in a round; `size` 1 means byes."""

    tables: int
    size: int


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in words: its number, whether it is the last, and its tables by size."""

    number: int
    is_final: bool
    groups: tuple[SeatGroup, ...]


@dataclass(frozen=True, slots=True)
class ShapeDrawing:
    """The context of the drawing's template."""

    width: str
    height: str
    boxes: tuple[TableBox, ...]
    lines: tuple[str, ...]
    rounds: tuple[RoundLine, ...]


def draw_shape(shape: Shape) -> ShapeDrawing:
    """Return the drawing of a shape, with tables in the order in which they lead to each other."""
    rounds = _order_tables(shape).rounds
    lefts = [PAD, *accumulate((SEAT * max(sizes) + GAP for sizes in rounds), initial=PAD)][1:]
    boxes = [box for left, sizes in zip(lefts, rounds, strict=False) for box in _boxes(left, sizes)]
    lines = [line for index in range(1, len(rounds)) for line in _lines(lefts, rounds, index)]
    return ShapeDrawing(
        _text(lefts[-1] - GAP + PAD),
        _text(HEIGHT + 2 * PAD),
        tuple(boxes),
        tuple(lines),
        round_lines(rounds),
    )


def _order_tables(shape: Shape) -> Shape:
    """Return the shape with the tables of each round in the order in which the draw numbers them."""
    return plan([str(number) for number in range(shape.entries)], shape, shape.third_place).shape


def _boxes(left: float, sizes: Sizes) -> Iterator[TableBox]:
    """Yield a box for each table of a round; one box for a round with too many."""
    if len(sizes) > MAX_BOXES:
        yield TableBox(_text(left), _text(PAD), _text(SEAT * max(sizes)), _text(HEIGHT), False, ())
        return
    height = min(TALL, HEIGHT / len(sizes) * 0.8)
    for middle, size in zip(_middles(len(sizes)), sizes, strict=True):
        dots = tuple(_dots(left, middle, height, size))
        yield TableBox(
            _text(left), _text(middle - height / 2), _text(SEAT * size), _text(height), size == 1, dots
        )


def _dots(left: float, middle: float, height: float, size: int) -> Iterator[Dot]:
    """Yield a dot for each seat of a table."""
    radius = min(SEAT, height) * 0.32
    if radius >= MIN_DOT:
        for seat in range(size):
            yield Dot(_text(left + SEAT * (seat + 0.5)), _text(middle), _text(radius))


def _middles(tables: int) -> list[float]:
    """Return the y coordinate of the middle of each of so many tables in a column."""
    slot = HEIGHT / tables
    return [PAD + slot * (index + 0.5) for index in range(tables)]


def _lines(lefts: Sequence[float], rounds: Sequence[Sizes], index: int) -> Iterator[str]:
    """Yield SVG paths from the tables of the round before to those of round `index`, from 0.

    Nothing if the round before is drawn as one block. `lefts` are the left edges of the columns.
    """
    before, sizes = rounds[index - 1], rounds[index]
    if len(before) > MAX_BOXES:
        return
    right = lefts[index]
    bend = right - GAP / 2
    sources = list(zip(_middles(len(before)), before, strict=True))
    taken = pairwise([0, *accumulate(sizes)])
    for target, (first, last) in zip(_middles(len(sizes)), taken, strict=True):
        for source, size in sources[first:last]:
            start = _text(lefts[index - 1] + SEAT * size)
            yield f"M{start} {_text(source)}H{_text(bend)}V{_text(target)}H{_text(right)}"


def round_lines(rounds: Sequence[Sizes]) -> tuple[RoundLine, ...]:
    """Return the rounds in words."""
    return tuple(round_line(number, sizes, len(rounds)) for number, sizes in enumerate(rounds, start=1))


def round_line(number: int, sizes: Sizes, last: int = 0) -> RoundLine:
    """Return one round in words; `last` is the number of the final, 0 if it is not among the rounds."""
    ordered = groupby(sorted(sizes, reverse=True))
    groups = tuple(SeatGroup(len(list(tables)), size) for size, tables in ordered)
    return RoundLine(number, number == last, groups)


def _text(number: float) -> str:
    """Format a number of pixels for SVG, with a point in every language."""
    return f"{number:.1f}"
