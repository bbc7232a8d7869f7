"""The form for a penalty."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.penalty import PenaltyKind
from tournaments.penalties.give import LONGEST, OF_COORDINATORS
from tournaments.penalties.selectors import PenaltyMatch
from tournaments.state_names import PENALTIES
from web.service_form import ServiceForm
from web.templatetags.chama import match_name


class PenaltyForm(ServiceForm):
    """A penalty for a person, perhaps in one match; only coordinators are offered the heavy ones."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Visible to the staff of this tournament, and to the person in their own data."),
    )

    def __init__(
        self, *args: object, may_coordinate: bool, matches: Iterable[PenaltyMatch] = (), **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)
        offered = [kind for kind in PenaltyKind if may_coordinate or kind not in OF_COORDINATORS]
        choices = [(kind.value, PENALTIES[kind.value]) for kind in offered]
        kind = forms.ChoiceField(label=_("Penalty"), choices=choices, widget=forms.RadioSelect)
        theirs = [("", "–"), *((match.code, match_name(match)) for match in matches)]
        match = forms.ChoiceField(label=_("Match"), choices=theirs, required=False)
        self.fields = {"kind": kind, "match": match, **self.fields}
