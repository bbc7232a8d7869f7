"""Times on a match page: the end with more time, an overdue time call, a walkover that is too early."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.text import number_in
from rulesets.kernel.sheet import Out, Sheet
from tournaments.match_views.match import MatchView
from tournaments.models import Tournament
from tournaments.pauses import add_running_time, pause_at
from tournaments.play.calling import grace_end
from web.play.forms import ExtensionForm


@dataclass(frozen=True, slots=True)
class ExtensionPreview:
    """When the match ends (`ends`) with the minutes of the form, in place of `due`.

    `is_over`: `due` is past, so the minutes count from `now`.
    """

    due: datetime
    now: datetime
    ends: datetime
    is_over: bool


def preview_extension(
    tournament: Tournament, view: MatchView, form: ExtensionForm | None, now: datetime
) -> ExtensionPreview | None:
    """Return the end that the minutes in the form would give; None without a form or a time limit."""
    if form is None or view.time_due_at is None:
        return None
    minutes = number_in(str(form["minutes"].value() or ""), 3) or 0
    ends = add_running_time(max(view.time_due_at, now), timedelta(minutes=minutes), tournament.pauses)
    return ExtensionPreview(view.time_due_at, now, ends, view.time_due_at <= now)


def is_time_call_due(tournament: Tournament, view: MatchView, now: datetime) -> bool:
    """Return whether time has to be called: the limit is reached, it is not called, and no break goes on."""
    due = view.time_due_at
    return (
        due is not None
        and view.time_called_at is None
        and due <= now
        and not pause_at(now, tournament.pauses)
    )


def absence_warning(tournament: Tournament, view: MatchView, now: datetime) -> str:
    """Return in words why no player can be absent yet; "" if the grace time is over or the game has begun."""
    if view.started_at is not None:
        return ""
    ends = grace_end(tournament, view.called_at)
    if ends is None:
        return _("This match has not been called to a table yet, so no one can be missing.")
    until = date_format(timezone.localtime(ends, ZoneInfo(tournament.zone)), "TIME_FORMAT")
    said = _("The grace time runs until %(time)s; they may still come.") % {"time": until}
    return said if now < ends else ""


def early_warnings(tournament: Tournament, view: MatchView, sheet: Sheet, now: datetime) -> tuple[str, ...]:
    """Return the warning that a player whom the sheet marks as absent may still come; () if none is due."""
    said = (
        absence_warning(tournament, view, now) if any(line.out is Out.ABSENT for line in sheet.lines) else ""
    )
    return (said,) if said else ()
