"""The part of the set-up form about what is played before the bracket."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Refused, Violation
from tournaments.bracket.gaps import shape_warnings
from tournaments.bracket.shapes import Sizes
from tournaments.entries.write_entries import MAX_ENTRIES
from tournaments.inputs import TournamentFacts
from tournaments.stage_words import BY_PLACE
from tournaments.stages.groups.plan import MAX_GROUPS, MAX_OF_A_GROUP, MIN_GROUPS
from tournaments.stages.kinds import KINDS, POINTS_KEY, check_stages, stage_plan
from tournaments.stages.plan import MAX_ADVANCE, MAX_ROUNDS
from tournaments.stages.points import PLACEMENT, WIN
from tournaments.stages.rounds import NextRound, RoundEntry
from web.draw.shape_drawing import round_line
from web.setup.choices import number_box
from web.templatetags.day import table_words

NUMBERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "": {},
        "swiss": {"rounds": "swiss_rounds", "advance": "advance"},
        "groups": {"groups": "groups", "rounds": "group_rounds", "advance": "group_advance"},
    }
)
"""The form's fields for the numbers of each kind of stage; "" for the bracket alone."""
STAGE_FIELDS = (
    "stage",
    *dict.fromkeys(name for fields in NUMBERS.values() for name in fields.values()),
    "apart",
    "placement",
)
NEEDED = {
    "swiss_rounds": _("Say how many Swiss rounds are played, or choose the bracket alone."),
    "advance": _("Say how many go on to the bracket, or 0 for no bracket."),
    "groups": _("Say how many groups there are, or choose the bracket alone."),
    "group_rounds": _("Say how many games each entry plays in its group."),
    "group_advance": _("Say how many of each group go on to the bracket, or 0 for no bracket."),
}


