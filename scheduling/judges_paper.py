"""The judges' list on paper, in the active language: their tables and what is planned there."""

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _

from scheduling.judging import JudgeDay, JudgedMatch, judge_days
from tournaments.models import Tournament
from tournaments.printing.values import PaperColumn, PaperTable


def judges_list(tournament: Tournament) -> PaperTable:
    """Return the staff's list to print: each judge with their tables, then the matches there by time."""
    columns = (
        PaperColumn(_("Judge"), wide=True),
        PaperColumn(_("Tables")),
        PaperColumn(_("Time")),
        PaperColumn(_("Match")),
        PaperColumn(_("Note"), wide=True),
    )
    zone = ZoneInfo(tournament.zone)
    days = judge_days(tournament, timezone.now())
    rows = tuple(row for day in days for row in _judge_rows(day, zone))
    return PaperTable(tournament.title, _("Judges and their tables"), columns, rows)


def _judge_rows(day: JudgeDay, zone: ZoneInfo) -> Iterator[tuple[str, ...]]:
    """Yield a judge's row, then one for each planned match at their tables, with times in this zone."""
    shift = (
        f"{_time_of_day(day.shift.begins, zone)} – {_time_of_day(day.shift.ends, zone)}" if day.shift else ""
    )
    barred = ", ".join(one.name for one in day.conflicts)
    remark = _("Does not judge: %(names)s") % {"names": barred} if barred else ""
    yield (day.name, ", ".join(day.tables) or "–", shift, "", remark)
    for match in day.matches:
        bar = match.bar
        yield (
            "",
            str(bar.table),
            _time_of_day(bar.begins, zone),
            f"{bar.round}.{bar.number}",
            _match_note(match),
        )


def _match_note(match: JudgedMatch) -> str:
    """Return the note on a match: no judge is there, or another one takes it; "" if neither."""
    if match.is_away:
        return _("not there then: table without a judge")
    return _("another judge takes it") if match.needs_another_judge else ""


def _time_of_day(moment: datetime, zone: ZoneInfo) -> str:
    """Return the time of day in this zone."""
    return time_format(timezone.localtime(moment, zone))
