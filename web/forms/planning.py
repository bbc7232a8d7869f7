"""What is asked of the day before it: how many come, on how many tables."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scheduling.what_if import MOST_ENTRIES, MOST_TABLES
from web.forms.base import ServiceForm


class WhatIfForm(ServiceForm):
    """Asked by address, so that a plan can be sent to somebody."""

    inscricoes = forms.IntegerField(label=_("Entries"), min_value=2, max_value=MOST_ENTRIES)
    mesas = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_TABLES)
