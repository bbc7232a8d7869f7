"""The form of who helps."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Role
from web.labels import ROLES
from web.site.forms import OwnPasswordForm


class StaffForm(OwnPasswordForm):
    """A new member of the staff; giving the organizer role away needs the caller's password."""

    field_order = ("username", "role", "password")
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
    password = forms.CharField(
        label=_("Your password"),
        max_length=500,
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        help_text=_("Only asked to give the organizer role."),
    )

    def clean_password(self) -> str:
        """Check the password only if the organizer role is given."""
        if self.cleaned_data.get("role") != Role.ORGANIZER:
            return ""
        return super().clean_password()
