"""Forms for entries after the draw: decisions, substitutes, late entries, and players who do not show up."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from rulesets.messages import Names
from tournaments.departures.substitute import Substitute
from tournaments.inputs import NewEntry
from web.entries.forms import ContactForm, IdentityForm
from web.labels import text_for_refusal
from web.service_form import FOR_EVER, FieldError, ServiceForm

LONGEST_REASON = 2000
OTHER, NEXT_ROUND = "other", "next"
TAKEN = _("This place was just taken. Choose another one.")
NAMESAKE = _("This is another person with the same name")
Choices = Sequence[tuple[str, str]]
GroupedChoices = Sequence[tuple[str, Choices]]
NamesAt = Callable[[Violation], Names]


class ChosenPlace(NamedTuple):
    """The place of a late entry: a match's code, a side, and the absent entry that it replaces, or ""."""

    match: str
    side: int
    instead_of: str


def _reason_field() -> forms.CharField:
    """Return the field for the reason of a decision, which stays in the record."""
    return forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=FOR_EVER,
    )


class DecideForm(ServiceForm):
    """A decision about an entry, and its reason.

    `acts` are the possible decisions. `names` returns the names of the sides in a violation. `card` is the
    name of the input of the first missing card, to which an error leads.
    """

    def __init__(self, *args: object, acts: list[str], names: NamesAt, card: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.card = names, card
        self.fields["act"] = forms.ChoiceField(choices=[(act, act) for act in acts], widget=forms.RadioSelect)
        self.fields["reason"] = _reason_field()

    def field_error(self, violation: Violation) -> FieldError:
        """Return the error in words; a tie leads to the missing card, or to the choice of a ruling."""
        said, match = text_for_refusal(violation, self.names(violation)), violation.facts.get("match")
        if violation.code == "open_tie":
            return FieldError(said, gettext("Cut of cards"), self.card)
        if violation.code == "tie_needs_ruling":
            return FieldError(said, gettext("Ruling"), f"ruling-{match}")
        return self._field_error_at(self.field_of(violation), said)


class SubstituteForm(IdentityForm):
    """The member who leaves the pair, and the one who joins."""

    name = forms.CharField(label=_("Name of the substitute"), widget=forms.TextInput({"autocomplete": "off"}))
    namesake = forms.BooleanField(label=NAMESAKE, required=False)

    def __init__(self, *args: object, people: list[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        leaving = forms.ChoiceField(label=_("Who leaves"), choices=people, widget=forms.RadioSelect)
        self.fields = {"leaving": leaving, **self.fields, "reason": _reason_field()}

    def new_member(self) -> Substitute:
        """Return the new member with the answer about who it is, not stored; call it on a valid form."""
        name = self.cleaned_data["name"]
        return Substitute(name, self.answers([name])[0], self.cleaned_data["namesake"])


class LateEntryForm(IdentityForm, ContactForm):
    """The names of a late entry, and its place.

    `places` are radio buttons; `others`, grouped, a list behind the button `OTHER`. The choice `NEXT_ROUND`
    is no place: the entry plays from the next round on.
    """

    def __init__(
        self, *args: object, team_size: int, places: Choices, others: GroupedChoices, **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)
        labels = [_("Name")] if team_size == 1 else [_("Name of the first"), _("Name of the second")]
        for position, label in enumerate(labels):
            self.fields[f"names.{position}"] = forms.CharField(label=label)
        self.fields["club"] = forms.CharField(label=_("Club or city"), required=False)
        more = [(OTHER, _("Another place:"))] if others else []
        self.fields["seat"] = forms.ChoiceField(
            label=_("Place"),
            choices=[*places, *more],
            widget=forms.RadioSelect,
            initial=places[0][0] if places else OTHER,
            error_messages={"invalid_choice": TAKEN},
        )
        if others:
            blank = [("", _("Choose the place"))]
            self.fields["other"] = forms.ChoiceField(
                label=_("Another place"),
                choices=[*blank, *others],
                required=False,
                error_messages={"invalid_choice": TAKEN},
            )
        self.fields["reason"] = _reason_field()
        self.fields["reason"].initial = _("Came after the draw.")
        if self.data.get("namesake"):
            self._add_namesake_field()

    def add_violation(self, violation: Violation) -> None:
        """Attach a violation to its field; add the checkbox if an entry has that name."""
        if violation.code == "already_entered":
            self._add_namesake_field()
        super().add_violation(violation)

    def clean(self) -> dict[str, object]:
        """Require another place if that option is chosen."""
        data = super().clean() or self.cleaned_data
        if data.get("seat") == OTHER and not data.get("other"):
            self.add_error("other", forms.ValidationError(_("Choose the place."), code="required"))
        return data

    @property
    def is_for_next_round(self) -> bool:
        """Return whether the entry has no seat until the next round."""
        return bool(self.cleaned_data["seat"] == NEXT_ROUND)

    @property
    def place(self) -> ChosenPlace:
        """Return the chosen place of a valid form; call it only if the entry is not for the next round."""
        data = self.cleaned_data
        code, side, instead_of = str(data["other"] if data["seat"] == OTHER else data["seat"]).split(".")
        return ChosenPlace(code, int(side), instead_of)

    def entry(self) -> NewEntry:
        """Return the typed entry, not stored; call it on a valid form."""
        names = tuple(self.cleaned_data[key] for key in self.fields if key.startswith("names."))
        club, players = self.cleaned_data["club"], self.answers(names)
        is_namesake = bool(self.cleaned_data.get("namesake"))
        return NewEntry(names, club=club, players=players, namesake=is_namesake, insists=self.insists)

    def _add_namesake_field(self) -> None:
        """Add the namesake checkbox below the names."""
        names = [key for key in self.fields if key.startswith("names.")]
        self.fields["namesake"] = forms.BooleanField(label=NAMESAKE, required=False)
        self.order_fields([*names, "namesake"])


class DropMissingForm(ServiceForm):
    """The missing people whose entries leave the tournament, and the reason.

    `people` are the match's players as code and name.
    """

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        initial=_("Did not come to the table."),
        help_text=FOR_EVER,
    )

    def __init__(self, *args: object, people: list[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["missing"] = forms.MultipleChoiceField(choices=people, required=False)
