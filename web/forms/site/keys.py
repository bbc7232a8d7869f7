"""The form of a key for the API."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Scope, User
from accounts.tokens import LONGEST_NAME
from web.forms.site.second_factor import OwnPasswordForm

DAYS = [(1, _("A day")), (30, _("30 days")), (365, _("A year"))]


class KeyForm(OwnPasswordForm):
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

    field_order = ("name", "scope", "days", "password")

    def __init__(self, user: User, *args: object, **kwargs: object) -> None:
        super().__init__(user, *args, prefix="key", **kwargs)
