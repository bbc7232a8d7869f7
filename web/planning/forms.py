"""Forms of a plan: entries and tables of a forecast, and pins of the timetable."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from scheduling.what_if import MOST_ENTRIES, MOST_TABLES
from tournaments.tables.hall import TableView
from web.play.forms import SHAPE
from web.service_form import ServiceForm


class WhatIfForm(ServiceForm):
    """Sent by GET, so that the address of a plan can be shared."""

    inscricoes = forms.IntegerField(label=_("Entries"), min_value=2, max_value=MOST_ENTRIES)
    mesas = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_TABLES)


class PinForm(ServiceForm):
    """A match with a pinned table, a time, or both; clean and render it in the venue's zone."""

    begins_at = forms.DateTimeField(
        label=_("Begins"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "60"}, format=SHAPE),
    )

    def __init__(
        self, *args: object, matches: Iterable[tuple[str, str]], tables: Iterable[TableView], **kwargs: object
    ) -> None:
        super().__init__(*args, auto_id="pin-%s", **kwargs)
        open_ones = [(table.position, table.label) for table in tables if table.is_open]
        self.fields["match"] = forms.ChoiceField(label=_("Match"), choices=list(matches))
        self.fields["table"] = forms.TypedChoiceField(
            label=_("Table"),
            choices=[("", _("Any table")), *open_ones],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.order_fields(["match", "table", "begins_at"])
