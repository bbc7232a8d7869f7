"""When a break is, on the clock of the venue."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Break
from web.service_form import ServiceForm

SHAPE = "%Y-%m-%dT%H:%M"


class BreakForm(ServiceForm):
    """From when until when; clean and render it in the zone of the venue."""

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
