"""Forms about tables, judges, shifts and the shared hall. Choices are pairs of code and label."""

from collections.abc import Collection, Iterable, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.tables.shared_hall import TableView
from web.play.forms import SHAPE
from web.service_form import ServiceForm


class TablesForm(ServiceForm):
    """The number of physical tables, numbered from 1."""

    count = forms.IntegerField(
        label=_("How many tables are there?"),
        help_text=_("Tables are numbered from 1. With fewer, the last ones are closed, not deleted."),
    )


class ConfirmForm(ServiceForm):
    """A form without fields: sending it confirms the act."""


class AreaForm(ServiceForm):
    """A judge, and the first and last table of their area."""

    def __init__(
        self, *args: object, judges: Iterable[tuple[str, str]], tables: Sequence[TableView], **kwargs: object
    ) -> None:
        super().__init__(*args, auto_id="area-%s", **kwargs)
        places = [(table.position, table.label) for table in tables]
        self.fields["judge"] = forms.ChoiceField(label=_("Judge"), choices=list(judges))
        for name, label in (("first", _("From table")), ("last", _("To table"))):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=places, coerce=int)


class ConflictForm(ServiceForm):
    """A judge, and a present or former entry whom they are not to judge."""

    def __init__(
        self,
        *args: object,
        judges: Iterable[tuple[str, str]],
        people: Iterable[tuple[str, str]],
        **kwargs: object,
    ) -> None:
        super().__init__(*args, auto_id="conflict-%s", **kwargs)
        self.fields["judge"] = forms.ChoiceField(label=_("Judge"), choices=list(judges))
        self.fields["person"] = forms.ChoiceField(label=_("Does not judge"), choices=[("", "–"), *people])


class ShiftForm(ServiceForm):
    """Begin and end of a judge's shift; clean and render it in the zone of the venue."""

    def __init__(self, *args: object, judges: Iterable[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, auto_id="shift-%s", **kwargs)
        self.fields["judge"] = forms.ChoiceField(label=_("Judge"), choices=list(judges))
        for name, label in (("begins", _("There from")), ("ends", _("There until"))):
            clock = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=SHAPE)
            self.fields[name] = forms.DateTimeField(label=label, required=False, widget=clock)


class ShareHallForm(ServiceForm):
    """Another tournament that the person coordinates, by its slug; `offers_any` is False without one."""

    def __init__(self, *args: object, offered: Collection[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, auto_id="hall-%s", **kwargs)
        self.fields["tournament"] = forms.ChoiceField(label=_("Tournament"), choices=list(offered))
        self.offers_any = bool(offered)
