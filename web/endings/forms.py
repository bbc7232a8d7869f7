"""Forms to cancel and to delete a tournament."""

from django import forms
from django.utils.translation import gettext_lazy as _

from web.service_form import FOR_EVER, ServiceForm


class CancelForm(ServiceForm):
    """The public reason for cancelling a tournament."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=FOR_EVER,
    )


class DeleteForm(ServiceForm):
    """Confirms a deletion: the tournament's name must be typed."""

    typed = forms.CharField(label=_("Type its name"), max_length=400)

    def __init__(self, *args: object, name: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["typed"].help_text = _("It is called “%(name)s”.") % {"name": name}
        self.fields["typed"].widget.attrs["autocomplete"] = "off"
