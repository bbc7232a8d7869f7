"""With which tournament a hall is shared."""

from collections.abc import Collection

from django import forms
from django.utils.translation import gettext_lazy as _

from web.service_form import ServiceForm


class ShareHallForm(ServiceForm):
    """One of the tournaments that the person coordinates too, by its slug."""

    def __init__(self, *args: object, offered: Collection[tuple[str, str]], **kwargs: object) -> None:
        super().__init__(*args, auto_id="hall-%s", **kwargs)
        self.fields["tournament"] = forms.ChoiceField(label=_("Tournament"), choices=list(offered))
        self.offers_any = bool(offered)
