"""Template tags for the end of the day, the timetable and its pins."""

from collections.abc import Iterable
from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scheduling.forecasting import EndBand
from scheduling.formats import FormatAnswer, TimedDay
from scheduling.models import Forecast
from scheduling.timetable_views import Bar, PinView
from scheduling.what_if import DayAnswer
from tournaments.models import Tournament
from tournaments.setup.announcement_text import stage_line
from tournaments.state_names import MATCH_STATES
from web.draw.shape_drawing import RoundLine, round_lines
from web.planning.gantt import BarBox
from web.templatetags.chama import match_name, venue_time

register = template.Library()

STRENGTHS: dict[str, Promise] = {
    "earliest": gettext_lazy("Ends first"),
    "least_waiting": gettext_lazy("Least waiting"),
    "fullest_final": gettext_lazy("Fullest final"),
    "no_short_tables": gettext_lazy("No short tables"),
}

PINS_LOST: dict[str, Promise] = {
    "table_closed": gettext_lazy("This table was closed."),
    "passed": gettext_lazy("Its time has passed without the match being called."),
    "not_ready": gettext_lazy("The matches before it cannot be over by then."),
    "break": gettext_lazy("It would run into a break."),
    "table_taken": gettext_lazy("Another match is pinned to this table until later."),
}


@register.simple_tag
def ends_about(forecast: Forecast, tournament: Tournament) -> SafeString:
    """Return when the present day is expected to end, as a sentence with a range of times."""
    said = _("Ends around {middle} ({low}–{high} on 8 days in 10)")
    return format_html(said, **_range_times(forecast, tournament))


@register.simple_tag
def answer_ends(answer: TimedDay, tournament: Tournament, *, sentence: bool = False) -> SafeString:
    """Return in words when a planned day ends, or how long it takes if its start has no time.

    `sentence`: as a sentence, with a capital.
    """
    if not tournament.day_only:
        said = _("Ends around {middle} ({low}–{high})") if sentence else _("around {middle} ({low}–{high})")
        return format_html(said, **_range_times(answer.ends, tournament))
    low, middle, high = (
        hours(answer.minutes(at)) for at in (answer.ends.low, answer.ends.middle, answer.ends.high)
    )
    facts = {"low": low, "middle": format_html("<strong>{}</strong>", middle), "high": high}
    said = _("Takes about {middle} ({low}–{high})") if sentence else _("takes about {middle} ({low}–{high})")
    return format_html(said, **facts)


def hours(minutes: int) -> str:
    """Return minutes as `4 h 20` or `50 min`."""
    whole, rest = divmod(minutes, 60)
    return f"{whole} h {rest:02}" if whole else f"{rest} min"


@register.simple_tag
def plain_time(at: datetime, tournament: Tournament) -> str:
    """Return a time on the venue's clock as plain text, for drawings."""
    return date_format(timezone.localtime(at, ZoneInfo(tournament.zone)), "TIME_FORMAT")


BAR = """<a href="{}" aria-label="{}"{}><rect class="gantt-bar {classes}" x="{}" y="{}" width="{}" height="{}"
 rx="4"><title>{}</title></rect>{}{}</a>"""
NAME = '<text class="gantt-name {}" x="{}" y="{}" text-anchor="middle">{}</text>'
PIN = '<circle class="gantt-pin" cx="{}" cy="{}" r="4"/>'
TO_PIN = ' data-pin="{}" aria-describedby="pin-keys"'


@register.simple_tag(takes_context=True)
def gantt_bars(context: Context, bars: Iterable[BarBox]) -> SafeString:
    """Return the bars of the chart as SVG, each with its match in words."""
    tournament, may_pin = context["tournament"], context.get("may_pin")
    return format_html_join("\n", "{}", ((_bar(shown, tournament, bool(may_pin)),) for shown in bars))


