"""Forms of who helps, and of the announcement."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role
from web.forms.base import ServiceForm
from web.labels import ROLES


class StaffForm(ServiceForm):
    """Somebody who helps."""

    username = forms.CharField(
        label=_("User name"),
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}
        ),
        help_text=_("Of an account on this site; it stands on the person’s account page."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[(role, ROLES[role]) for role in (Role.JUDGE, Role.COORDINATOR, Role.ORGANIZER)],
    )


class AnnouncementForm(ServiceForm):
    """The notice, and where it is published."""

    text = forms.CharField(
        label=_("Text"), max_length=20_000, strip=False, widget=forms.Textarea(attrs={"rows": 16})
    )
    channel = forms.CharField(
        label=_("Where you announce it"),
        max_length=200,
        help_text=_(
            "For example the name of the messaging group. It stands in the public record for ever: write no "
            "names."
        ),
    )