class StageFields(forms.Form):
    """Fields of a stage before the bracket; those of a kind that is not chosen are ignored."""

    stage = forms.ChoiceField(
        label=_("What is played before the bracket?"),
        required=False,
        choices=[
            ("", _("Nothing: the bracket alone")),
            ("swiss", _("Swiss rounds: everyone plays every round, against entries with similar results")),
            ("groups", _("Groups: everyone plays within a small group, and the best of each go on")),
        ],
        widget=forms.RadioSelect,
        help_text=_("In a ranked tournament only if the editors accepted its type with it."),
    )
    swiss_rounds = forms.IntegerField(
        label=_("Swiss rounds"), required=False, widget=number_box(1, MAX_ROUNDS)
    )
    advance = forms.IntegerField(
        label=_("How many go on to the bracket"),
        required=False,
        widget=number_box(0, MAX_ADVANCE),
        help_text=_("0: no bracket follows, and the order after the rounds is final."),
    )
    groups = forms.IntegerField(
        label=_("Groups"),
        required=False,
        widget=number_box(MIN_GROUPS, MAX_GROUPS),
        help_text=_("The draw puts everyone who is checked in into a group; late entries are not possible."),
    )
    group_rounds = forms.IntegerField(
        label=_("Games for each, at most"),
        required=False,
        widget=number_box(1, MAX_ROUNDS),
        help_text=_("At tables of two a group ends earlier once all have met."),
    )
    group_advance = forms.IntegerField(
        label=_("How many of each group go on to the bracket"),
        required=False,
        widget=number_box(0, MAX_OF_A_GROUP),
        help_text=_("0: no bracket follows, and the order of the groups is final."),
    )
    apart = forms.BooleanField(
        label=_("Keep people of one club or city apart where possible"),
        required=False,
        help_text=_("In Swiss rounds at different tables; otherwise in different groups."),
    )
    placement = forms.BooleanField(
        label=_("Places at the tables give points, not the win alone"),
        required=False,
        help_text=_(
            "3, 2, 1 and 0 at a table of four; 3, 1.5 and 0 at one of three. Not for tables of two alone."
        ),
    )

    @property
    def is_stage_open(self) -> bool:
        """Return whether the fields are to be shown at once: one has a value or an error."""
        return any(self[name].value() or self[name].errors for name in STAGE_FIELDS)

    @property
    def stage_numbers(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Yield each kind of stage with its numbers' fields."""
        return ((kind, [self[name] for name in names.values()]) for kind, names in NUMBERS.items() if kind)

    def stage_summary(self, facts: TournamentFacts) -> Iterator[tuple[str, str]]:
        """Yield the chosen numbers as label and words, and the first round's tables if it is full."""
        for name in NUMBERS[_kind(self["stage"].value())].values():
            if self[name].value() not in (None, ""):
                yield str(self[name].label), str(self[name].value())
        if _kind(self["stage"].value()) and self["placement"].value():
            yield gettext("Points of a match"), str(BY_PLACE)
        with suppress(Refused):
            if sizes := first_tables(facts):
                yield gettext("Tables of the first round"), table_words(round_line(1, sizes))

    def _size_warnings(self, facts: TournamentFacts) -> Iterator[Violation]:
        """Yield warnings about numbers of entries, unless the stage that is chosen has a wrong number."""
        if bool(facts.stages) == bool(_kind(self["stage"].value())):
            yield from size_warnings(facts)

    def _clean_stages(self, values: Mapping[str, Any]) -> None:
        """Add an error for each missing number of the chosen kind; drop the errors of other kinds."""
        needed = NUMBERS[_kind(values.get("stage"))].values()
        for name in set(NEEDED) - set(needed):
            self.errors.pop(name, None)
        for name in needed:
            if values.get(name) is None and name not in self.errors:
                self.add_error(name, forms.ValidationError(NEEDED[name], code=f"{name}_missing"))

    def _stages(self) -> tuple[dict[str, object], ...]:
        """Return the plan as `TournamentFacts.stages`; () for the bracket alone or if a number is missing."""
        values = self.cleaned_data
        kind = _kind(values.get("stage"))
        numbers: dict[str, Any] = {key: values.get(name) for key, name in NUMBERS[kind].items()}
        if not kind or None in numbers.values():
            return ()
        points = PLACEMENT if values.get("placement") else WIN
        return (KINDS[kind](**numbers, apart=bool(values.get("apart")), points=points).plain,)

    def _stage_field(self, path: str) -> str:
        """Return the field for a violation's path below `stages`."""
        names = {**NUMBERS[_kind(self.cleaned_data.get("stage"))], POINTS_KEY: "placement"}
        return names.get(path.rpartition(".")[2], "stage")


def _kind(value: object) -> str:
    """Return the chosen kind of stage; "" for the bracket alone, and for an unknown value."""
    return str(value) if value in NUMBERS else ""


def initial_stages(stages: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    """Return a plan (`TournamentFacts.stages`) as initial values of `StageFields`."""
    if not stages:
        return {"stage": ""}
    plan = stages[0]
    numbers = {name: plan[key] for key, name in NUMBERS[plan["kind"]].items()}
    counts_places = plan.get(POINTS_KEY) == PLACEMENT
    return {"stage": plan["kind"], **numbers, "apart": plan["apart"], "placement": counts_places}


def first_tables(facts: TournamentFacts) -> Sizes:
    """Return the sizes of the tables in a stage's first round if all places are taken.

    () without a stage or a capacity, or with wrong numbers. Raises `Refused` `no_tables`, or another code of
    the stage, if there are no tables for so many.
    """
    plan = None if any(check_stages(facts.stages, ranked=False)) else stage_plan(facts.stages)
    if plan is None or not 2 <= (facts.capacity or 0) <= MAX_ENTRIES:
        return ()
    entries = [RoundEntry(str(number)) for number in range(facts.capacity or 0)]
    return plan.next_tables(NextRound(1, entries, facts.table_low, facts.table_high))


def size_warnings(facts: TournamentFacts) -> Iterator[Violation]:
    """Yield warnings about numbers of entries without a bracket, or without tables for a round before it."""
    if not facts.stages:
        short = bool(facts.house_rules.get("short_final"))
        yield from shape_warnings(facts.table_low, facts.table_high, facts.capacity, short_final=short)
        return
    try:
        first_tables(facts)
    except Refused as refusal:
        yield from (replace(found, field="capacity") for found in refusal.violations)
