"""A chart of the leaders' points over a season: a line for each. No database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournaments.standings.selectors import SeasonLine
from web.standings.points_chart import (
    BOTTOM,
    HEIGHT,
    LEFT,
    MOST_NUMBERS,
    RIGHT,
    WIDTH,
    Grid,
    height_of,
    scale,
    text,
)


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


def race(lines: Sequence[SeasonLine], sums: Sequence[Sequence[Decimal]]) -> Race:
    """Return the chart of these players' sums after each event, in the same order."""
    grid = scale(max((total for own in sums for total in own), default=Decimal()))
    racers = tuple(_racers(lines, sums, grid[-1].points))
    count = max(map(len, sums), default=0)
    every = -(-count // MOST_NUMBERS)
    ticks = (Tick(index + 1, text(_across(index, count))) for index in range(0, count, every or 1))
    return Race(racers, grid, tuple(ticks))


def _racers(lines: Sequence[SeasonLine], sums: Sequence[Sequence[Decimal]], most: int) -> Iterator[Racer]:
    for number, (line, own) in enumerate(zip(lines, sums, strict=True), start=1):
        points = [
            (text(_across(index, len(own))), text(height_of(total, most))) for index, total in enumerate(own)
        ]
        path = "M" + "L".join(f"{x} {y}" for x, y in points)
        yield Racer(number, line, path, *points[-1])


def _across(index: int, count: int) -> float:
    return LEFT + (RIGHT - LEFT) * (index + 0.5) / count
