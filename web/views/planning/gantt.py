"""The drawing of a day: a line a table, a bar a match, hours across, and where it is by now. No database."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from scheduling.timetable_views import Bar, ShownDay
from tournaments.pauses import Pause

LEFT, TOP, ROW, BAR = 64, 26, 46, 38  # pixels; a bar is tall enough for a thumb with its line
WIDTHS = (3.0, 2.0, 1.0, 0.5)  # pixels a minute, the widest that fits
WIDEST = 4000
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class DayBox:
    """A rectangle; numbers are texts, so that no language turns their points into commas."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class BarBox:
    """A match as a box, with its short name (`1.3`) where there is room for it."""

    bar: Bar
    box: DayBox
    text_x: str
    text_y: str
    short: str


@dataclass(frozen=True, slots=True)
class HourMark:
    """A full hour on the venue's clock."""

    x: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table's line."""

    label: str
    y: str
    text_y: str


@dataclass(frozen=True, slots=True)
class Gantt:
    """Everything that the template of the drawing needs; `now` is None where that is before or after it."""

    width: str
    height: str
    hours: tuple[HourMark, ...]
    breaks: tuple[DayBox, ...]
    lines: tuple[TableLine, ...]
    bars: tuple[BarBox, ...]
    now: str | None


def gantt(plan: ShownDay, pauses: tuple[Pause, ...], moment: datetime) -> Gantt | None:
    """The drawing; None where nothing is planned."""
    if plan.begins is None or plan.ends is None:
        return None
    return _Drawing(plan.begins, plan.ends).of(plan, pauses, moment)


class _Drawing:
    def __init__(self, begins: datetime, ends: datetime) -> None:
        self.begins, self.ends = _hour(begins), _hour(ends) + HOUR
        minutes = (self.ends - self.begins).total_seconds() / 60
        self.scale = next((width for width in WIDTHS if minutes * width <= WIDEST), WIDTHS[-1])
        self.width = LEFT + minutes * self.scale

    def of(self, plan: ShownDay, pauses: tuple[Pause, ...], moment: datetime) -> Gantt:
        height = TOP + ROW * len(plan.lines)
        lines = tuple(self._line(index, label) for index, (label, _) in enumerate(plan.lines))
        bars = (self._bar(index, bar) for index, (_, row) in enumerate(plan.lines) for bar in row)
        is_on = self.begins <= moment <= self.ends
        return Gantt(
            width=_text(self.width),
            height=_text(height),
            hours=tuple(self._hours()),
            breaks=tuple(self._breaks(pauses, height)),
            lines=lines,
            bars=tuple(bars),
            now=_text(self._x(moment)) if is_on else None,
        )

    def _x(self, moment: datetime) -> float:
        minutes = (moment - self.begins).total_seconds() / 60
        return min(max(LEFT + minutes * self.scale, LEFT), self.width)

    def _hours(self) -> Iterator[HourMark]:
        step = HOUR if self.scale >= 1 else 6 * HOUR
        at = self.begins
        while at <= self.ends:
            yield HourMark(_text(self._x(at)), at)
            at += step

    def _breaks(self, pauses: tuple[Pause, ...], height: float) -> Iterator[DayBox]:
        for pause in pauses:
            left, right = self._x(pause.begins), self._x(pause.ends)
            if right > left:
                yield DayBox(_text(left), _text(TOP), _text(right - left), _text(height - TOP))

    def _line(self, index: int, label: str) -> TableLine:
        y = TOP + ROW * index
        return TableLine(label, _text(y), _text(y + ROW / 2 + 5))

    def _bar(self, index: int, bar: Bar) -> BarBox:
        x, y = self._x(bar.begins), TOP + ROW * index + (ROW - BAR) / 2
        width = max(4.0, self._x(bar.ends) - x - 1)
        short = f"{bar.round}.{bar.number}" if width >= 26 else ""
        box = DayBox(_text(x), _text(y), _text(width), _text(BAR))
        return BarBox(bar, box, _text(x + width / 2), _text(y + BAR / 2 + 5), short)


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)


def _text(number: float) -> str:
    return f"{number:.1f}"
