"""Forms for a deck list, pasted or uploaded, and for a waiver."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from core.errors import Violation
from tournaments.decks.lists import MOST_BYTES
from web.service_form import FOR_EVER, ServiceForm


class DeckForm(ServiceForm):
    """A deck list as text or file; all errors are listed at the top, each with its line."""

    text = forms.CharField(label=_("Paste the list here"), required=False, strip=False, widget=forms.Textarea)
    file = forms.FileField(label=_("Or choose a text file"), required=False, allow_empty_file=True)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        text = self.fields["text"]
        text.validators = []  # the parser removes what browsers would not send
        text.widget.attrs |= {"rows": 14, "spellcheck": "false", "autocomplete": "off", "class": "mono"}

    def sent(self) -> bytes | str:
        """Return the submitted text; call it on a valid form."""
        upload = self.cleaned_data.get("file")
        if isinstance(upload, UploadedFile):
            return bytes(upload.read(MOST_BYTES + 1))
        return str(self.cleaned_data.get("text", ""))

    def field_of(self, violation: Violation) -> str | None:
        """Return None: all violations are about lines of the list, so they stand at the top."""
        return None


class WaiveForm(ServiceForm):
    """The reason why an entry may play without a checked deck."""

    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=FOR_EVER)
