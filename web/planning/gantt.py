"""The timetable as a Gantt chart: a line per table, a bar per match. Pure: reads no database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scheduling.shared_tables import TableUse
from scheduling.timetable_views import Bar, TimetableView
from tournaments.pauses import Pause
from tournaments.tables.shared_hall import TableView

LEFT, TOP, ROW, BAR = 64, 26, 46, 38  # pixels; a bar and its row are tall enough for a thumb
WIDTHS = (3.0, 2.0, 1.0, 0.5)  # pixels a minute, the largest that fits
WIDEST = 4000
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class DayBox:
    """A rectangle in pixels; numbers are text, so that no language turns their points into commas."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class BarBox:
    """A match as a box, with its short name (round and number, `1.3`) if it fits, else "".

    `text_x` and `text_y` are the place of the name, `pin_x` and `pin_y` that of the mark of a pinned match.
    """

    bar: Bar
    box: DayBox
    text_x: str
    text_y: str
    short: str
    pin_x: str
    pin_y: str


@dataclass(frozen=True, slots=True)
class HourMark:
    """A full hour on the venue's clock."""

    x: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table's line, with its place in the hall."""

    label: str
    position: int
    y: str
    text_y: str


@dataclass(frozen=True, slots=True)
class Gantt:
    """The context of the drawing's template; `now` is the x of this moment, None if outside of the chart.

    `lines` are the tables, `used` the times when other tournaments use them.
    `left`, `top`, `row` and `scale` (pixels a minute) turn a position in the chart back into a table and a
    time.
    """

    begins: datetime
    scale: str
    width: str
    height: str
    hours: tuple[HourMark, ...]
    breaks: tuple[DayBox, ...]
    used: tuple[DayBox, ...]
    lines: tuple[TableLine, ...]
    bars: tuple[BarBox, ...]
    now: str | None
    left: int = LEFT
    top: int = TOP
    row: int = ROW


def draw_gantt(
    plan: TimetableView,
    pauses: tuple[Pause, ...],
    moment: datetime,
    tables: Sequence[TableView] = (),
    uses: Sequence[TableUse] = (),
) -> Gantt | None:
    """Return the chart of these tables, a line each, with the times when other tournaments use them.

    None if no match has a planned time. `moment` is now. While a use lasts, the chart begins at the latest
    now.
    """
    if plan.begins is None or plan.ends is None:
        return None
    on_now = any(use.begins <= moment < use.ends for use in uses)  # include present uses
    begins = min(plan.begins, moment) if on_now else plan.begins
    return _Drawing(begins, plan.ends).draw(plan, pauses, moment, tables, uses)


class _Drawing:
    """The scale of a chart between two full hours; turns moments into pixels and matches into boxes."""

    def __init__(self, begins: datetime, ends: datetime) -> None:
        self.begins, self.ends = _full_hour(begins), _full_hour(ends) + HOUR
        minutes = (self.ends - self.begins).total_seconds() / 60
        self.scale = next((width for width in WIDTHS if minutes * width <= WIDEST), WIDTHS[-1])
        self.width = LEFT + minutes * self.scale

    def draw(
        self,
        plan: TimetableView,
        pauses: tuple[Pause, ...],
        moment: datetime,
        tables: Sequence[TableView],
        uses: Sequence[TableUse],
    ) -> Gantt:
        """Return the drawing of a day: hours, breaks, a line for each table, bars, and uses by others."""
        height = TOP + ROW * len(tables)
        rows = dict(plan.lines)
        lines = tuple(self._table_line(index, table) for index, table in enumerate(tables))
        bars = (
            self._bar_box(index, bar) for index, at in enumerate(tables) for bar in rows.get(at.label, ())
        )
        is_on = self.begins <= moment <= self.ends
        return Gantt(
            begins=self.begins,
            scale=_pixels(self.scale),
            width=_pixels(self.width),
            height=_pixels(height),
            hours=tuple(self._hours()),
            breaks=tuple(self._breaks(pauses, height)),
            used=tuple(self._uses(uses, [table.label for table in tables])),
            lines=lines,
            bars=tuple(bars),
            now=_pixels(self._x(moment)) if is_on else None,
        )

    def _x(self, moment: datetime) -> float:
        """Return the x coordinate of a moment; of one outside the drawing that of its nearest edge."""
        minutes = (moment - self.begins).total_seconds() / 60
        return min(max(LEFT + minutes * self.scale, LEFT), self.width)

    def _hours(self) -> Iterator[HourMark]:
        """Yield a mark for each hour; on a narrow scale for every sixth."""
        step = HOUR if self.scale >= 1 else 6 * HOUR
        at = self.begins
        while at <= self.ends:
            yield HourMark(_pixels(self._x(at)), at)
            at += step

    def _breaks(self, pauses: tuple[Pause, ...], height: float) -> Iterator[DayBox]:
        """Yield a box for each break that overlaps the drawn day, over all tables."""
        for pause in pauses:
            left, right = self._x(pause.begins), self._x(pause.ends)
            if right > left:
                yield DayBox(_pixels(left), _pixels(TOP), _pixels(right - left), _pixels(height - TOP))

    def _uses(self, uses: Sequence[TableUse], labels: Sequence[str]) -> Iterator[DayBox]:
        """Yield boxes for times when other tournaments use a shared table."""
        for use in uses:
            left, right = self._x(use.begins), self._x(use.ends)
            if use.label in labels and right > left:
                y = TOP + ROW * labels.index(use.label) + (ROW - BAR) / 2
                yield DayBox(_pixels(left), _pixels(y), _pixels(right - left), _pixels(BAR))

    def _table_line(self, index: int, table: TableView) -> TableLine:
        """Return the line of a table; `index` counts lines from 0, from the top."""
        y = TOP + ROW * index
        return TableLine(table.label, table.position, _pixels(y), _pixels(y + ROW / 2 + 5))

    def _bar_box(self, index: int, bar: Bar) -> BarBox:
        """Return the box of a match in the line of its table."""
        x, y = self._x(bar.begins), TOP + ROW * index + (ROW - BAR) / 2
        width = max(4.0, self._x(bar.ends) - x - 1)
        short = f"{bar.round}.{bar.number}" if width >= 26 else ""
        box = DayBox(_pixels(x), _pixels(y), _pixels(width), _pixels(BAR))
        middle = _pixels(x + width / 2)
        return BarBox(bar, box, middle, _pixels(y + BAR / 2 + 5), short, _pixels(x + 7), _pixels(y + 7))


def _full_hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _pixels(number: float) -> str:
    """Format a number for SVG, with a point in every language."""
    return f"{number:.1f}"
