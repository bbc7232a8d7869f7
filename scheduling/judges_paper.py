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
    """Return each judge with their tables, then the matches there by time. For the staff."""
    columns = (
        PaperColumn(_("Judge"), wide=True),
        PaperColumn(_("Tables")),
        PaperColumn(_("Time")),
        PaperColumn(_("Match")),
        PaperColumn(_("Note"), wide=True),
    )
    zone = ZoneInfo(tournament.zone)
    days = judge_days(tournament, timezone.now())
    rows = tuple(row for day in days for row in _rows(day, zone))
    return PaperTable(tournament.title, _("Judges and their tables"), columns, rows)


def _rows(day: JudgeDay, zone: ZoneInfo) -> Iterator[tuple[str, ...]]:
    shift = f"{_time(day.shift.begins, zone)} – {_time(day.shift.ends, zone)}" if day.shift else ""
    barred = ", ".join(one.name for one in day.conflicts)
    remark = _("Does not judge: %(names)s") % {"names": barred} if barred else ""
    yield (day.name, ", ".join(day.tables) or "–", shift, "", remark)
    for match in day.matches:
        bar = match.bar
        yield ("", str(bar.table), _time(bar.begins, zone), f"{bar.round}.{bar.number}", _remark(match))


def _remark(match: JudgedMatch) -> str:
    """Return what a judge must know of the match: no judge there, or another one takes it."""
    if match.is_away:
        return _("not there then: table without a judge")
    return _("another judge takes it") if match.is_anothers else ""


def _time(moment: datetime, zone: ZoneInfo) -> str:
    return time_format(timezone.localtime(moment, zone))
