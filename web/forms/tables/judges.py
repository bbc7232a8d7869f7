"""Which area of the hall somebody looks after, and whom they are not to judge."""

from collections.abc import Iterable, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.tables.hall import TableView
from web.forms.play.breaks import SHAPE
from web.service_form import ServiceForm


class AreaForm(ServiceForm):
    """A judge, from which table, to which."""

    def __init__(
        self, *args: object, judges: Iterable[tuple[str, str]], tables: Sequence[TableView], **kwargs: object
    ) -> None:
        super().__init__(*args, auto_id="area-%s", **kwargs)
        places = [(table.position, table.label) for table in tables]
        self.fields["judge"] = forms.ChoiceField(label=_("Judge"), choices=list(judges))
        for name, label in (("first", _("From table")), ("last", _("To table"))):
            self.fields[name] = forms.TypedChoiceField(label=label, choices=places, coerce=int)


class ConflictForm(ServiceForm):
    """A judge, and somebody who is or was entered whom they are not to judge."""

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
    """From when to when a judge is there; clean and render it in the zone of the venue."""

    def __init__(self, *args: object, judges: Iterable[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, auto_id="shift-%s", **kwargs)
        self.fields["judge"] = forms.ChoiceField(label=_("Judge"), choices=list(judges))
        for name, label in (("begins", _("There from")), ("ends", _("There until"))):
            clock = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=SHAPE)
            self.fields[name] = forms.DateTimeField(label=label, required=False, widget=clock)
