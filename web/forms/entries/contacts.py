"""A form whose names or club may look like a contact: it asks before that becomes public."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from web.service_form import ServiceForm


class ContactForm(ServiceForm):
    """Add the checkbox `insists` once something looks like an e-mail address or telephone number."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.data.get("insists"):
            self._ask()

    def add_violation(self, violation: Violation) -> None:
        """Put one violation where it belongs, with the checkbox if it is about a contact."""
        if violation.code == "looks_like_contact":
            self._ask()
        super().add_violation(violation)

    @property
    def insists(self) -> bool:
        """Whether what looks like a contact becomes public all the same."""
        return bool(self.cleaned_data.get("insists"))

    def _ask(self) -> None:
        label = _("This is no contact, or may be public")
        self.fields["insists"] = forms.BooleanField(label=label, required=False)
