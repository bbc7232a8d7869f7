"""The form of a key for the API."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Scope, User
from accounts.tokens import LONGEST_NAME
from web.forms.base import ServiceForm

DAYS = [(1, _("A day")), (30, _("30 days")), (365, _("A year"))]


class KeyForm(ServiceForm):
    """What the key is for, what it may do and for how long; and the password again."""

    name = forms.CharField(
        label=_("What it is for"), max_length=LONGEST_NAME, help_text=_("For example: screen of the hall.")
    )
    scope = forms.ChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        initial=Scope.READ,
        help_text=_("A judge’s also records results, starts matches and checks people in."),
    )
    days = forms.TypedChoiceField(label=_("How long it works"), choices=DAYS, coerce=int, initial=30)
    password = forms.CharField(
        label=_("Your password"),
        max_length=500,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, prefix="key", **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """It is this account's."""
        password = str(self.cleaned_data["password"])
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."), code="password_wrong")
        return password
