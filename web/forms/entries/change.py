"""Changing an entry: its names, club and, before the draw, its seed."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from core.record.line import UNSAID
from tournaments.entries.change import EntryChange
from web.forms.entries.entry import EntryForm
from web.sentences import text_for_refusal
from web.service_form import FOR_EVER


class ChangeForm(EntryForm):
    """The entry as it is, to be put right. `locked` has for each name why it cannot be changed, or None.

    After the draw there is no seed to change, and a reason is asked for.
    """

    reason = forms.CharField(
        label=_("Reason"), max_length=200, initial=_("Corrected after the draw."), help_text=FOR_EVER
    )

    def __init__(
        self, *args: object, locked: Sequence[Violation | None], is_drawn: bool, **kwargs: object
    ) -> None:
        super().__init__(*args, team_size=len(locked), **kwargs)
        for position, violation in enumerate(locked):
            field = self.fields[f"names.{position}"]
            field.disabled = violation is not None
            field.help_text = text_for_refusal(violation) if violation else ""
        del self.fields["seed" if is_drawn else "reason"]

    def change(self) -> EntryChange:
        """What was typed, as a value."""
        data = self.cleaned_data
        names = tuple(data[key] for key in self.fields if key.startswith("names."))
        seed = data["seed"] if "seed" in self.fields else UNSAID
        said = {"namesake": data["namesake"], "insists": self.insists, "players": self.answers(names)}
        return EntryChange(names, data["club"], seed, **said)
