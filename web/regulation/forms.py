"""The form for a ruling during the day."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.regulation.note_ruling import LONGEST
from web.service_form import ServiceForm


class RulingForm(ServiceForm):
    """A ruling on how a rule is applied today."""

    words = forms.CharField(
        label=_("How is it played today?"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("It is shown at all tables immediately and stays with the regulation: write no names."),
    )
