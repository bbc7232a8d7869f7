"""A match sheet as it was written on paper: with the day, and when the game began and ended."""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from matches.sheet_values import PaperTimes
from rulesets.kernel.rules import Rules
from tournaments.match_views.match import MatchView
from web.sheets.forms import SheetForm

CLOCK = "%H:%M"


class PaperForm(SheetForm):
    """The sheet of a match as if it had been started; times are those of the venue's clock."""

    is_from_paper = True
    sheet_url, check_url = "paper_sheet", "paper_check"

    day = forms.DateField(label=_("Day"), widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"))
    began = forms.TimeField(
        label=_("Began at"), required=False, widget=forms.TimeInput({"type": "time"}, format=CLOCK)
    )
    ended = forms.TimeField(label=_("Ended at"), widget=forms.TimeInput({"type": "time"}, format=CLOCK))

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
        may_rule: bool,
        today: datetime,
    ) -> None:
        super().__init__(data, match=as_if_played(match, today), rules=rules, seq=seq, may_rule=may_rule)
        self.initial["day"] = today.date()
        if match.started_at is not None:
            started = match.started_at.astimezone(today.tzinfo)
            self.initial.update({"day": started.date(), "began": f"{started:{CLOCK}}"})

    def played(self, zone: ZoneInfo) -> PaperTimes:
        """When it was played; what ended by the clock before it began went past midnight."""
        day, began, ended = (self.cleaned_data[name] for name in ("day", "began", "ended"))
        past_midnight = began is not None and ended < began
        return PaperTimes(
            _moment(day, began, zone) if began else None,
            _moment(day + timedelta(days=past_midnight), ended, zone),
        )


def as_if_played(match: MatchView, now: datetime) -> MatchView:
    """The match as the sheet needs it: a game was played, whether or not anybody could start it here."""
    return match._replace(started_at=match.started_at or now)


def _moment(day: date, clock: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, clock, zone)
