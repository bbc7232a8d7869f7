"""The part of the set-up form about Swiss rounds before the bracket."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.errors import Refused, Violation
from tournaments.bracket.gaps import shape_warnings
from tournaments.inputs import TournamentFacts
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS, SwissPlan, swiss_plan
from tournaments.stages.swiss_pairing import table_sizes
from web.setup.choices import number_box

STAGE_FIELDS = ("swiss_rounds", "advance", "apart")
FIELD_OF_STAGE = {"rounds": "swiss_rounds", "advance": "advance"}


class StageFields(forms.Form):
    """Fields of the Swiss rounds; without a number of rounds the bracket is played alone."""

    swiss_rounds = forms.IntegerField(
        label=_("Swiss rounds"),
        required=False,
        widget=number_box(1, MAX_ROUNDS),
        help_text=_(
            "Only if the tournament is not ranked. Everyone plays every round, against entries with about as "
            "many wins. Empty: the bracket alone."
        ),
    )
    advance = forms.IntegerField(
        label=_("How many go on to the bracket"),
        required=False,
        widget=number_box(0, MAX_ADVANCE),
        help_text=_("0: no bracket follows, and the order after the rounds is final."),
    )
    apart = forms.BooleanField(
        label=_("Keep people of one club or city apart in the Swiss rounds where possible"), required=False
    )

    @property
    def is_stage_open(self) -> bool:
        """Return whether the fields are to be shown at once: one has a value or an error."""
        return any(self[name].value() or self[name].errors for name in STAGE_FIELDS)

    def _clean_stages(self, values: Mapping[str, Any]) -> None:
        """Require both numbers if one of them is there."""
        if self.errors.keys() & STAGE_FIELDS:
            return
        if values.get("swiss_rounds") is not None and values.get("advance") is None:
            said = _("Say how many go on to the bracket, or 0 for no bracket.")
            self.add_error("advance", forms.ValidationError(said, code="advance_missing"))
        if values.get("advance") and values.get("swiss_rounds") is None:
            said = _("Say how many Swiss rounds are played, or empty the other field too.")
            self.add_error("swiss_rounds", forms.ValidationError(said, code="swiss_rounds_missing"))

    def _stages(self) -> tuple[dict[str, object], ...]:
        """Return the plan as `TournamentFacts.stages`."""
        values = self.cleaned_data
        rounds, advance = values.get("swiss_rounds"), values.get("advance")
        if rounds is None or advance is None:
            return ()
        return (SwissPlan(rounds, advance, bool(values.get("apart"))).plain,)


def initial_stages(stages: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """Return a plan as initial values of the fields."""
    plan = swiss_plan(stages)
    return {"swiss_rounds": plan.rounds, "advance": plan.advance, "apart": plan.apart} if plan else {}


def stage_field(path: str) -> str:
    """Return the field for a violation's path below `stages`."""
    return FIELD_OF_STAGE.get(path.rpartition(".")[2], "swiss_rounds")


def size_warnings(facts: TournamentFacts) -> Iterator[Violation]:
    """Yield warnings about numbers of entries without a bracket, or without tables for a Swiss round."""
    low, high = facts.table_low, facts.table_high
    if not facts.stages:
        short = bool(facts.house_rules.get("short_final"))
        yield from shape_warnings(low, high, facts.capacity, short_final=short)
        return
    try:
        table_sizes(facts.capacity or high, low, high)
    except Refused as refusal:
        yield from (replace(found, field="capacity") for found in refusal.violations)
