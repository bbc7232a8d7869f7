"""Forms of e-mail addresses and of a forgotten password."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.mail.forgotten import LONGEST
from accounts.models import User
from web.service_form import ServiceForm
from web.site.forms import ADDRESS_HELP, OwnPasswordForm


class MailAddressForm(OwnPasswordForm):
    """An e-mail address, and the password."""

    field_order = ("address", "password")
    address = forms.CharField(
        label=_("E-mail address"),
        max_length=254,
        help_text=ADDRESS_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, user: User, *args: object, is_of_minor: bool = False, **kwargs: object) -> None:
        super().__init__(user, *args, **kwargs)
        if is_of_minor:
            self.fields["address"].label = _("E-mail address of your parent or guardian")


class RemoveAddressForm(OwnPasswordForm):
    """The password, to remove the address."""

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(user, *args, prefix="remove", **kwargs)


class ForgottenForm(ServiceForm):
    """Which account's password was forgotten."""

    account = forms.CharField(
        label=_("User name or e-mail address"),
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
