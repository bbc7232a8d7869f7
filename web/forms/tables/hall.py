"""How many tables the hall has."""

from django import forms
from django.utils.translation import gettext_lazy as _

from web.service_form import ServiceForm


class TablesForm(ServiceForm):
    """The number of physical tables, numbered from 1."""

    count = forms.IntegerField(
        label=_("How many tables are there?"),
        help_text=_("Tables are numbered from 1. With fewer, the last ones are closed, not forgotten."),
    )


class ConfirmForm(ServiceForm):
    """Nothing but the wish to do it."""
