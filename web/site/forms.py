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
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import tokens
from accounts.mail.addresses import check_address
from accounts.models import Scope, User
from accounts.services import check_account
from accounts.signing_in import attempts
from accounts.two_steps import passkeys
from accounts.two_steps.webauthn import LONGEST_ANSWER
from core.errors import Violation
from core.http.callers import address_of
from web.service_form import ServiceForm
from web.site.has_mail import has_mail

if TYPE_CHECKING:
    NewPasswordBase = SetPasswordForm[User]
else:
    NewPasswordBase = SetPasswordForm

USERNAME = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
ADDRESS_HELP = _(
    "For a new password if you forget yours, and for news about your account. No one else sees it. If you "
    "are under 18, give the address of a parent or guardian."
)
PASSWORD_HELP = _("At least 8 characters, and not a common one.")


class SignUpForm(ServiceForm):
    """A new account; without a mail server there is no address."""

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
    address = forms.CharField(
        label=_("E-mail address"),
        max_length=254,
        required=False,
        help_text=ADDRESS_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
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

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if not has_mail():
            del self.fields["address"]

    def clean_address(self) -> str:
        """Return the typed address; add an error if it is none. Empty is fine."""
        typed = str(self.cleaned_data["address"])
        for violation in check_address(typed) if typed else ():
            self.add_violation(violation)
        return typed

    def clean(self) -> dict[str, object]:
        """Add an error if the passwords differ; with any error, add those of the service too: all at once."""
        values = super().clean() or self.cleaned_data
        if {"password", "again"} <= values.keys() and values["password"] != values["again"]:
            self.add_error("again", forms.ValidationError(_("The two passwords differ."), code="differs"))
        if self.errors:
            self._add_service_errors(values)
        return values

    def _add_service_errors(self, values: Mapping[str, object]) -> None:
        """Add what the service would refuse, for the fields that are valid so far."""
        given = {name: str(values.get(name, "")) for name in ("username", "password", "name")}
        for violation in check_account(**given):
            if violation.field in values and violation.field not in self.errors:
                self.add_violation(violation)


class NameForm(ServiceForm):
    """A new display name."""

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
    """A change of one's own password."""

    def field_of(self, violation: Violation) -> str | None:
        """Return the name of the violation's field: `new_password1` if it is about the password."""
        return "new_password1" if violation.field == "password" else super().field_of(violation)


class NewPasswordForm(ServiceForm, NewPasswordBase):
    """A new password in place of a forgotten one."""

    def field_of(self, violation: Violation) -> str | None:
        """Return the name of the violation's field: `new_password1` if it is about the password."""
        return "new_password1" if violation.field == "password" else super().field_of(violation)


DAYS = [(1, _("A day")), (30, _("30 days")), (365, _("A year"))]


CODE = {"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none", "spellcheck": "false"}


class CodeForm(ServiceForm):
    """A code from the app, or from paper; only from paper without `has_app`.

    `is_first`: it is the first control of the page, and gets the focus.
    """

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("The six digits that your app shows now, or a recovery code."),
        widget=forms.TextInput(attrs={**CODE, "autofocus": True}),
    )

    def __init__(self, *args: object, has_app: bool = True, is_first: bool = True, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if not has_app:
            self.fields["code"].help_text = _("A recovery code.")
        if not is_first:
            del self.fields["code"].widget.attrs["autofocus"]


class EndOthersForm(ServiceForm):
    """Whether to end sessions and keys that are already open."""

    end_others = forms.BooleanField(
        label=_("Sign out everywhere else and revoke all API keys"),
        required=False,
        initial=True,
        help_text=_("Anyone who got in before would otherwise stay in."),
    )


class FirstCodeForm(EndOthersForm, CodeForm):
    """The first code from the app, which switches two-step verification on."""

    field_order = ("code", "end_others")


class OwnPasswordForm(ServiceForm):
    """The account's password once more, so that a stranger at an open phone cannot do this act."""

    password = forms.CharField(
        label=_("Your password"),
        max_length=500,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Return the password; refuse (`password_wrong`) what is not this account's.

        After too many attempts do not check it: what the form shows must not depend on it.
        """
        password = str(self.cleaned_data["password"])
        if self.too_many is None and not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="password_wrong")
        return password


class PasskeyForm(OwnPasswordForm):
    """A name for a new passkey, and the password."""

    field_order = ("name", "password")
    name = forms.CharField(
        label=_("Name of the passkey"),
        max_length=passkeys.LONGEST_NAME,
        help_text=_("So that you recognize it, for example “My phone”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(user, *args, prefix="passkey", **kwargs)


class DeviceForm(ServiceForm):
    """The device's response to a challenge, as encoded by the page's script."""

    credential = forms.CharField(max_length=LONGEST_ANSWER, widget=forms.HiddenInput)


class KeyForm(OwnPasswordForm):
    """Name, scope and days of a key, and the password."""

    name = forms.CharField(
        label=_("What it is for"),
        max_length=tokens.LONGEST_NAME,
        help_text=_("For example: screen of the hall."),
    )
    scope = forms.ChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        initial=Scope.READ,
        help_text=_("A judge’s key can also record results, start matches and check people in."),
    )
    days = forms.TypedChoiceField(label=_("How long it works"), choices=DAYS, coerce=int, initial=30)

    field_order = ("name", "scope", "days", "password")

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(user, *args, prefix="key", **kwargs)


def is_valid_with_password(request: HttpRequest, user: User, form: OwnPasswordForm) -> bool:
    """Return whether the form is valid with its password; else the form has the errors.

    A wrong password, and nothing else, counts as an attempt to sign in. After too many it is not checked.
    """
    form.attempt(lambda: attempts.count_attempt(user.username, address_of(request)))
    if form.too_many is None and "password_wrong" not in form.codes:
        attempts.refund_attempt(user.username, address_of(request))
    return form.is_valid()
