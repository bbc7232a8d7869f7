"""A sheet that is corrected: the same form, filled with what stands, and why it changes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesets.kernel.rules import Kind, Rules
from rulesets.kernel.sheet import Sheet
from tournaments.selectors.bracket import MatchView
from web.forms.base import ServiceForm
from web.forms.matches import LONGEST_REASON, SheetForm

REMEDY = "remedy."


class CorrectionForm(SheetForm):
    """The sheet with its reason, and a remedy for each later match, posted as `remedy.<code>`.

    `filled` is the sheet that the page opens with, `winner` its winning side.
    """

    reason = forms.CharField(
        label=_("Why is it corrected?"),
        help_text=_("Everybody can read this in the notice. Write what happened, no names needed."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        match: MatchView,
        rules: Rules,
        kind: Kind,
        seq: int,
        filled: Sheet,
        winner: int | None,
    ) -> None:
        super().__init__(data, match=match, rules=rules, kind=kind, seq=seq, may_rule=True)
        self.remedies = {
            name.removeprefix(REMEDY): str(value)
            for name, value in (data or {}).items()
            if name.startswith(REMEDY)
        }
        if data is None:
            self.cards = _cards(filled)
            self.initial.update({"ended_by": filled.ended_by.value, "winner": winner})
            self._fill(filled, winner)

    def _fill(self, sheet: Sheet, winner: int | None) -> None:
        """Start with what stands; what a winner's tap had filled in goes when another one is tapped."""
        lines = {line.player: line for line in sheet.lines}
        for index, seat in enumerate(self.seats):
            line, path = lines.get(seat.persona_code or ""), f"lines.{index}"
            if line is None:
                continue
            counts = {f"{path}.{count.key}": line.counts.get(count.key) for count in self.kind.fields}
            self.initial.update({name: count or None for name, count in counts.items()})
            self.initial[f"{path}.out"] = line.out.value if line.out else ""
            self.initial[f"{path}.out_order"] = line.out_order
            for name, count in counts.items():
                hints = self.fields[name].widget.attrs
                if seat.side == winner and count is not None and count == hints.get("data-plain"):
                    hints["data-filled"] = ""


class ReasonForm(ServiceForm):
    """Why somebody does what the page is about."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everybody can read this."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


def _cards(sheet: Sheet) -> dict[tuple[int, int], str]:
    """The cards of its cuts, as the page posts them."""
    return {
        (number, side): card
        for number, cut in enumerate(sheet.cuts)
        for side, card in zip(cut.sides, cut.cards, strict=False)
    }
