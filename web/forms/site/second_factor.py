"""Forms of two-step verification."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.two_steps.passkeys import LONGEST_NAME
from accounts.two_steps.webauthn import LONGEST_ANSWER
from web.service_form import ServiceForm

CODE = {"autocomplete": "one-time-code", "inputmode": "text", "autocapitalize": "none", "spellcheck": "false"}


class CodeForm(ServiceForm):
    """A code of the app, or from paper."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        help_text=_("The six digits that your app shows now, or a code from your paper."),
        widget=forms.TextInput(attrs={**CODE, "autofocus": True}),
    )

    def __init__(self, *args: object, has_app: bool = True, is_first: bool = True, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if not has_app:
            self.fields["code"].help_text = _("A code from your paper.")
        if not is_first:
            del self.fields["code"].widget.attrs["autofocus"]


class EndOthersForm(ServiceForm):
    """Whether whoever got in before stays in."""

    end_others = forms.BooleanField(
        label=_("Sign out everywhere else and end all keys for programs"),
        required=False,
        initial=True,
        help_text=_("Anyone who got in before would otherwise stay in."),
    )


class FirstCodeForm(EndOthersForm, CodeForm):
    """The first code of the app, which switches it on."""

    field_order = ("code", "end_others")


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


class PasskeyForm(OwnPasswordForm):
    """What a new passkey is called by its owner; and the password again."""

    field_order = ("name", "password")
    name = forms.CharField(
        label=_("Name of the passkey"),
        max_length=LONGEST_NAME,
        help_text=_("So that you know it again: “My phone”, say."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(user, *args, prefix="passkey", **kwargs)


class DeviceForm(ServiceForm):
    """What the device answered to a challenge, as the page’s script wrote it down."""

    credential = forms.CharField(max_length=LONGEST_ANSWER, widget=forms.HiddenInput)
