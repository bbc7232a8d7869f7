"""Who did not come to a table, and why their entries leave."""

from django import forms
from django.utils.translation import gettext_lazy as _

from web.forms.departures.decide import LONGEST_REASON
from web.service_form import FOR_EVER, ServiceForm


class DropMissingForm(ServiceForm):
    """The people who are missing, whose entries leave the tournament, and why."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        initial=_("Did not come to the table."),
        help_text=FOR_EVER,
    )

    def __init__(self, *args: object, people: list[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["missing"] = forms.MultipleChoiceField(choices=people, required=False)
