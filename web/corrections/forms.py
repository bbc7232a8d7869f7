"""Forms of corrections: the sheet with a reason, and a reason alone."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesets.kernel.rules import Rules
from rulesets.kernel.sheet import Sheet
from tournaments.match_views.match import MatchView
from web.service_form import FOR_EVER, ServiceForm
from web.sheets.forms import LONGEST_REASON, SheetForm

REMEDY = "remedy."


class CorrectionForm(SheetForm):
    """The sheet with its reason, and a remedy for each later match, posted as `remedy.<code>`.

    `filled` is the sheet that the page opens with, `winner` its winning side.
    """

    reason = forms.CharField(
        label=_("Why is it corrected?"),
        help_text=FOR_EVER,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        data: Mapping[str, object] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        seq: int,
        filled: Sheet,
        winner: int | None,
    ) -> None:
        super().__init__(data, match=match, rules=rules, seq=seq, may_rule=True)
        self.remedies = {
            name.removeprefix(REMEDY): str(value)
            for name, value in (data or {}).items()
            if name.startswith(REMEDY)
        }
        if data is None:
            self.start_with(filled, winner)


class ReasonForm(ServiceForm):
    """The reason for an act of the coordinator."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=FOR_EVER,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
