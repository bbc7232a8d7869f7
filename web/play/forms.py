"""Forms for breaks, more time and drawn games."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Break
from tournaments.play.clock import EXTENSION_MINUTES
from web.service_form import FOR_EVER, ServiceForm

SHAPE = "%Y-%m-%dT%H:%M"


class BreakForm(ServiceForm):
    """Begin and end of a break, of `planned` if given; clean and render it in the zone of the venue.

    `begun`: the begin is past and cannot change.
    """

    begins = forms.DateTimeField(
        label=_("Begins"),
        help_text=_("Empty: now."),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=SHAPE),
    )
    ends = forms.DateTimeField(
        label=_("Ends"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=SHAPE)
    )

    def __init__(
        self, *args: object, planned: Break | None = None, begun: bool = False, **kwargs: object
    ) -> None:
        prefix = f"break-{planned.number}" if planned else "break"
        times = {"begins": planned.begins_at, "ends": planned.ends_at} if planned else {}
        super().__init__(*args, auto_id=f"{prefix}_%s", initial=times, **kwargs)
        if begun:
            del self.fields["begins"]


LONGEST_REASON = 500


class ExtensionForm(ServiceForm):
    """Extra minutes for a match, with a reason."""

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
    """The reason for taking a drawn game back."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, auto_id="drawn_%s", **kwargs)

    reason = forms.CharField(label=_("What was wrong?"), help_text=FOR_EVER, max_length=LONGEST_REASON)
