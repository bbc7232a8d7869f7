"""Forms of accounts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UsernameField,
)
from django.utils.translation import gettext_lazy as _

from accounts.services import check_account
from core.errors import Violation
from web.service_form import ServiceForm

if TYPE_CHECKING:
    from accounts.models import User

    NewPasswordBase = SetPasswordForm[User]
else:
    NewPasswordBase = SetPasswordForm

USERNAME = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
PASSWORD_HELP = _("At least 8 characters, and not a common one.")


class SignUpForm(ServiceForm):
    """A new account."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=200,
        help_text=_("As it should appear in brackets and standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label=_("User name"),
        max_length=200,
        help_text=_("For signing in, and for organizers who add you to their staff."),
        widget=forms.TextInput(attrs=USERNAME),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=500,
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Password again"),
        max_length=500,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, object]:
        """Both passwords are the same."""
        values = super().clean() or self.cleaned_data
        if {"password", "again"} <= values.keys() and values["password"] != values["again"]:
            self.add_error("again", forms.ValidationError(_("The two passwords differ."), code="differs"))
        if self.errors:
            self._add_the_rest(values)
        return values

    def _add_the_rest(self, values: Mapping[str, object]) -> None:
        """With other errors, all that the service would say of the fields that could be read."""
        given = {name: str(values.get(name, "")) for name in ("username", "password", "name")}
        for violation in check_account(**given):
            if violation.field in values and violation.field not in self.errors:
                self.add_violation(violation)


class NameForm(ServiceForm):
    """Another name for oneself."""

    name = forms.CharField(
        label=_("Your name"), max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )


class SignInForm(ServiceForm, AuthenticationForm):
    """User name and password; the refusal never says which of the two was wrong."""

    username = UsernameField(label=_("User name"), widget=forms.TextInput(attrs={"autofocus": True}))

    error_messages = {
        "invalid_login": _("User name and password don’t match. Check capital letters and try again."),
        "inactive": _("User name and password don’t match. Check capital letters and try again."),
    }


class PasswordForm(ServiceForm, PasswordChangeForm):
    """Another password."""

    def field_of(self, violation: Violation) -> str | None:
        """The new password is the one that breaks rules."""
        return "new_password1" if violation.field == "password" else super().field_of(violation)


class NewPasswordForm(ServiceForm, NewPasswordBase):
    """A password in place of a forgotten one."""

    def field_of(self, violation: Violation) -> str | None:
        """The new password is the one that breaks rules."""
        return "new_password1" if violation.field == "password" else super().field_of(violation)
