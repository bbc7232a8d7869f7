"""Deciding about an entry after the draw: what, why, and who cut what where that is open."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.departures.substitute import Substitute
from tournaments.inputs import NewEntry
from web.forms.base import ServiceForm

LONGEST_REASON = 2000


def _reason() -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It is kept on the tournament’s record, which anybody can read: name nobody."),
    )


class DecideForm(ServiceForm):
    """One decision, and why."""

    def __init__(self, *args: Any, acts: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["act"] = forms.ChoiceField(choices=[(act, act) for act in acts], widget=forms.RadioSelect)
        self.fields["reason"] = _reason()


class SubstituteForm(ServiceForm):
    """Who leaves the pair, and who comes in."""

    name = forms.CharField(label=_("Name of the substitute"), widget=forms.TextInput({"autocomplete": "off"}))
    namesake = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leaving = forms.ChoiceField(label=_("Who leaves"), choices=people, widget=forms.RadioSelect)
        self.fields = {"leaving": leaving, **self.fields, "reason": _reason()}

    def coming(self) -> Substitute:
        """What was typed, as a value."""
        return Substitute(self.cleaned_data["name"], namesake=self.cleaned_data["namesake"])


class LateEntryForm(ServiceForm):
    """Names for an empty seat of round 1."""

    def __init__(self, *args: Any, team_size: int, seats: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels = [_("Name")] if team_size == 1 else [_("Name of the first"), _("Name of the second")]
        self.fields["seat"] = forms.ChoiceField(
            label=_("Empty seat"), choices=seats, widget=forms.RadioSelect
        )
        for position, label in enumerate(labels):
            self.fields[f"names.{position}"] = forms.CharField(label=label)
        self.fields["club"] = forms.CharField(label=_("Club or city"), required=False)
        self.fields["reason"] = _reason()

    def entry(self) -> NewEntry:
        """What was typed, as a value."""
        names = tuple(self.cleaned_data[key] for key in self.fields if key.startswith("names."))
        return NewEntry(names, club=self.cleaned_data["club"])
