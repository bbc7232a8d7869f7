"""Forms for a player's report, and for a dispute about a recorded sheet."""

from collections.abc import Mapping

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from rulesets.kernel.rules import Rules
from rulesets.names import out_name
from tournaments.disputes.dispute import LONGEST_NOTE
from tournaments.match_views.match import MatchView
from tournaments.reports.agreement import FOR_PLAYERS, OUTS_FOR_PLAYERS
from web.service_form import ServiceForm
from web.sheets.forms import SheetForm


class ReportForm(SheetForm):
    """The sheet without the endings that only staff can confirm."""

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
    ) -> None:
        super().__init__(data, match=match, rules=rules, seq=seq, may_rule=False)
        self.endings = tuple(ending for ending in self.endings if ending in FOR_PLAYERS)
        ways = [out for out in self.terms.ways if out in OUTS_FOR_PLAYERS]
        outs = [("", str(_("No"))), *((out.value, capfirst(out_name(out))) for out in ways)]
        for index in range(len(self.seats)):
            self._choices(f"lines.{index}.out", outs)


class FlagForm(ServiceForm):
    """The reason why a recorded sheet is disputed, for the staff."""

    note = forms.CharField(
        label=_("What is wrong? The staff reads this."), max_length=LONGEST_NOTE, required=False
    )
