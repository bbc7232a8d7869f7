"""Forms of two-step verification."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from web.forms.base import ServiceForm

CODE = {"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none", "spellcheck": "false"}


class CodeForm(ServiceForm):
    """A code of the app, or from paper."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("The six digits that your app shows now, or a code from your paper."),
        widget=forms.TextInput(attrs={**CODE, "autofocus": True}),
    )


class OwnPasswordForm(ServiceForm):
    """The password again, before something that a stranger at an open phone must not do."""

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
        """It is this account's."""
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="password_wrong")
        return password
