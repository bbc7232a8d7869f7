"""More time for a match, and a drawn game taken back."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.play.clock import EXTENSION_MINUTES
from web.service_form import FOR_EVER, ServiceForm

LONGEST_REASON = 500


class ExtensionForm(ServiceForm):
    """How many minutes, and why."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, auto_id="extension_%s", **kwargs)

    minutes = forms.IntegerField(
        label=_("More minutes"),
        initial=5,
        widget=forms.NumberInput(
            attrs={"inputmode": "numeric", "min": EXTENSION_MINUTES[0], "max": EXTENSION_MINUTES[1]}
        ),
    )
    reason = forms.CharField(label=_("Why more time?"), help_text=FOR_EVER, max_length=LONGEST_REASON)


class TakeBackForm(ServiceForm):
    """Why a game was no drawn one."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, auto_id="drawn_%s", **kwargs)

    reason = forms.CharField(label=_("What was wrong?"), help_text=FOR_EVER, max_length=LONGEST_REASON)
