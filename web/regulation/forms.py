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
        help_text=_("It is announced to all tables at once and kept with the regulation: write no names."),
    )