def _bar(shown: BarBox, tournament: Tournament, may_pin: bool) -> SafeString:
    """Return the bar of a match as SVG, a link to its page; `may_pin`: it can be dragged to a pin."""
    bar, box, words = shown.bar, shown.box, bar_words(shown.bar, tournament)
    classes = f"is-{bar.state} is-late" if bar.is_late else f"is-{bar.state}"
    return format_html(
        BAR,
        reverse("match", args=[tournament.slug, bar.code]),
        words,
        format_html(TO_PIN, bar.code) if may_pin and bar.is_to_come else "",
        box.x,
        box.y,
        box.width,
        box.height,
        words,
        format_html(NAME, classes, shown.text_x, shown.text_y, shown.short) if shown.short else "",
        format_html(PIN, shown.pin_x, shown.pin_y) if bar.is_pinned else "",
        classes=classes,
    )


def bar_words(bar: Bar, tournament: Tournament) -> str:
    """Return a match of the chart in words: name, table, times, state, and whether it is late."""
    begins, ends = plain_time(bar.begins, tournament), plain_time(bar.ends, tournament)
    table = _("table %(table)s") % {"table": bar.table}
    words = [match_name(bar), table, f"{begins}–{ends}", str(MATCH_STATES.get(bar.state, bar.state))]
    words += [_("late")] if bar.is_late else []
    return ", ".join([*words, _("pinned")] if bar.is_pinned else words)


@register.simple_tag
def pin_words(pin: PinView, tournament: Tournament) -> str:
    """Return in words what a pin holds fast: `table 3, 14:20`, or one of the two."""
    table = [_("table %(table)s") % {"table": pin.table}] if pin.table else []
    return ", ".join([*table, plain_time(pin.begins, tournament)] if pin.begins else table)


@register.filter
def pin_loss_reason(code: str) -> Promise | str:
    """Return in words why a pin was dropped."""
    return PINS_LOST.get(code, code)


@register.filter
def shape_lines(answer: DayAnswer) -> tuple[RoundLine, ...]:
    """Return the rounds of the answer's bracket, for `round_words`."""
    return round_lines(answer.shape.rounds)


@register.filter
def format_words(answer: FormatAnswer) -> str:
    """Return in words what is played: the bracket alone, or a stage before it and who goes on."""
    return stage_line([answer.stage.plain]) if answer.stage else _("The bracket alone: who loses is out.")


@register.filter
def shape_strength(code: str) -> Promise | str:
    """Return in words the advantage of a bracket's shape over others."""
    return STRENGTHS.get(code, code)


@register.filter
def wave_words(answer: DayAnswer | FormatAnswer) -> str:
    """Return `on 6 tables, in 2 waves`: a wave fills the tables once in the round with most matches."""
    on = ngettext("on %(n)s table", "on %(n)s tables", answer.tables) % {"n": answer.tables}
    if answer.waves == 1:
        return on
    in_waves = ngettext("in %(n)s wave", "in %(n)s waves", answer.waves) % {"n": answer.waves}
    return f"{on}, {in_waves}"


def _range_times(end: EndBand | Forecast, tournament: Tournament) -> dict[str, SafeString]:
    """Return `low`, `middle` (strong) and `high`, the times of a range at the venue, as HTML.

    The middle one has a date if it is not on the planned day; the others are near it and need none.
    """
    middle = venue_time(
        end.middle, tournament, "time" if _is_on_planned_day(end.middle, tournament) else "moment"
    )
    low = venue_time(end.low, tournament, "hour" if _in_same_half_day(end, tournament) else "time")
    high = venue_time(end.high, tournament)
    return {"low": low, "middle": format_html("<strong>{}</strong>", middle), "high": high}


def _in_same_half_day(end: EndBand | Forecast, tournament: Tournament) -> bool:
    """Return whether one `a.m.` or `p.m.` fits both ends of the range."""
    zone = ZoneInfo(tournament.zone)
    low, high = (timezone.localtime(at, zone) for at in (end.low, end.high))
    return (low.date(), low.hour < 12) == (high.date(), high.hour < 12)


def _is_on_planned_day(moment: datetime, tournament: Tournament) -> bool:
    """Return whether the moment is on the tournament's planned day at the venue.

    Without a planned day that of the opening of calls counts; True without either.
    """
    zone = ZoneInfo(tournament.zone)
    start = tournament.starts_at or tournament.opened_at  # of a date alone, its first moment
    return start is None or timezone.localtime(moment, zone).date() == timezone.localtime(start, zone).date()
