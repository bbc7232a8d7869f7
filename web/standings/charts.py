"""Charts of a season: a player's points from tournament to tournament, and the race for the first places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import ceil

from tournaments.standings.selectors import SeasonLine

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 38, 352, 14, 164
WIDEST_COLUMN, SHARE = 44, 0.6  # a column takes this share of its event's width
MAX_NUMBERS = 12  # under the columns; with more events, only every second or third is numbered
STEPS = (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 250, 500, 1000)
LINES = 4


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """An event: its number from 1, its column, and the point of the sum above it.

    Numbers are text, in user units.
    """

    number: int
    x: str
    middle: str
    top: str
    width: str
    height: str
    sum_at: str
    is_numbered: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """A line of the scale: its points and its height."""

    points: int
    y: str


@dataclass(frozen=True, slots=True)
class Chart:
    """The context of the drawing's template; `line` is the path of the sum."""

    columns: tuple[ChartColumn, ...]
    grid: tuple[Grid, ...]
    line: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def draw_chart(points: Sequence[Decimal], totals: Sequence[Decimal]) -> Chart:
    """Return the chart of points and their sums, both in the order of the events."""
    grid = grid_lines(max(totals, default=Decimal()))
    columns = tuple(_columns(points, totals, grid[-1].points))
    return Chart(columns, grid, "M" + "L".join(f"{one.middle} {one.sum_at}" for one in columns))


def grid_lines(most: Decimal) -> tuple[Grid, ...]:
    """Return grid lines at round numbers of points from 0 up, the last one at `most` or above it."""
    step = _step(most)
    numbers = range(0, step * LINES + 1, step)
    return tuple(Grid(number, format_length(height_of(Decimal(number), step * LINES))) for number in numbers)


def _columns(points: Sequence[Decimal], totals: Sequence[Decimal], most: int) -> Iterator[ChartColumn]:
    """Yield a column for the points of each event, with the height of the sum so far."""
    room = (RIGHT - LEFT) / max(1, len(points))
    width, every = min(WIDEST_COLUMN, room * SHARE), ceil(len(points) / MAX_NUMBERS)
    for index, (own, total) in enumerate(zip(points, totals, strict=True)):
        middle, top = LEFT + room * (index + 0.5), height_of(own, most)
        yield ChartColumn(
            number=index + 1,
            x=format_length(middle - width / 2),
            middle=format_length(middle),
            top=format_length(top),
            width=format_length(width),
            height=format_length(BOTTOM - top),
            sum_at=format_length(height_of(total, most)),
            is_numbered=index % every == 0,
        )


def _step(most: Decimal) -> int:
    """Return the smallest round step of which `LINES` reach `most`."""
    return next((step for step in STEPS if step * LINES >= most), ceil(most / LINES))


def height_of(points: Decimal, most: int) -> float:
    """Return the y coordinate of these points, in user units, on a scale that ends at `most`."""
    return BOTTOM - (BOTTOM - TOP) * float(points) / most


def format_length(number: float) -> str:
    """Return a length as text, the same in every language."""
    return f"{number:.1f}"


@dataclass(frozen=True, slots=True)
class Racer:
    """A player, by number from 1, and the path of their sums; `x` and `y` are its end. User units."""

    number: int
    line: SeasonLine
    path: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Tick:
    """An event's number from 1 and its x coordinate."""

    number: int
    x: str


@dataclass(frozen=True, slots=True)
class Race:
    """The context of the drawing's template."""

    racers: tuple[Racer, ...]
    grid: tuple[Grid, ...]
    ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


def draw_race(lines: Sequence[SeasonLine], sums: Sequence[Sequence[Decimal]]) -> Race:
    """Return the chart of these players' sums after each event, in the same order."""
    grid = grid_lines(max((total for own in sums for total in own), default=Decimal()))
    racers = tuple(_racers(lines, sums, grid[-1].points))
    count = max(map(len, sums), default=0)
    every = -(-count // MAX_NUMBERS)
    ticks = (Tick(index + 1, format_length(_across(index, count))) for index in range(0, count, every or 1))
    return Race(racers, grid, tuple(ticks))


def _racers(lines: Sequence[SeasonLine], sums: Sequence[Sequence[Decimal]], most: int) -> Iterator[Racer]:
    """Yield each player's line of sums in the chart, as a path of SVG."""
    for number, (line, own) in enumerate(zip(lines, sums, strict=True), start=1):
        points = [
            (format_length(_across(index, len(own))), format_length(height_of(total, most)))
            for index, total in enumerate(own)
        ]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        yield Racer(number, line, path, *points[-1])


def _across(index: int, count: int) -> float:
    """Return the x coordinate of the middle of column `index`, from 0, of `count`, in user units."""
    return LEFT + (RIGHT - LEFT) * (index + 0.5) / count
