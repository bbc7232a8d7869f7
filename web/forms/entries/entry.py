"""Entering by hand or by oneself, and leaving."""

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from tournaments.inputs import NewEntry
from web.forms.entries.contacts import ContactForm
from web.forms.entries.identity import IdentityForm
from web.service_form import FOR_EVER, ServiceForm


class EntryForm(IdentityForm, ContactForm):
    """One entry by hand: one name, or two in pairs. A namesake is asked about only where there is one."""

    club = forms.CharField(label=_("Club or city"), required=False)
    seed = forms.IntegerField(label=_("Seed"), required=False, help_text=_("1 is the strongest."))
    namesake = forms.BooleanField(label=_("This is another person with the same name"), required=False)

    def __init__(self, *args: object, team_size: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        labels = [_("Name")] if team_size == 1 else [_("Name of the first"), _("Name of the second")]
        names = {f"names.{position}": forms.CharField(label=label) for position, label in enumerate(labels)}
        self.fields = {**names, **self.fields}
        self.fields["seed"].widget.attrs["inputmode"] = "numeric"
        for field in (*names.values(), self.fields["club"]):
            field.widget.attrs["autocomplete"] = "off"

    @property
    def names(self) -> list[BoundField]:
        """The fields of the names, in order."""
        return [self[key] for key in self.fields if key.startswith("names.")]

    @property
    def asks_namesake(self) -> bool:
        """Whether the answer to "somebody else?" is needed, or was given."""
        is_asked = "already_entered" in self.codes or bool(self.data.get("namesake"))
        return is_asked and not self.asks_who

    def entry(self) -> NewEntry:
        """What was typed, as a value."""
        names = tuple(self.cleaned_data[key] for key in self.fields if key.startswith("names."))
        values = {key: self.cleaned_data[key] for key in ("club", "seed", "namesake")}
        return NewEntry(names, players=self.answers(names), insists=self.insists, **values)


class EnterSelfForm(ServiceForm):
    """A player's own entry: nothing to type but the partner in pairs; a box if a name is entered."""

    partner_name = forms.CharField(label=_("Your partner’s name"))

    def __init__(self, *args: object, team_size: int, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if team_size == 1:
            del self.fields["partner_name"]
        if self.data.get("namesake"):
            self._ask()

    def add_violation(self, violation: Violation) -> None:
        """Put one violation where it belongs, with the box if an entry has that name."""
        if violation.code == "already_entered":
            self._ask()
        super().add_violation(violation)

    def _ask(self) -> None:
        label = _("This is another person with the same name")
        self.fields["namesake"] = forms.BooleanField(label=label, required=False)

    def field_of(self, violation: Violation) -> str | None:
        """The partner is the second name of the entry."""
        is_partner = violation.field.endswith("names.1") and "partner_name" in self.fields
        return "partner_name" if is_partner else super().field_of(violation)


class WithdrawForm(ServiceForm):
    """Leaving the tournament before the draw."""

    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=200,
        help_text=FOR_EVER,
    )
