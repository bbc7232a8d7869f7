"""The field for the word that goes into a draw."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class WordField(forms.CharField):
    """The word called in the hall; the service checks it."""

    def __init__(self, **kwargs: Any) -> None:
        plain = {
            "label": _("Word called in the hall"),
            "required": False,
            "help_text": _(
                "Let someone in the hall call out a word now that everyone is here: it goes into the "
                "draw, so no one can have known the outcome before. It may be left empty. Everyone can "
                "read it: write no names."
            ),
        }
        super().__init__(**{**plain, **kwargs})
