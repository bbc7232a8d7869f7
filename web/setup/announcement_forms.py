"""Forms of a tournament's announcement: its text, its details, its picture."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from tournaments.fees.pix import PixKind
from tournaments.inputs import ANNOUNCED
from tournaments.models import Tournament
from tournaments.rules_of import facts_of
from tournaments.setup.create import check_facts, is_drawn, tidy_facts
from tournaments.setup.picture_file import MAX_BYTES
from web.service_form import FOR_EVER, ServiceForm


class AnnouncementForm(ServiceForm):
    """The announcement and the channel of its publication."""

    text = forms.CharField(
        label=_("Text"), max_length=20_000, strip=False, widget=forms.Textarea(attrs={"rows": 16})
    )
    channel = forms.CharField(
        label=_("Where you announce it"),
        max_length=200,
        help_text=_(
            "For example the name of the messaging group. It stays in the public record forever: "
            "write no names."
        ),
    )


class PictureForm(ServiceForm):
    """A picture file."""

    picture = forms.FileField(
        label=_("A logo, a poster or a photo"),
        allow_empty_file=True,
        error_messages={"required": _("Choose a picture first.")},
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text=_(
            "PNG, JPEG or WebP. It is made smaller, and camera data such as the location is removed. "
            "Show only people who agreed to it."
        ),
    )

    def read_picture(self) -> bytes:
        """Read the bytes of the sent file; of one that is too large one byte more than allowed."""
        upload: UploadedFile[bytes] = self.cleaned_data["picture"]
        return bytes(upload.read(MAX_BYTES + 1))


PIX_KINDS = {
    PixKind.RANDOM: _("random key"),
    PixKind.MAIL: _("e-mail"),
    PixKind.PHONE: _("phone"),
    PixKind.CNPJ: _("CNPJ"),
    PixKind.CPF: _("CPF"),
}
AMOUNT = re.compile(r"(\d{1,3}(?:([.,\s])\d{3})(?:\2\d{3})*|\d{1,9})(?:(?!\2)[.,](\d{1,2}))?", re.ASCII)


class MoneyField(forms.CharField):
    """An amount as people write it (25, 25,50, R$ 1.250,00); its value is in cents, None if it is empty."""

    default_error_messages = {"invalid": _("Write an amount such as 25 or 25,50.")}

    def clean(self, value: object) -> int | None:
        """Return the amount in cents, None if the field is empty. Raise `ValidationError` for other text."""
        typed = super().clean(value).upper().removeprefix("R$").strip()
        if not typed:
            return None
        found = AMOUNT.fullmatch(typed)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        whole, _separator, cents = found.groups()
        return int(re.sub(r"\D", "", whole)) * 100 + int((cents or "").ljust(2, "0"))

    def prepare_value(self, value: object) -> object:
        """Return cents as an amount; typed text unchanged."""
        return number_format(value / 100, 2) if isinstance(value, int) else value


class DetailsForm(ServiceForm):
    """Fee, prizes and contact; after the draw also a reason."""

    entry_fee = MoneyField(
        label=_("Entry fee, in reais"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
        help_text=_("0 if entering is free. Empty: nothing is said about it."),
    )
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=5000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    contact = forms.CharField(
        label=_("Contact"),
        required=False,
        max_length=1000,
        help_text=_("Whom to ask, and how. Everyone sees it: write only what may be public."),
    )
    pix_kind = forms.ChoiceField(
        label=_("Kind of Pix key"), required=False, choices=[("", _("No Pix key")), *PIX_KINDS.items()]
    )
    pix_key = forms.CharField(
        label=_("Pix key"),
        required=False,
        max_length=200,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_(
            "Everyone sees it. A CPF, a phone number or an e-mail address is personal data: a random "
            "key, which your bank creates, says nothing about you."
        ),
    )
    pix_name = forms.CharField(
        label=_("Who receives the money"),
        required=False,
        max_length=200,
        help_text=_("The name of the account at the bank."),
    )
    pix_city = forms.CharField(label=_("City of the recipient"), required=False, max_length=200)
    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=FOR_EVER)

    def __init__(self, data: Mapping[str, object] | None = None, *, tournament: Tournament) -> None:
        """Start with the details of `tournament`."""
        names = [name for name in self.base_fields if name != "reason"]
        super().__init__(data, initial={name: getattr(tournament, name) for name in names})
        self.tournament = tournament
        if not is_drawn(tournament):
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        """If there are errors, add those of the service too, so that all are shown at once."""
        values = super().clean() or self.cleaned_data
        if self.errors:
            typed = {name: values[name] for name in ANNOUNCED if name in values}
            facts = tidy_facts(replace(facts_of(self.tournament), **typed))
            for violation in check_facts(facts, pinned=self.tournament):
                if (name := self.field_of(violation)) and name not in self.errors:
                    self.add_violation(violation)
        return values
