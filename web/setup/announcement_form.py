"""Forms of the announcement, and of the picture beside it."""

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.setup.picture_file import MOST_BYTES
from web.service_form import ServiceForm


class AnnouncementForm(ServiceForm):
    """The notice, and where it is published."""

    text = forms.CharField(
        label=_("Text"), max_length=20_000, strip=False, widget=forms.Textarea(attrs={"rows": 16})
    )
    channel = forms.CharField(
        label=_("Where you announce it"),
        max_length=200,
        help_text=_(
            "For example the name of the messaging group. It stands in the public record for ever: write no "
            "names."
        ),
    )


class PictureForm(ServiceForm):
    """A file with a picture."""

    picture = forms.FileField(
        label=_("A logo, a poster or a photo"),
        allow_empty_file=True,
        error_messages={"required": _("Choose a picture first.")},
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_(
            "PNG, JPEG or WebP. It is made small and loses what a camera notes in it, such as the place. "
            "Show only people who agreed to it."
        ),
    )

    def sent(self) -> bytes:
        """What was sent; a byte more than may be, of a larger file."""
        upload: UploadedFile[bytes] = self.cleaned_data["picture"]
        return bytes(upload.read(MOST_BYTES + 1))
