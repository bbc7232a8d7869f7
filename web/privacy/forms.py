"""Form to erase an account."""

from django import forms
from django.utils.translation import gettext_lazy as _

from web.site.forms import OwnPasswordForm


class ForgetForm(OwnPasswordForm):
    """The password, and a checkbox to confirm the erasure."""

    sure = forms.BooleanField(
        label=_("Yes, forget me. I know that this can’t be undone."),
        error_messages={"required": _("Tick that you mean it.")},
    )
