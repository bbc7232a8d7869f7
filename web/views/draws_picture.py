"""The small drawing of a bracket's shape: a column a round, a box a table, a dot a seat. No database."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, groupby, pairwise

from tournaments.bracket.shapes import Shape, Sizes
from tournaments.bracket.tree import plan

HEIGHT, COLUMN, BOX, PAD = 132.0, 56.0, 22.0, 3.0
SEAT = 9.0  # height of a seat in a box where there is room
MOST_BOXES = 48  # more tables than this in a round are drawn as one block
LEAST_DOT = 3.5


@dataclass(frozen=True, slots=True)
class Dot:
    """A seat; numbers are texts, so that no language turns their points into commas."""

    x: str
    y: str
    r: str


@dataclass(frozen=True, slots=True)
class Box:
    """A table, or a whole round of too many tables (`block`); a bye is a table of one."""

    x: str
    y: str
    width: str
    height: str
    is_bye: bool
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """So many tables of one size in a round; `size` 1 are byes."""

    tables: int
    size: int


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in words: its number, whether it is the last, and its tables by size."""

    number: int
    is_final: bool
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that the template of the drawing needs."""

    width: str
    height: str
    boxes: tuple[Box, ...]
    lines: tuple[str, ...]
    rounds: tuple[RoundLine, ...]


def picture(shape: Shape) -> Picture:
    """The drawing of a shape, its tables in the order in which they feed each other."""
    rounds = _in_order(shape).rounds
    boxes = [box for index, sizes in enumerate(rounds) for box in _boxes(index, sizes)]
    lines = [
        line for index in range(1, len(rounds)) for line in _lines(index, rounds[index - 1], rounds[index])
    ]
    return Picture(
        _text(COLUMN * len(rounds) - (COLUMN - BOX) + 2 * PAD),
        _text(HEIGHT + 2 * PAD),
        tuple(boxes),
        tuple(lines),
        tuple(_round_lines(rounds)),
    )


def _in_order(shape: Shape) -> Shape:
    return plan([str(number) for number in range(shape.entries)], shape).shape


def _boxes(column: int, sizes: Sizes) -> Iterator[Box]:
    left = PAD + column * COLUMN
    if len(sizes) > MOST_BOXES:
        yield Box(_text(left), _text(PAD), _text(BOX), _text(HEIGHT), False, ())
        return
    for middle, size in zip(_middles(len(sizes)), sizes, strict=True):
        height = min(SEAT * size, HEIGHT / len(sizes) * 0.8)
        top = middle - height / 2
        dots = tuple(_dots(left, top, height, size))
        yield Box(_text(left), _text(top), _text(BOX), _text(height), size == 1, dots)


def _dots(left: float, top: float, height: float, size: int) -> Iterator[Dot]:
    step = height / size
    if step < LEAST_DOT:
        return
    for seat in range(size):
        yield Dot(_text(left + BOX / 2), _text(top + step * (seat + 0.5)), _text(min(2.6, step * 0.32)))


def _middles(tables: int) -> list[float]:
    slot = HEIGHT / tables
    return [PAD + slot * (index + 0.5) for index in range(tables)]


def _lines(column: int, before: Sizes, sizes: Sizes) -> Iterator[str]:
    """Paths from the tables of one round to those of the next, which take them in order."""
    if len(before) > MOST_BOXES:
        return
    sources, targets = _middles(len(before)), _middles(len(sizes))
    right = PAD + column * COLUMN
    left = right - (COLUMN - BOX)
    bends = (left + right) / 2
    for target, (first, last) in zip(targets, pairwise([0, *accumulate(sizes)]), strict=True):
        for source in sources[first:last]:
            yield f"M{_text(left)} {_text(source)}H{_text(bends)}V{_text(target)}H{_text(right)}"


def _round_lines(rounds: tuple[Sizes, ...]) -> Iterator[RoundLine]:
    for number, sizes in enumerate(rounds, start=1):
        ordered = groupby(sorted(sizes, reverse=True))
        groups = tuple(Group(len(list(tables)), size) for size, tables in ordered)
        yield RoundLine(number, number == len(rounds), groups)


def _text(number: float) -> str:
    return f"{number:.1f}"
